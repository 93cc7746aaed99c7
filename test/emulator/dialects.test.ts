import { describe, expect, it } from 'vitest';
import type { Admin } from '../../src/admin/index.js';
import type { Dialect, ProjectType } from '../../src/emulator/app.js';
import { channelRows, messageTypeRows, NOW, setup } from './support/people.js';

const dialects: Dialect[] = ['document', 'observed'];
const both = { email: 'ada@example.com', userId: 'ada' };

describe.each(dialects)('in the %s dialect', (dialect) => {
  it.each(['email', 'inApp', 'push', 'sms'] as const)(
    'a proof of %s says to whom it went (decision 51)',
    async (medium) => {
      const { admin } = setup({ dialect });
      const { email } = both;
      await admin.users.update({ email });
      await admin.users.update({ userId: 'bo' });
      const { templateIds } = await admin.templates[medium].upsert({ clientTemplateId: 'mine' });
      const templateId = templateIds[0] ?? 0;

      expect(await admin.templates[medium].proof({ templateId, recipientEmail: email })).toMatchObject({
        code: 'Success',
        msg: 'Sent proof to ada@example.com',
      });
      expect(await admin.templates[medium].proof({ templateId, recipientUserId: 'bo' })).toMatchObject({
        msg: 'Sent proof to bo',
      });
    },
  );

  it.each(['email', 'embedded', 'inApp', 'push', 'sms'] as const)(
    'templates of %s tell their times in milliseconds (decision 47)',
    async (medium) => {
      const { admin, call, emulator } = setup({ dialect });
      const { templateIds } = await admin.templates[medium].upsert({ clientTemplateId: 'mine' });
      emulator.clock.advance(1_000);
      await admin.templates[medium].update({ templateId: templateIds[0] ?? 0, name: 'Yours' });
      const times = { createdAt: NOW, updatedAt: NOW + 1_000 };

      const path = `/api/templates/${medium.toLowerCase()}/get?templateId=${templateIds[0]}`;
      expect((await call(`GET ${path}`)).answer).toMatchObject({
        ...times,
        ...(medium === 'email' && { metadata: times }),
      });
      expect((await call('GET /api/templates')).answer).toMatchObject({ templates: [times] });
    },
  );

  it('the fields of users are those of the service too (decision 50)', async () => {
    const { admin } = setup({ dialect });
    await admin.users.update({ email: both.email, dataFields: { town: 'Bath' } });

    const { fields } = await admin.users.getFields();

    expect(fields).toMatchObject({
      email: 'string',
      userId: 'string',
      profileUpdatedAt: 'date',
      signupDate: 'date',
      emailListIds: 'long',
      town: 'string',
    });
  });
});

describe('reads of catalogs (decision 48)', () => {
  async function withMugs(dialect: Dialect) {
    const service = setup({ dialect });
    const { catalogs } = service.admin;
    await catalogs.create({ catalogName: 'Mugs' });
    await catalogs.items.replace({ catalogName: 'Mugs', itemId: 'red', value: { price: 8, name: 'Red' } });
    return { ...service, catalogs };
  }

  const item = {
    catalogName: 'Mugs',
    itemId: 'red',
    lastModified: NOW,
    size: expect.any(Number) as number,
    value: { price: 8, name: 'Red' },
  };
  const reads: [string, object, (admin: Admin['catalogs']) => Promise<unknown>][] = [
    [
      'GET /api/catalogs',
      { catalogNames: [{ name: 'Mugs' }], totalCatalogsCount: 1 },
      (catalogs) => catalogs.list(),
    ],
    [
      'GET /api/catalogs/Mugs/items',
      { catalogItemsWithProperties: [item], totalItemsCount: 1 },
      (catalogs) => catalogs.items.list({ catalogName: 'Mugs' }),
    ],
    [
      'GET /api/catalogs/Mugs/items/red',
      item,
      (catalogs) => catalogs.items.get({ catalogName: 'Mugs', itemId: 'red' }),
    ],
    [
      'GET /api/catalogs/Mugs/fieldMappings',
      { definedMappings: { price: 'long' }, undefinedFields: ['name'] },
      (catalogs) => catalogs.getFieldMappings({ catalogName: 'Mugs' }),
    ],
  ];

  it.each(reads)(
    '%s answers the plain model as documented, the envelope as observed',
    async (route, model, read) => {
      const plain = await withMugs('document');
      const wrapped = await withMugs('observed');

      expect((await plain.call(route)).answer).toEqual(model);
      expect((await wrapped.call(route)).answer).toEqual({ msg: '', code: 'Success', params: model });
      expect(await read(plain.catalogs)).toEqual(model);
      expect(await read(wrapped.catalogs)).toEqual(model);
    },
  );

  it('go on from page to page either way', async () => {
    for (const dialect of dialects) {
      const { catalogs } = await withMugs(dialect);
      const ids: string[] = [];
      for await (const { itemId } of catalogs.items.list.all({ catalogName: 'Mugs', pageSize: 1 }))
        ids.push(itemId);
      expect(ids).toEqual(['red']);
    }
  });
});

/** Calls that name one person, as they are made with both names. */
const named: [string, (names: object) => object][] = [
  ['POST /api/users/update', (names) => names],
  ['POST /api/events/track', (names) => ({ ...names, eventName: 'seen' })],
  ['POST /api/users/updateSubscriptions', (names) => ({ ...names, emailListIds: [11] })],
  [
    'POST /api/subscriptions/subscribeToDoubleOptIn',
    (names) => ({ ...names, messageTypeIds: [32], phoneNumber: '+15550100' }),
  ],
];

