import { describe, expect, it } from 'vitest';
import { createAdmin } from '../../../src/admin/index.js';
import { operations } from '../../../src/admin/operations/operations.js';
import { createEmulator } from '../../../src/emulator/app.js';
import { contract } from '../../support/contract.js';
import { routesOf } from '../../support/routes.js';

/** An emulator with so many catalogs, and an admin of it. */
async function setup(catalogs = 0) {
  const emulator = createEmulator({ contents: 'shop' });
  const admin = createAdmin({
    apiKey: emulator.keys.server,
    baseUrl: 'http://emulator',
    fetch: emulator.fetch,
    pace: false,
  });
  for (let index = 0; index < catalogs; index += 1)
    await admin.catalogs.create({ catalogName: `shelf-${index}` });
  return { admin, emulator, attempts: () => emulator.inspect.requests.length };
}

/** An admin of a service that answers with these pages of catalogs. */
function answering(...pages: object[]) {
  const asked: string[] = [];
  const fetch = async (input: RequestInfo | URL) => {
    asked.push(new Request(input).url.replace(/.*\?/, ''));
    return Response.json(pages[asked.length - 1] ?? { catalogNames: [], totalCatalogsCount: 0 });
  };
  return { admin: createAdmin({ apiKey: 'key', baseUrl: 'https://api.example.com', fetch }), asked };
}

async function read<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const found: Row[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

const names = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ name: `${from + index}` }));

