// @vitest-environment happy-dom
import { IDBDatabase, IDBObjectStore } from 'fake-indexeddb';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { UserRef } from '../../src/index.js';
import { ada, mug, offline, silent, startVisits, takeTime } from '../support/visits.js';

const FORMER = 120;
const HOUR = 3_600_000;
const former = (index: number) => ({ userId: `former-${index}` });

/** A device on which many have been before, each of whom left something. */
async function setup() {
  const visits = startVisits();
  const { during, pass } = takeTime();
  const { service, visit, line } = visits;
  line.fetch = offline;
  const before = visit();
  for (let index = 0; index < FORMER; index++) {
    await during(before.identify(former(index)));
    await during(before.track(`of-${index}`));
  }
  line.fetch = service.fetch;

  const asked: UserRef[] = [];
  /** Who is here can have a token, and nobody else. */
  const come = (who: UserRef, noToken: () => Promise<undefined> = async () => undefined) =>
    visit({
      getToken(user) {
        asked.push(user);
        return JSON.stringify(user) === JSON.stringify(who) ? service.signToken(user) : noToken();
      },
    });
  const others = () => asked.splice(0).filter((user) => 'userId' in user);
  return { ...visits, during, pass, come, asked, others };
}

describe('a device that many have used', () => {
  it('sends first what its visitor does', async () => {
    const { come, during, pass, others, arrived } = await setup();
    const client = come(ada, silent);

    await during(client.identify(ada));
    await during(client.track('mine'));
    await pass(1_000);

    expect(arrived()).toEqual(['mine']);
    expect(others().length).toBeLessThanOrEqual(8);
  });

  it('asks once an hour for each who has no token there, over all pages', async () => {
    const { come, during, pass, others } = await setup();
    const client = come(ada);
    await during(client.identify(ada));
    await pass(HOUR / 2);
    expect(others()).toHaveLength(FORMER);

    const next = come(ada);
    await during(next.track('more'));
    await during(next.flush());
    await pass(HOUR / 4);
    expect(others()).toEqual([]);

    await pass(HOUR / 2);
    expect(others()).toHaveLength(FORMER);
  });

  it('sends at once what one of them left, when they come back', async () => {
    const { come, during, pass, arrived } = await setup();
    const client = come(ada);
    await during(client.identify(ada));
    await pass(300_000);

    const back = come(former(FORMER - 1));
    await during(back.identify(former(FORMER - 1)));
    await during(back.flush());

    expect(arrived()).toEqual([`of-${FORMER - 1}`]);
  });

  it('lets nothing of one overtake what waits for a token since another page', async () => {
    const { visit, come, during, pass, line, service, sent } = await setup();
    const bob = { userId: 'bob' };
    const ofBob = () =>
      sent().flatMap(({ route, body }) => (JSON.stringify(body).includes('bob') ? [route.slice(-13)] : []));
    line.fetch = offline;
    const before = visit();
    await during(before.identify(bob));
    await during(before.updateCart([mug]));
    line.fetch = service.fetch;
    const next = come(ada);
    await during(next.identify(ada));
    await pass(1_000);

    line.fetch = offline;
    const back = visit();
    await during(back.identify(bob));
    await during(back.purchase({ items: [mug], total: 12 }));
    line.fetch = service.fetch;
    const last = visit({ getToken: (user) => service.signToken(user) });
    await during(last.identify(ada));
    await pass(HOUR / 2);
    expect(ofBob()).toEqual([]);

    await pass(HOUR);
    expect(ofBob()).toEqual(['ce/updateCart', 'trackPurchase']);
  });

  it('sends what all of them left, where there are tokens for all', async () => {
    const { visit, during, arrived, service } = await setup();
    const client = visit({ getToken: (user) => service.signToken(user) });

    await during(client.flush());

    expect(arrived()).toHaveLength(FORMER);
  });

  it('reads no line of each of them in one transaction', async () => {
    const { come, during } = await setup();
    const reads: number[] = [];
    const { transaction } = IDBDatabase.prototype;
    const begin = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
      this: IDBDatabase,
      ...given
    ) {
      reads.push(0);
      return transaction.apply(this, given);
    });
    const { getAll } = IDBObjectStore.prototype;
    const read = vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(function (
      this: IDBObjectStore,
      ...given
    ) {
      reads.push((reads.pop() ?? 0) + 1);
      return getAll.apply(this, given);
    });
    onTestFinished(() => [begin, read].forEach((spy) => spy.mockRestore()));
    const client = come(ada);
    await during(client.identify(ada));
    await during(client.flush());

    expect(Math.max(...reads)).toBeLessThanOrEqual(100);
    expect(reads.length).toBeGreaterThan(3);
  });
});
