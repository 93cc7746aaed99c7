import { describe, expect, it } from 'vitest';
import { startService } from '../support/service.js';

/** A service with the catalog `Mugs`. */
async function setup() {
  const service = startService();
  await service.admin.catalogs.create({ catalogName: 'Mugs' });
  const { items } = service.admin.catalogs;
  const put = (itemId: string, value: Record<string, unknown>) =>
    items.replace({ catalogName: 'Mugs', itemId, value });
  const valueOf = async (itemId: string) => (await items.get({ catalogName: 'Mugs', itemId })).value;
  return { ...service, items, put, valueOf };
}

const refusal = (status: number, code: string, field: string) => ({
  status,
  body: { code, msg: expect.stringContaining(`\`${field}\``) as string },
});

describe('catalogs', () => {
  it('creates with 201, telling id, name and url (Catalogs)', async () => {
    const { call } = startService();

    expect(await call('POST /api/catalogs/Mugs')).toMatchObject({
      status: 201,
      body: {
        code: 'Success',
        params: { id: expect.any(Number) as number, name: 'Mugs', url: '/api/catalogs/Mugs' },
      },
    });
  });

  it('finds a catalog in any case, so that there is one of a name (Catalogs, decision 22)', async () => {
    const { admin, call } = await setup();

    expect(await call('POST /api/catalogs/MUGS')).toMatchObject(refusal(400, 'BadParams', 'catalogName'));
    expect((await admin.catalogs.items.list({ catalogName: 'mUGS' })).totalItemsCount).toBe(0);
    await admin.catalogs.delete({ catalogName: 'mugs' });
    expect((await admin.catalogs.list()).catalogNames).toEqual([]);
  });

  it.each(['with space', 'dot.ted', 'under_score', 'a'.repeat(256)])(
    'refuses the name %j (decision 22)',
    async (name) => {
      const { call } = startService();
      expect(await call(`POST /api/catalogs/${encodeURIComponent(name)}`)).toMatchObject(
        refusal(400, 'BadParams', 'catalogName'),
      );
    },
  );

  it('takes a name of 255 characters (Limits)', async () => {
    const { call } = startService();
    expect(await call(`POST /api/catalogs/${'a'.repeat(255)}`)).toMatchObject({ status: 201 });
  });

  it('deletes a catalog with all its items, and answers the envelope (Catalogs)', async () => {
    const { admin, call, put, valueOf } = await setup();
    await put('red', { colour: 'red' });

    expect(await call('DELETE /api/catalogs/Mugs')).toMatchObject({
      status: 200,
      body: { code: 'Success', params: null },
    });

    await admin.catalogs.create({ catalogName: 'Mugs' });
    await expect(valueOf('red')).rejects.toMatchObject({ status: 404 });
  });

  it.each([
    'DELETE /api/catalogs/none',
    'GET /api/catalogs/none/items',
    'GET /api/catalogs/none/fieldMappings',
    'GET /api/catalogs/none/items/red',
    'DELETE /api/catalogs/none/items/red',
  ])('answers %s with 404, as the catalog is unknown (Errors)', async (route) => {
    const { call } = startService();
    expect(await call(route)).toMatchObject(refusal(404, 'NotFound', 'catalogName'));
  });

  it('lists 10 a page, with links to those beside it (Limits, Catalogs)', async () => {
    const { admin } = startService();
    for (let number = 1; number <= 21; number += 1)
      await admin.catalogs.create({ catalogName: `c${number}` });

    const first = await admin.catalogs.list();
    const second = await admin.catalogs.list({ page: 2 });
    const last = await admin.catalogs.list({ page: 3 });

    expect(first.catalogNames).toHaveLength(10);
    expect(first).toMatchObject({ totalCatalogsCount: 21, nextPageUrl: '/api/catalogs?page=2&pageSize=10' });
    expect(first).not.toHaveProperty('previousPageUrl');
    expect(second).toMatchObject({ previousPageUrl: '/api/catalogs?page=1&pageSize=10' });
    expect(last.catalogNames).toEqual([{ name: 'c21' }]);
    expect(last).not.toHaveProperty('nextPageUrl');
  });

  it('answers a page out of range with none (Catalogs)', async () => {
    const { admin } = await setup();
    expect(await admin.catalogs.list({ page: 9 })).toMatchObject({ catalogNames: [], totalCatalogsCount: 1 });
  });

  it('falls back to 10 a page when asked for more than it allows (decision 22)', async () => {
    const { admin } = startService();
    for (let number = 1; number <= 11; number += 1)
      await admin.catalogs.create({ catalogName: `c${number}` });
    expect((await admin.catalogs.list({ pageSize: 1_001 })).catalogNames).toHaveLength(10);
    expect((await admin.catalogs.list({ pageSize: 1_000 })).catalogNames).toHaveLength(11);
  });

  it.each(['page=0', 'page=x', 'pageSize=0'])('refuses the query %s (Catalogs)', async (query) => {
    const { call } = startService();
    const [field = ''] = query.split('=');
    expect(await call(`GET /api/catalogs?${query}`)).toMatchObject(refusal(400, 'BadParams', field));
  });
});

