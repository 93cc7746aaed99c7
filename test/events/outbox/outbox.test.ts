import fc from 'fast-check';
import { IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createPageLeft } from '../../../src/browser/page-left.js';
import { memoryStore, openStore, type Store } from '../../../src/browser/store.js';
import type { TrackedEvent } from '../../../src/events/event.js';
import { enqueue, newTally, TALLY } from '../../../src/events/outbox/ledger.js';
import type { Row } from '../../../src/events/outbox/row.js';
import { seed } from '../../support/seed.js';
import { ada, bob, custom, everything, facts, opened, purchase, setup } from './an-outbox.js';

/** How many requests some steps make, and how many values they read, when so many events wait. */
async function costOfSteps(waiting: number) {
  const { store, outbox, take } = setup({
    store: openStore<Row>(`of ${waiting}`, createPageLeft(), () => expect.fail('Lost')),
  });
  const tally = { ...newTally(), waiting };
  const event = custom('a');
  while (tally.sequence < waiting) {
    await store((table) => {
      const ledger = {
        table,
        tally,
        limits: everything,
        now: 0,
        sure: 0,
        dropped: [],
        next: 0,
        coming: [],
        isShort: false,
        rows: [],
      };
      const until = Math.min(waiting, tally.sequence + 1_000);
      while (tally.sequence < until) enqueue(ledger, { key: '', event, size: 9, failures: 0, seen: 0 });
      table.put(TALLY, tally as never);
    });
  }

  const cost = { requests: 0, values: 0 };
  const { get, getAll, openCursor, put } = IDBObjectStore.prototype;
  const spies = Object.entries({ get, getAll, openCursor, put }).map(([name, method]) =>
    vi.spyOn(IDBObjectStore.prototype, name as 'getAll').mockImplementation(function (
      this: IDBObjectStore,
      ...request: unknown[]
    ) {
      cost.requests += 1;
      const answer = (method as (...request: unknown[]) => IDBRequest<unknown>).apply(this, request);
      answer.addEventListener('success', () => {
        cost.values += Array.isArray(answer.result) ? answer.result.length : 1;
      });
      return answer as never;
    }),
  );
  await outbox.add(custom('b'));
  const [row] = await take(1);
  await outbox.exchange([{ row: row as Row, is: 'delivered' }], {
    limit: 4,
    ahead: 0,
    lease: 0,
    isUrgent: false,
  });
  expect(await outbox.count()).toMatchObject({ waiting });
  spies.forEach((spy) => spy.mockRestore());
  return cost;
}

