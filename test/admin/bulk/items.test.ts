import { describe, expect, it } from 'vitest';
import { setup, user } from '../support/bulk.js';

/** What was reported as not taken: each item's place, and what is wrong with it. */
const told = (failures: readonly { index: number; reason: string; message?: string | undefined }[]) =>
  failures.map(({ index, reason, message }) => [index, reason, message]);

describe('an item without its shape', () => {
  it('is a catalog item whose fields stand beside its `value`, or that has none: it is not sent empty', async () => {
    const { admin } = setup();
    await admin.catalogs.create({ catalogName: 'Mugs' });
    const items = [
      { itemId: 'A1', name: 'Mug' },
      { itemId: 'A2' },
      { itemId: 'A3', value: [8] },
      { itemId: 'A4', value: { price: 8 }, size: 'L' },
      { itemId: 'A5', value: { price: 9 }, size: undefined },
    ] as never[];

    const report = await admin.bulk.uploadCatalogItems(items, { catalogName: 'Mugs' });

    expect(report).toMatchObject({ read: 5, sent: 1, failed: 4 });
    const only = 'an item has `itemId` and `value` alone';
    expect(told(report.failures)).toEqual([
      [0, 'invalid', `Its \`name\` must be within \`value\`: ${only}`],
      [1, 'invalid', 'Its `value` must be an object'],
      [2, 'invalid', 'Its `value` must be an object'],
      [3, 'invalid', `Its \`size\` must be within \`value\`: ${only}`],
    ]);
    expect(
      (await admin.catalogs.items.list({ catalogName: 'Mugs' })).catalogItemsWithProperties,
    ).toMatchObject([{ itemId: 'A5', value: { price: 9 } }]);
  });

  it('is a user, a subscriber or an event whose fields stand beside `dataFields`', async () => {
    const { admin, calls } = setup();
    const flat = [{ email: 'ada@example.com', plan: 'pro' }] as never[];
    const listed = [{ email: 'ada@example.com', dataFields: [1] }] as never[];
    const event = [{ email: 'ada@example.com', eventName: 'bought', price: 8 }] as never[];

    const reports = [
      await admin.bulk.updateUsers(flat),
      await admin.bulk.updateUsers(listed),
      await admin.bulk.subscribe(flat, { listId: 1 }),
      await admin.bulk.trackEvents(event),
    ];

    expect(reports.map(({ failures }) => failures[0]?.message)).toEqual([
      expect.stringContaining('Its `plan` must be within `dataFields`: a user has `email`, `userId`,'),
      'Its `dataFields` must be an object',
      expect.stringContaining('Its `plan` must be within `dataFields`'),
      expect.stringContaining('Its `price` must be within `dataFields`: an event has'),
    ]);
    expect(calls()).toEqual([]);
  });

  it.each([{ email: '' }, { userId: '' }, { email: ' ' }, { email: 7 }])(
    'is a user whose name is none: %j',
    async (who) => {
      const { admin, calls } = setup();

      const { failures } = await admin.bulk.updateUsers([{ ...who, dataFields: {} } as never]);

      expect(told(failures)).toEqual([
        [0, 'invalid', 'Its `email` or `userId` must be a text that is not empty'],
      ]);
      expect(calls()).toEqual([]);
    },
  );

  it('is whoever has more than the call can take', async () => {
    const { admin, calls } = setup();
    const people = [{ email: 'ada@example.com', dataFields: { plan: 'pro' } }] as never[];

    const reports = [
      await admin.bulk.unsubscribe(people, { listId: 1 }),
      await admin.bulk.updateSubscriptions(people),
    ];

    expect(reports.map(({ failures }) => failures[0]?.message)).toEqual([
      'It must be without `dataFields`: a person to unsubscribe has `email` and `userId` alone',
      expect.stringContaining('It must be without `dataFields`: a subscription has `email`, `userId`,'),
    ]);
    expect(calls()).toEqual([]);
  });
});

