import { describe, expect, it } from 'vitest';
import { NOON, startService } from '../support/service.js';

describe('metadata', () => {
  it('keeps values by table and key, with their size and time (MetadataWithProperties)', async () => {
    const { admin } = startService();
    await admin.metadata.put({ table: 'prices', key: 'mug', value: { cents: 800 } });

    expect(await admin.metadata.get({ table: 'prices', key: 'mug' })).toEqual({
      table: 'prices',
      key: 'mug',
      lastModified: NOON,
      size: 13,
      value: { cents: 800 },
    });
  });

  it('finds tables in any case and keys in their own (decision 24)', async () => {
    const { admin } = startService();
    await admin.metadata.put({ table: 'Prices', key: 'mug', value: { n: 1 } });
    await admin.metadata.put({ table: 'PRICES', key: 'MUG', value: { n: 2 } });

    expect((await admin.metadata.get({ table: 'prices', key: 'mug' })).value).toEqual({ n: 1 });
    expect((await admin.metadata.get({ table: 'prices', key: 'MUG' })).value).toEqual({ n: 2 });
    expect(await admin.metadata.listTables()).toEqual({ results: [{ name: 'Prices' }] });
  });

  it('replaces the value under a key (PutMetadataRequest)', async () => {
    const { admin } = startService();
    await admin.metadata.put({ table: 't', key: 'k', value: { a: 1 } });
    await admin.metadata.put({ table: 't', key: 'k', value: { b: 2 } });
    expect((await admin.metadata.get({ table: 't', key: 'k' })).value).toEqual({ b: 2 });
  });

  it('lists keys some at a time, by the marker of the answer before (decision 24)', async () => {
    const { admin } = startService();
    const keys = Array.from({ length: 205 }, (_, index) => `k${1_000 + index}`);
    for (const key of keys) await admin.metadata.put({ table: 't', key, value: {} });

    const seen: string[] = [];
    let nextMarker: string | undefined;
    let pages = 0;
    do {
      const page = await admin.metadata.list({ table: 't', ...(nextMarker && { nextMarker }) });
      seen.push(...page.results.map(({ key }) => key));
      ({ nextMarker } = page);
      pages += 1;
    } while (nextMarker);

    expect(seen).toEqual(keys);
    expect(pages).toBe(3);
  });

  it('lists a table that does not exist as empty', async () => {
    const { admin } = startService();
    expect(await admin.metadata.list({ table: 'none' })).toEqual({ results: [] });
  });

  it('deletes a key, and a table with all that is in it (Metadata store)', async () => {
    const { admin } = startService();
    for (const key of ['a', 'b']) await admin.metadata.put({ table: 'T', key, value: {} });

    await admin.metadata.delete({ table: 't', key: 'a' });
    expect((await admin.metadata.list({ table: 't' })).results.map(({ key }) => key)).toEqual(['b']);

    await admin.metadata.deleteTable({ table: 't' });
    expect(await admin.metadata.listTables()).toEqual({ results: [] });
    await expect(admin.metadata.get({ table: 't', key: 'b' })).rejects.toMatchObject({ status: 404 });
  });

  it('answers an unknown key with 404 (contract.json)', async () => {
    const { call } = startService();
    expect(await call('GET /api/metadata/t/none')).toMatchObject({ status: 404, body: { code: 'NotFound' } });
  });

  it.each([
    ['table', 'PUT /api/metadata/no-dash/key'],
    ['key', 'PUT /api/metadata/table/no_line'],
    ['table', 'DELETE /api/metadata/a.b'],
  ])('refuses a %s that is not alphanumeric: %s (decision 24)', async (field, route) => {
    const { call } = startService();
    const body = route.startsWith('PUT') ? { value: {} } : undefined;
    expect(await call(route, { body })).toMatchObject({
      status: 400,
      body: { code: 'BadParams', msg: expect.stringContaining(`\`${field}\``) as string },
    });
  });

  it('takes a value of 30 kB and no more (Limits)', async () => {
    const { call } = startService();
    const put = (length: number) =>
      call('PUT /api/metadata/t/k', { body: { value: { a: 'x'.repeat(length - '{"a":""}'.length) } } });

    expect(await put(30_000)).toMatchObject({ status: 200 });
    expect(await put(30_001)).toMatchObject({ status: 400, body: { code: 'BadParams' } });
  });

  it('reads with a read-only key, and writes with a server key alone (decision 17)', async () => {
    const { call } = startService();
    expect(await call('GET /api/metadata', { key: 'readOnly' })).toMatchObject({ status: 200 });
    expect(await call('DELETE /api/metadata/t', { key: 'readOnly' })).toMatchObject({ status: 403 });
  });
});