describe('catalog items', () => {
  it('answers each write with 202 and where the item is (Catalogs, decision 4)', async () => {
    const { call } = await setup();
    const params = { catalogName: 'Mugs', itemId: 'red', url: '/api/catalogs/Mugs/items/red' };
    const path = '/api/catalogs/Mugs/items';

    const answers = [
      await call(`PUT ${path}/red`, { body: { value: {} } }),
      await call(`PATCH ${path}/red`, { body: { update: {} } }),
      await call(`POST ${path}`, { body: { documents: { red: {} }, replaceUploadedFieldsOnly: true } }),
      await call(`DELETE ${path}/red`),
      await call(`DELETE ${path}`, { body: { itemIds: ['red'] } }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
    expect(answers.map(({ body }) => (body as { code: string }).code)).toEqual(Array(5).fill('Accepted'));
    expect(answers[0]?.body).toMatchObject({ params });
    expect(answers[1]?.body).toMatchObject({ params });
  });

  it('tells an item with its size and the time it changed (CatalogItemWithProperties)', async () => {
    const { emulator, items, put } = await setup();
    await put('red', { name: 'Tasse é' });

    expect(await items.get({ catalogName: 'mugs', itemId: 'red' })).toEqual({
      catalogName: 'Mugs',
      itemId: 'red',
      lastModified: emulator.clock.now(),
      size: Buffer.byteLength('{"name":"Tasse é"}'),
      value: { name: 'Tasse é' },
    });
  });

  it('tells item ids apart by their case (Catalogs)', async () => {
    const { put, valueOf } = await setup();
    await put('red', { n: 1 });
    await put('RED', { n: 2 });
    expect(await valueOf('red')).toEqual({ n: 1 });
  });

  it('replaces an item whole with PUT and updates its sent fields with PATCH (Catalogs)', async () => {
    const { items, put, valueOf } = await setup();
    await put('red', { colour: 'red', price: 8 });

    await items.update({ catalogName: 'Mugs', itemId: 'red', update: { price: 9 } });
    expect(await valueOf('red')).toEqual({ colour: 'red', price: 9 });

    await put('red', { price: 10 });
    expect(await valueOf('red')).toEqual({ price: 10 });
  });

  it('creates an item with PATCH (Catalogs)', async () => {
    const { items, valueOf } = await setup();
    await items.update({ catalogName: 'Mugs', itemId: 'new', update: { price: 9 } });
    expect(await valueOf('new')).toEqual({ price: 9 });
  });

  it('overwrites uploaded items, or their uploaded fields only (CatalogBulkUploadRequest)', async () => {
    const { items, put, valueOf } = await setup();
    await put('red', { colour: 'red', price: 8 });
    const documents = { red: { price: 9 }, blue: { price: 7 } };

    await items.upload({ catalogName: 'Mugs', documents, replaceUploadedFieldsOnly: true });
    expect([await valueOf('red'), await valueOf('blue')]).toEqual([
      { colour: 'red', price: 9 },
      { price: 7 },
    ]);

    await items.upload({ catalogName: 'Mugs', documents, replaceUploadedFieldsOnly: false });
    expect(await valueOf('red')).toEqual({ price: 9 });
  });

  it('deletes one item or many, by a DELETE with a body (decision 22)', async () => {
    const { items, put } = await setup();
    for (const id of ['a', 'b', 'c', 'd']) await put(id, {});

    await items.delete({ catalogName: 'Mugs', itemId: 'a' });
    await items.deleteMany({ catalogName: 'Mugs', itemIds: ['b', 'c', 'none'] });

    const { catalogItemsWithProperties: left } = await items.list({ catalogName: 'Mugs' });
    expect(left.map(({ itemId }) => itemId)).toEqual(['d']);
  });

  it('answers an unknown item with 404 (Errors)', async () => {
    const { call } = await setup();
    expect(await call('GET /api/catalogs/Mugs/items/none')).toMatchObject(refusal(404, 'NotFound', 'itemId'));
  });

  it('takes 30 kB an item and no more, in UTF-8 bytes (Limits)', async () => {
    const { call } = await setup();
    const textOf = (bytes: number) => 'é'.repeat(bytes / 2);
    const around = Buffer.byteLength('{"text":""}');
    const put = (value: object) => call('PUT /api/catalogs/Mugs/items/red', { body: { value } });

    expect(await put({ text: `${textOf(30_000 - around - 1)}a` })).toMatchObject({ status: 202 });
    expect(await put({ text: `${textOf(30_000 - around - 1)}ab` })).toMatchObject(
      refusal(400, 'BadParams', 'value'),
    );
  });

  it('lets no item grow over 30 kB by what is patched or uploaded into it (Limits)', async () => {
    const { call, valueOf, put } = await setup();
    await put('red', { a: 'a'.repeat(20_000) });
    const patch = { update: { b: 'b'.repeat(20_000) } };
    const documents = { blue: { a: 1 }, red: patch.update };

    expect(await call('PATCH /api/catalogs/Mugs/items/red', { body: patch })).toMatchObject(
      refusal(400, 'BadParams', 'update'),
    );
    expect(
      await call('POST /api/catalogs/Mugs/items', { body: { documents, replaceUploadedFieldsOnly: true } }),
    ).toMatchObject(refusal(400, 'BadParams', 'documents.red'));
    expect(Object.keys((await valueOf('red')) as object)).toEqual(['a']);
    expect(await call('GET /api/catalogs/Mugs/items/blue')).toMatchObject({ status: 404 });
    expect(await call('PATCH /api/catalogs/Mugs/items/red', { body: { update: { a: 1 } } })).toMatchObject({
      status: 202,
    });
  });

  it('takes 1000 items a request and no more (Limits)', async () => {
    const { call, items } = await setup();
    const upload = (count: number) =>
      call('POST /api/catalogs/Mugs/items', {
        body: {
          documents: Object.fromEntries(Array.from({ length: count }, (_, index) => [`i${index}`, {}])),
          replaceUploadedFieldsOnly: false,
        },
      });

    expect(await upload(1_001)).toMatchObject(refusal(400, 'BatchTooLarge', 'documents'));
    expect(await upload(1_000)).toMatchObject({ status: 202 });
    expect((await items.list({ catalogName: 'Mugs' })).totalItemsCount).toBe(1_000);
  });

  it.each([
    ['an id with a period', { documents: { 'a.b': {} }, replaceUploadedFieldsOnly: false }, 'documents'],
    ['no `replaceUploadedFieldsOnly`', { documents: {} }, 'replaceUploadedFieldsOnly'],
    ['an item that is a text', { documents: { a: 'x' }, replaceUploadedFieldsOnly: false }, 'documents.a'],
  ])('refuses an upload with %s (CatalogBulkUploadRequest)', async (_, body, field) => {
    const { call } = await setup();
    expect(await call('POST /api/catalogs/Mugs/items', { body })).toMatchObject(
      refusal(400, 'BadParams', field),
    );
  });

  it.each([{ 'a.b': 1 }, { inner: { 'a.b': 1 } }, { list: [{ 'a.b': 1 }] }])(
    'refuses the fields of %j, as a name must not hold a period (Catalogs)',
    async (value) => {
      const { call } = await setup();
      const answer = await call('PUT /api/catalogs/Mugs/items/red', { body: { value } });
      expect(answer).toMatchObject(refusal(400, 'BadParams', 'a.b'));
    },
  );

  it('lists items page by page, in the order asked for, those without the field last (Catalogs)', async () => {
    const { items, put } = await setup();
    const prices = { a: 3, b: 1, c: undefined, d: 2 };
    for (const [id, price] of Object.entries(prices)) await put(id, { ...(price && { price }) });
    const idsOf = async (query: object) =>
      (await items.list({ catalogName: 'Mugs', orderBy: 'price', ...query })).catalogItemsWithProperties.map(
        ({ itemId }) => itemId,
      );

    expect(await idsOf({ sortAscending: true })).toEqual(['b', 'd', 'a', 'c']);
    expect(await idsOf({})).toEqual(['a', 'd', 'b', 'c']);
    expect(await idsOf({ pageSize: 1, page: 2 })).toEqual(['d']);
    expect(await items.list({ catalogName: 'Mugs', orderBy: 'price', pageSize: 2, page: 1 })).toMatchObject({
      nextPageUrl: expect.stringMatching(
        /^\/api\/catalogs\/Mugs\/items\?(?=.*orderBy=price)(?=.*page=2)/,
      ) as string,
    });
  });

  it('refuses `sortAscending` for a field without a type (Catalogs)', async () => {
    const { call, put } = await setup();
    await put('red', { colour: 'red' });
    expect(await call('GET /api/catalogs/Mugs/items?orderBy=colour&sortAscending=true')).toMatchObject(
      refusal(400, 'BadParams', 'orderBy'),
    );
  });
});

describe('catalog field mappings', () => {
  it('makes a number long or double for good by its first value (Catalogs)', async () => {
    const { admin, put, valueOf } = await setup();
    await put('red', { whole: 1, part: 1.5, deep: { whole: 2 }, many: [1, 2] });
    await put('blue', { whole: 2.9, part: 3, deep: { whole: 2.5 }, many: [1.5] });

    expect(await valueOf('blue')).toEqual({ whole: 2, part: 3, deep: { whole: 2 }, many: [1] });
    expect(await admin.catalogs.getFieldMappings({ catalogName: 'Mugs' })).toMatchObject({
      definedMappings: { whole: 'long', part: 'double', 'deep.whole': 'long', many: 'long' },
    });
  });

  it('names fields within fields with dots, and those without a type apart (CatalogFieldMappingsResponse)', async () => {
    const { admin, put } = await setup();
    await put('red', { colour: 'red', maker: { name: 'Ada', town: 'Bath' }, price: 1 });

    await admin.catalogs.updateFieldMappings({
      catalogName: 'Mugs',
      mappingsUpdates: [
        { fieldName: 'maker', fieldType: 'object', children: [{ fieldName: 'name', fieldType: 'string' }] },
        { fieldName: 'made', fieldType: 'date' },
      ],
    });

    expect(await admin.catalogs.getFieldMappings({ catalogName: 'Mugs' })).toEqual({
      definedMappings: { price: 'long', maker: 'object', 'maker.name': 'string', made: 'date' },
      undefinedFields: ['colour', 'maker.town'],
    });
  });

  it('never changes a type once set, and then changes nothing of the request (Catalogs)', async () => {
    const { admin, call } = await setup();
    const set = (...types: [string, string][]) =>
      call('PUT /api/catalogs/Mugs/fieldMappings', {
        body: { mappingsUpdates: types.map(([fieldName, fieldType]) => ({ fieldName, fieldType })) },
      });
    await set(['price', 'double']);

    expect(await set(['price', 'double'])).toMatchObject({ status: 200 });
    expect(await set(['size', 'long'], ['price', 'long'])).toMatchObject(
      refusal(400, 'BadParams', 'fieldType'),
    );
    expect((await admin.catalogs.getFieldMappings({ catalogName: 'Mugs' })).definedMappings).toEqual({
      price: 'double',
    });
  });

  it.each([
    ['an unknown type', { fieldName: 'a', fieldType: 'colour' }, 'mappingsUpdates.0.fieldType'],
    ['a name with a period', { fieldName: 'a.b', fieldType: 'long' }, 'mappingsUpdates.0.fieldName'],
    [
      'children of what is no object',
      { fieldName: 'a', fieldType: 'long', children: [{ fieldName: 'b', fieldType: 'long' }] },
      'children',
    ],
  ])('refuses %s (CatalogMappingsUpdateRequest)', async (_, update, field) => {
    const { call } = await setup();
    expect(
      await call('PUT /api/catalogs/Mugs/fieldMappings', { body: { mappingsUpdates: [update] } }),
    ).toMatchObject(refusal(400, 'BadParams', field));
  });

  it.each([
    ['boolean', true, 'yes'],
    ['date', '2026-01-15 12:00:00', 'soon'],
    ['geo_location', { lat: 51.4, lon: -2.4 }, 'Bath'],
    ['geo_location', '51.4,-2.4', { lat: 51.4 }],
    ['long', 1, 'one'],
    ['double', 1, true],
    ['object', { a: 'b' }, 'b'],
    ['string', 'a', 1],
  ] as const)(
    'holds a field of type %s to it: %j is taken, %j refused (Errors)',
    async (fieldType, right, wrong) => {
      const { admin, call, put } = await setup();
      await admin.catalogs.updateFieldMappings({
        catalogName: 'Mugs',
        mappingsUpdates: [{ fieldName: 'field', fieldType }],
      });

      await put('red', { field: right });
      expect(
        await call('PUT /api/catalogs/Mugs/items/blue', { body: { value: { field: wrong } } }),
      ).toMatchObject(refusal(400, 'RequestFieldsTypesMismatched', 'field'));
    },
  );

  it('gives no types by an upload that is refused', async () => {
    const { admin, call } = await setup();
    await admin.catalogs.updateFieldMappings({
      catalogName: 'Mugs',
      mappingsUpdates: [{ fieldName: 'name', fieldType: 'string' }],
    });

    await call('POST /api/catalogs/Mugs/items', {
      body: { documents: { a: { price: 1.5 }, b: { name: 2 } }, replaceUploadedFieldsOnly: false },
    });

    expect((await admin.catalogs.getFieldMappings({ catalogName: 'Mugs' })).definedMappings).toEqual({
      name: 'string',
    });
  });
});