/** Calls that name several. */
const batches: [string, (names: object) => object][] = [
  ['POST /api/lists/subscribe', (names) => ({ listId: 11, subscribers: [names] })],
  ['POST /api/lists/unsubscribe', (names) => ({ listId: 11, subscribers: [names] })],
  ['POST /api/users/bulkUpdateSubscriptions', (names) => ({ updateSubscriptionsRequests: [names] })],
];

describe('email and userId in one call (decision 49)', () => {
  function withLists(dialect: Dialect, project: ProjectType = 'hybrid') {
    const service = setup({ dialect, project });
    service.insert('lists', [
      { id: 11, name: 'News', createdAt: NOW, listType: 'Standard', members: [] } as never,
    ]);
    service.insert('channels', channelRows);
    service.insert('messageTypes', messageTypeRows);
    return service;
  }

  it.each([...named, ...batches])('are refused by %s as documented', async (route, body) => {
    const { call, inspect } = withLists('document');

    const { status, text } = await call(route, body(both));
    expect(status).toBe(400);
    expect(text).toContain('`email` or `userId`');
    expect(inspect.people).toEqual([]);
  });

  it.each([...named, ...batches])('set the id on the profile by %s as observed', async (route, body) => {
    for (const known of [{ email: both.email }, { userId: both.userId }]) {
      const { admin, call, inspect } = withLists('observed');
      await admin.users.update(known);

      expect((await call(route, body(both))).status).toBeLessThan(300);

      expect(inspect.people).toMatchObject([both]);
    }
  });

  it.each([...named, ...batches])('are refused by %s where they are of two', async (route, body) => {
    const { admin, call, inspect } = withLists('observed');
    await admin.users.update({ email: both.email });
    await admin.users.update({ userId: both.userId });

    const { status, answer, text } = await call(route, body(both));

    if (named.some(([name]) => name === route))
      expect([status, answer?.['code']]).toEqual([409, 'ExternalKeyConflict']);
    else expect([status, answer?.['failCount'], text.includes(both.email)]).toEqual([200, 1, true]);
    expect(inspect.people.map(({ email, userId }) => ({ email, userId }))).toEqual([
      { email: both.email, userId: undefined },
      { email: undefined, userId: both.userId },
    ]);
  });

  it.each(['email', 'userId'] as const)('are refused as observed in a project by %s', async (project) => {
    const { call } = withLists('observed', project);

    for (const [route, body] of [...named, ...batches])
      expect((await call(route, body(both))).status).toBe(400);
  });

  it.each([...named, ...batches])('set nothing by %s where the call is refused', async (route, body) => {
    const { admin, call, inspect } = withLists('observed');
    await admin.users.update({ email: both.email });

    const wrong = {
      dataFields: 1,
      createdAt: -1,
      emailListIds: [4711],
      listId: 4711,
      messageTypeIds: [4711],
    };
    const { status, answer } = await call(route, { ...body({ ...both, ...wrong }), ...wrong });

    expect(status === 200 ? answer?.['failCount'] : status).toBe(status === 200 ? 1 : status);
    expect(status === 200 || (status >= 400 && status < 500)).toBe(true);
    expect(inspect.people).toMatchObject([{ email: both.email }]);
    expect(inspect.people[0]).not.toHaveProperty('userId');
  });
});

describe('the dates of exports (decision 52)', () => {
  const iso: [string, Record<'startDateTime' | 'endDateTime', string>][] = [
    ['with T and Z', { startDateTime: '2025-05-31T00:00:00Z', endDateTime: '2025-06-02T00:00:00Z' }],
    [
      'with milliseconds',
      { startDateTime: '2025-05-31T00:00:00.000Z', endDateTime: '2025-06-02T00:00:00.000Z' },
    ],
    ['with a zone', { startDateTime: '2025-05-31T02:00:00+02:00', endDateTime: '2025-06-02T02:00:00+0200' }],
  ];

  it.each(iso)('may be in ISO 8601 %s as observed, and not as documented', async (_, dates) => {
    for (const dialect of dialects) {
      const { admin, call, emulator } = setup({ dialect });
      await admin.events.track({ email: both.email, eventName: 'seen' });
      await admin.events.track({ email: both.email, eventName: 'old', createdAt: NOW / 1_000 - 86_401 });
      const selection = { dataTypeName: 'customEvent', ...dates };
      const started = await call('POST /api/export/start', { ...selection, outputFormat: 'text/csv' });
      const read = await call(`GET /api/export/data.json?${String(new URLSearchParams(selection))}`);

      if (dialect === 'document') {
        expect([started.status, read.status]).toEqual([400, 400]);
        expect(started.answer?.['msg']).toContain('`startDateTime`');
        continue;
      }
      emulator.clock.advance(2_000);
      const { files } = await admin.exports.getFiles({ jobId: started.answer?.['jobId'] as number });
      const file = await (await emulator.fetch(files[0]?.url ?? '')).text();
      expect([file.includes('seen'), file.includes('old')]).toEqual([true, false]);
      expect([read.text.includes('seen'), read.text.includes('old')]).toEqual([true, false]);
    }
  });

  it.each(['2025-02-30T00:00:00Z', '2025-06-01T25:00:00Z', 'soonT'])(
    'are refused where they are none: %s',
    async (startDateTime) => {
      for (const dialect of dialects) {
        const { call } = setup({ dialect });
        const body = { dataTypeName: 'customEvent', outputFormat: 'text/csv', startDateTime };
        expect(await call('POST /api/export/start', body)).toMatchObject({
          status: 400,
          answer: { code: 'BadParams' },
        });
      }
    },
  );
});