describe('a paged read', () => {
  it('gives every row, page by page', async () => {
    const { admin, attempts } = await setup(23);
    const before = attempts();
    const all = await read(admin.catalogs.list.all({ pageSize: 5 }));

    expect(all.filter(({ name }) => name.startsWith('shelf-'))).toHaveLength(23);
    expect(attempts() - before).toBe(Math.ceil(all.length / 5));
    expect(await read(admin.catalogs.list.pages({ pageSize: 5 }))).toHaveLength(Math.ceil(all.length / 5));
  });

  it.each(['campaigns', 'templates', 'journeys'] as const)('gives all %s', async (resource) => {
    const { admin } = await setup();
    const rows = await read<object>(admin[resource].list.all({ pageSize: 1 }));
    const total = JSON.stringify(await admin[resource].list({ page: 1 }));
    expect(rows.length).toBeGreaterThan(1);
    expect(total).toContain(`Count":${rows.length}`);
  });

  it('gives all items of a catalog, and all keys of a table', async () => {
    const { admin } = await setup();
    const catalogName = 'shelf';
    await admin.catalogs.create({ catalogName });
    const documents = Object.fromEntries(names(250).map(({ name }) => [`item-${name}`, { name }]));
    await admin.catalogs.items.upload({ catalogName, documents, replaceUploadedFieldsOnly: false });
    for (const { name } of names(105))
      await admin.metadata.put({ table: 'colours', key: `k${name}`, value: {} });

    expect(await read(admin.catalogs.items.list.all({ catalogName }))).toHaveLength(250);
    expect(await read(admin.metadata.list.all({ table: 'colours' }))).toHaveLength(105);
  });

  it('asks for the next page only when it is wanted', async () => {
    const { admin, attempts } = await setup(23);
    const before = attempts();

    for await (const row of admin.catalogs.list.all({ pageSize: 5 })) if (row.name) break;

    expect(attempts() - before).toBe(1);
  });

  const next = { nextPageUrl: 'https://elsewhere.example.com/?page=99' };
  const page = (count: number, more: object = {}) => ({ catalogNames: names(count), ...more });

  it.each<[string, pages: object[]]>([
    ['after a short page that has a next one', [page(2, next), page(1, next), page(0)]],
    ['without a link, while the total says more', [2, 1, 2].map((n) => page(n, { totalCatalogsCount: 5 }))],
    ['after a page without its rows that has a next one', [{ ...next }, page(2, next), page(0)]],
    ['where neither total nor link says that there is more', [page(2), page(2), page(0)]],
  ])('goes on %s (decision 16)', async (_, pages) => {
    const { admin, asked } = answering(...pages);
    await read(admin.catalogs.list.all({ pageSize: 2 }));
    expect(asked).toEqual(['page=1&pageSize=2', 'page=2&pageSize=2', 'page=3&pageSize=2']);
  });

  it.each<[string, pages: object[]]>([
    ['at an empty page, whatever is linked', [page(2, next), page(0, { totalCatalogsCount: 9, ...next })]],
    ['at the total, whatever is linked', [page(2, next), page(2, { totalCatalogsCount: 4, ...next })]],
    ['where its rows are left out, and there is no more', [page(2, next), { totalCatalogsCount: 2 }]],
  ])('stops %s (decision 16)', async (_, pages) => {
    const { admin, asked } = answering(...pages, page(9), page(9), page(0));
    await read(admin.catalogs.list.all({ pageSize: 2 }));
    expect(asked).toEqual(['page=1&pageSize=2', 'page=2&pageSize=2']);
  });

  it.each<[string, pages: unknown[]]>([
    ['has neither row, total nor link', [page(2, next), {}]],
    ['has not its rows, while the total says more', [page(2, next), { totalCatalogsCount: 9 }]],
    ['is a list', [page(2, next), []]],
  ])('rejects where a page is none, since it %s', async (_, pages) => {
    const { admin } = answering(...(pages as object[]));
    const found: object[] = [];
    const reading = (async () => {
      for await (const row of admin.catalogs.list.all({ pageSize: 2 })) found.push(row);
    })();
    await expect(reading).rejects.toMatchObject({
      name: 'NetworkError',
      message: 'A page came without its `catalogNames`',
    });
    expect(found).toHaveLength(2);
  });

  it('by markers rejects where a page is none', async () => {
    const fetch = async () => Response.json({});
    const admin = createAdmin({ apiKey: 'key', baseUrl: 'https://api.example.com', fetch });
    await expect(read(admin.metadata.list.all({ table: 'colours' }))).rejects.toThrow(
      'A page came without its `results`',
    );
  });

  it('by markers goes on after an empty page, and stops where the marker stays', async () => {
    const asked: (string | null)[] = [];
    const answers: object[] = [
      { results: [], nextMarker: 'a' },
      { nextMarker: 'b' },
      { results: [{ key: 'k' }], nextMarker: 'b' },
    ];
    const fetch = async (input: RequestInfo | URL) => {
      asked.push(new URL(new Request(input).url).searchParams.get('nextMarker'));
      return Response.json(answers[asked.length - 1] ?? { results: [] });
    };
    const admin = createAdmin({ apiKey: 'key', baseUrl: 'https://api.example.com', fetch });
    expect(await read(admin.metadata.list.all({ table: 'colours' }))).toEqual([{ key: 'k' }]);
    expect(asked).toEqual([null, 'a', 'b']);
  });

  it('goes on where pages are shorter than asked for (decision 22)', async () => {
    const { admin } = await setup(23);
    expect((await read(admin.catalogs.list.all({ pageSize: 5_000 }))).length).toBeGreaterThanOrEqual(23);
  });

  it('is there for every list of the contract that has pages', () => {
    const paged = contract.operations.filter(
      ({ query }) => query && ('page' in query || 'nextMarker' in query),
    );
    const withAll = new Map<unknown, string>();
    const walk = (group: object) => {
      for (const value of Object.values(group) as object[]) {
        if (typeof value === 'function' && 'all' in value) withAll.set(value, '');
        else if (typeof value === 'object') walk(value);
      }
    };
    const admin = createAdmin({ apiKey: 'key', baseUrl: 'https://api.example.com' });
    walk(admin);
    const callOf = (name: string) =>
      name.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], admin);
    expect(paged.length).toBeGreaterThanOrEqual(6);
    expect(paged.filter(({ operation }) => !withAll.has(callOf(operation)))).toEqual([]);
    expect(routesOf(operations)).toHaveLength(147);
  });
});

describe('a stream', () => {
  it('gives the members of a list, one at a time', async () => {
    const { admin } = await setup();
    const { listId } = await admin.lists.create({ name: 'Spring' });
    const emails = names(300).map(({ name }) => `user-${name}@example.com`);
    await admin.lists.subscribe({ listId, subscribers: emails.map((email) => ({ email })) });

    expect((await read(admin.lists.getUsers.all({ listId }))).sort()).toEqual(emails.sort());
  });

  it('gives the rows of an export as objects, from JSON as from CSV', async () => {
    const { admin } = await setup();
    const json = await read(admin.exports.dataJson.all({ dataTypeName: 'user', range: 'All' }));
    const query = { dataTypeName: 'user', range: 'All', delimiter: ';' } as const;
    const csv = await read(admin.exports.dataCsv.all(query));

    expect(json.length).toBeGreaterThan(10);
    expect(csv.map(({ email }) => email)).toEqual(json.map(({ email }) => email ?? ''));
  });
});