describe('outbox', () => {
  it('makes no more requests for a step when 100,000 events wait than when 20 do', async () => {
    vi.stubGlobal('indexedDB', new IDBFactory());
    vi.stubGlobal('IDBKeyRange', IDBKeyRange);
    onTestFinished(() => void vi.unstubAllGlobals());

    const few = await costOfSteps(20);
    const many = await costOfSteps(100_000);

    expect(many.requests).toBe(few.requests);
    expect(many.values).toBeLessThan(100);
  });

  it('always counts what it holds', async () => {
    const act = fc.oneof(
      fc.constantFrom(ada, bob, undefined).map((user) => ({ add: () => custom('a', user) })),
      fc.constantFrom(ada, undefined).map((user) => ({ add: () => purchase(user) })),
      fc
        .constantFrom(ada, undefined)
        .map((user) => ({ add: (): TrackedEvent => ({ kind: 'cart', items: [], ...facts(user) }) })),
      fc.constant({
        add: (): TrackedEvent => ({ kind: 'profile', dataFields: { a: 1 }, ...facts(ada) }),
      }),
      fc.constant({ add: opened }),
      fc.constantFrom(ada, undefined).map((to) => ({ adopt: to })),
      fc.constantFrom('delivered', 'refused', 'failed', 'held', 'lost').map((is) => ({ is })),
      fc.nat(50).map((pass) => ({ pass })),
    );

    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 40 }), async (acts) => {
        const { clock, outbox, take, rows } = setup({}, { events: 8, age: 400, anonymous: 3 });
        let added = 0;
        for (const next of acts) {
          if ('add' in next) {
            await outbox.add({ ...next.add(), recordedAt: clock.now });
            added += 1;
          } else if ('adopt' in next) await outbox.adopt(undefined, [{ user: next.adopt }]);
          else if ('pass' in next) clock.now += next.pass;
          else {
            const taken = await take(2, 0);
            const outcomes = taken.map((row) => ({ row, is: next.is, reason: 'no', pause: 5 }) as never);
            if (next.is !== 'lost')
              await outbox.exchange(outcomes, { limit: 0, ahead: 0, lease: 0, isUrgent: false });
          }

          const tally = await outbox.count();
          const held = (await rows()).filter(({ key }) => key > '1');
          expect(tally.waiting).toBe(held.length);
          expect(tally.bytes).toBe(held.reduce((sum, { size }) => sum + size, 0));
          expect(tally.anonymous).toBe(held.filter(({ event }) => !event.user).length);
          const gone = Object.values(tally.dropped).reduce((sum, number) => sum + number, 0);
          expect(tally.waiting + tally.delivered + gone + tally.uncertain).toBeLessThanOrEqual(added);
          expect(tally.waiting).toBeLessThanOrEqual(8);
        }
      }),
      { seed },
    );
  });

  it('never drops a purchase for want of room while a custom event waits', async () => {
    const event = fc.tuple(fc.boolean(), fc.constantFrom(ada, bob));

    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(event, { maxLength: 8 })), async (bursts) => {
        const { outbox, rows, dropped } = setup({}, { events: 5 });
        for (const burst of bursts) {
          dropped.splice(0);
          await Promise.all(
            burst.map(([isPurchase, user]) => outbox.add(isPurchase ? purchase(user) : custom('a', user))),
          );
          await outbox.count();
          const kinds = (await rows()).map(({ event }) => event.kind);

          expect(kinds.length).toBeLessThanOrEqual(5);
          if (dropped.some(({ event }) => event.kind === 'purchase')) expect(kinds).not.toContain('custom');
        }
      }),
      { seed },
    );
  });

  it('drops no purchase while custom events are on loan to a page, which go first once they are back', async () => {
    const { outbox, dropped, rows } = setup({}, { events: 3 });
    const idle = { limit: 0, ahead: 0, lease: 0, isUrgent: false };
    for (const name of ['a', 'b', 'c']) await outbox.add(custom(name));
    const { rows: lent } = await outbox.exchange([], { ...idle, limit: 3 });
    expect(lent).toHaveLength(3);

    for (let count = 0; count < 3; count++) await outbox.add(purchase());
    await outbox.count();
    expect(dropped).toEqual([]);

    await outbox.exchange(
      lent.map((row) => ({ row, is: 'held' })),
      idle,
    );
    await outbox.count();
    expect(dropped.map(({ event }) => event.kind)).toEqual(['custom', 'custom', 'custom']);
    expect((await rows()).map(({ event }) => event.kind)).toEqual(['purchase', 'purchase', 'purchase']);
  });

  it('drops the oldest of a kind first', async () => {
    const { outbox, dropped } = setup({}, { events: 2 });

    for (const name of ['a', 'b', 'c', 'd']) await outbox.add(custom(name, name < 'c' ? ada : bob));
    await outbox.count();

    expect(dropped).toMatchObject([
      { event: { name: 'a' }, reason: 'full' },
      { event: { name: 'b' }, reason: 'full' },
    ]);
  });

  it('drops no more in a transaction than it has time for, and goes on until the limits are kept', async () => {
    const store = memoryStore<Row>();
    const before = setup({ store });
    await Promise.all(Array.from({ length: 1_000 }, () => before.outbox.add(custom('a'))));
    await before.outbox.count();
    let deletions: number[] = [];
    const counted: Store<Row> = (work) =>
      store((table) => {
        const index = deletions.push(0) - 1;
        const deleteOne = (key: string) => {
          deletions[index] = (deletions[index] as number) + 1;
          table.delete(key);
        };
        return work({ ...table, delete: deleteOne });
      });
    const { outbox, dropped } = setup({ store: counted }, { events: 10 });

    expect(await outbox.count()).toMatchObject({ waiting: 10, dropped: { full: 990 } });

    expect(Math.max(...deletions)).toBeLessThanOrEqual(200);
    expect(dropped).toHaveLength(990);
    deletions = [];
    await outbox.count();
    expect(deletions).toEqual([0]);
  });

  it('drops no more for nobody either', async () => {
    const store = memoryStore<Row>();
    const before = setup({ store });
    await Promise.all(
      Array.from({ length: 500 }, () => before.outbox.add({ ...custom('a'), user: undefined })),
    );
    await before.outbox.count();
    const drops: number[] = [];
    const { outbox, dropped } = setup(
      {
        store: async (work) => {
          const result = await store(work);
          drops.push(dropped.length);
          return result;
        },
      },
      { anonymous: 100 },
    );

    expect(await outbox.count()).toMatchObject({ waiting: 100, anonymous: 100, dropped: { anonymous: 400 } });

    expect(drops[1]).toBe(200);
  });

  const broken = { size: 9, failures: 0, seen: 0 };
  const line = `1${JSON.stringify(ada)}`;
  it.each([
    {
      what: 'of a kind that another version knows',
      row: { ...broken, event: { ...custom('a'), kind: 'poem' } },
    },
    { what: 'that has no event', row: broken },
    { what: 'whose event is a text', row: { ...broken, event: 'a' } },
    { what: 'in line that has no event', row: broken, key: `${line}!` },
    { what: 'in line that has no size', row: { event: { ...custom('a'), user: ada } }, key: `${line}!` },
    { what: 'in line that is nothing but a text', row: 'a', key: `${line}!` },
    { what: 'in line that is empty', row: {}, key: '1!', isOwnKey: false },
    { what: 'on its way that is empty', row: {}, key: `5${line}!`, isOwnKey: false },
  ])(
    'sets a row aside $what, counts it, and sends what is behind it',
    async ({ row, key = '0!', isOwnKey }) => {
      const { store, outbox, dropped, take } = setup();
      const kept = (typeof row === 'string' || isOwnKey === false ? row : { ...row, key }) as Row;
      await store((table) => table.put(key, kept));
      await outbox.add(custom('b'));

      expect([...(await take()), ...(await take())]).toMatchObject([{ event: { name: 'b' } }]);

      expect(await outbox.count()).toMatchObject({ waiting: 1, dropped: { unknown: 1 } });
      expect(dropped).toMatchObject([{ reason: 'unknown' }]);
      expect(await store((table) => table.keys('9', '9~', 9))).toMatchObject([expect.stringMatching(/^9/)]);
    },
  );
});