describe('an item that JSON cannot hold', () => {
  it('is reported, and the others are sent', async () => {
    const { admin, emails } = setup();
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    const fails = {
      toJSON() {
        throw new Error('The row has expired');
      },
    };
    const fieldsOf = [{ n: 1n }, cyclic, { fails }, { map: new Map([['a', 1]]) }, Promise.resolve({ n: 1 })];
    const source = [
      user(0),
      ...fieldsOf.map((dataFields, index) => ({ ...user(index + 1), dataFields: dataFields as never })),
      undefined as never,
      user(9),
    ];

    const report = await admin.bulk.updateUsers(source);

    expect(report).toMatchObject({ read: 8, sent: 2, failed: 6 });
    expect(told(report.failures)).toEqual([
      [1, 'invalid', 'It must be what JSON can hold: `dataFields.n` is a BigInt'],
      [2, 'invalid', 'It must be what JSON can hold: Converting circular structure to JSON'],
      [3, 'invalid', 'It must be what JSON can hold: The row has expired'],
      [4, 'invalid', 'It must be what JSON can hold: `dataFields.map` is a Map'],
      [5, 'invalid', 'It must be what JSON can hold: `dataFields` is a Promise'],
      [6, 'invalid', 'It must have one of `email` and `userId`'],
    ]);
    expect(report.failures[0]?.item).toBe(source[1]);
    expect(emails()).toEqual(['user-0@example.com', 'user-9@example.com']);
  });

  it.each<[string, unknown]>([
    ['`dataFields.age` is NaN', { age: NaN }],
    ['`dataFields.age` is Infinity', { age: Infinity }],
    ['`dataFields.of.age` is -Infinity', { of: { age: -Infinity } }],
    ['`dataFields.born` is an invalid Date', { born: new Date('31.12.1999') }],
    ['`dataFields.full` is a function', { full() {} }],
    ['`dataFields.sort` is a symbol', { sort: Symbol('a') }],
    ['`dataFields.list.1` is undefined', { list: [1, undefined] }],
    ['`dataFields.list.1.at` is NaN', { list: [{ at: 1 }, { at: NaN }] }],
    ['`dataFields.bytes` is a Uint8Array', { bytes: new Uint8Array(2) }],
  ])('is none that it would empty or lose: %s', async (problem, dataFields) => {
    const { admin, emails } = setup();

    const report = await admin.bulk.updateUsers([{ ...user(0), dataFields: dataFields as never }, user(1)]);

    expect(told(report.failures)).toEqual([[0, 'invalid', `It must be what JSON can hold: ${problem}`]]);
    expect(emails()).toEqual(['user-1@example.com']);
  });

  it('is one whose fields are not set, have none, or say themselves what they are', async () => {
    const { admin, calls } = setup();
    const shared = { n: 1 };
    const dataFields = {
      gone: undefined,
      none: null,
      small: -0,
      at: new Date(0),
      price: { toJSON: () => 8 },
      nothing: { toJSON: () => null },
      bytes: Buffer.from('a'),
      a: shared,
      b: [shared],
    };

    expect(await admin.bulk.updateUsers([{ ...user(0), dataFields }])).toMatchObject({
      sent: 1,
    });

    expect(calls()[0]?.body).toMatchObject({
      users: [
        {
          dataFields: {
            none: null,
            small: 0,
            at: '1970-01-01T00:00:00.000Z',
            price: 8,
            nothing: null,
            bytes: { type: 'Buffer', data: [97] },
            a: { n: 1 },
            b: [{ n: 1 }],
          },
        },
      ],
    });
  });

  it('may say itself what it is, and is sent as it was when it was read', async () => {
    const { admin, calls } = setup();
    const row = { email: '', dataFields: { at: new Date(0), none: {} } };
    function* reused() {
      for (const name of ['ada', 'bob']) yield Object.assign(row, { email: `${name}@example.com` });
      yield { internal: 1, toJSON: () => ({ email: 'cyd@example.com' }) } as never;
    }

    expect(await admin.bulk.updateUsers(reused())).toMatchObject({ sent: 3 });

    const dataFields = { at: '1970-01-01T00:00:00.000Z', none: {} };
    expect(calls()[0]?.body).toEqual({
      users: [
        { email: 'ada@example.com', dataFields },
        { email: 'bob@example.com', dataFields },
        { email: 'cyd@example.com' },
      ],
    });
  });
});
