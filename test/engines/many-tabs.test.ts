import { expect, it } from 'vitest';
import type { Client } from '../../src/index.js';
import { inEveryEngine } from './harness.js';
import { createShop, type ShopCall, type ShopOptions } from './shop.js';

const ada = { email: 'ada@example.com' };
/** How soon another tab goes on with what a dead one leaves, in milliseconds. */
const TAKEOVER = 2_000;
const withoutLocks: ShopOptions = { before: '<script>delete Navigator.prototype.locks;</script>' };

/** The page's own names, for functions that run in it. */
declare const client: Client;
declare const told: string[];

/** Pairs of calls that were on their way at once from different tabs. */
function overlaps(calls: readonly ShopCall[]) {
  return calls.flatMap((one) =>
    calls
      .filter((other) => other.page !== one.page && other.from < one.to && one.from < other.to)
      .map((other) => [one.page, other.page]),
  );
}

inEveryEngine('many tabs', (setScene) => {
  /** Three tabs of Ada's. */
  async function openThree(options?: ShopOptions) {
    const shop = createShop(options);
    const { open } = await setScene(shop);
    const tabs = [await open('/?1'), await open('/?2'), await open('/?3')] as const;
    for (const tab of tabs) await tab.waitUntil('globalThis.client');
    await tabs[0].evaluate((ada: { email: string }) => client.identify(ada), ada);
    for (const tab of tabs) await tab.waitUntil('client.user');
    return { shop, tabs, open };
  }

  it('deliver one at a time, each event once', async () => {
    const { shop, tabs } = await openThree();
    shop.emulator.faults.add({ kind: 'delay', delay: 30, times: 60 });

    await Promise.all(
      tabs.map((tab) =>
        tab.evaluate(async () => {
          for (let round = 0; round < 4; round++) {
            for (let index = 0; index < 5; index++) void client.track('viewed');
            await client.flush();
          }
        }),
      ),
    );

    expect(shop.arrived()).toHaveLength(60);
    expect(shop.calls).toHaveLength(60);
    expect(new Set(shop.calls.map(({ page }) => page)).size).toBeGreaterThan(1);
    expect(overlaps(shop.calls)).toEqual([]);
  });

  it('send each event once where there are no Web Locks', async () => {
    const { shop, tabs } = await openThree(withoutLocks);
    shop.emulator.faults.add({ kind: 'delay', delay: 30, times: 60 });

    await Promise.all(
      tabs.map((tab) =>
        tab.evaluate(async () => {
          for (let index = 0; index < 20; index++) void client.track('viewed');
          await client.flush();
        }),
      ),
    );

    await expect.poll(() => shop.arrived().length, { timeout: 5_000 }).toBe(60);
    expect(shop.calls).toHaveLength(60);
  });

  /** Three tabs, of which one waits for the answer to a call. Any may be the one that makes it. */
  async function openThreeOfWhichOneHangs(options?: ShopOptions) {
    const { shop, tabs } = await openThree(options);
    shop.emulator.faults.add({ kind: 'delay', delay: 20_000 });
    await tabs[0].evaluate(() => client.track('of the dead'));
    await expect.poll(() => shop.calls.length).toBe(1);
    const hanging = tabs.find((_, index) => shop.calls[0]?.page === `/?${index + 1}`) ?? tabs[0];
    return { shop, hanging, waiting: hanging === tabs[1] ? tabs[2] : tabs[1] };
  }

  it('go on within two seconds with what a dead one was sending, while they wait for it', async () => {
    const { shop, hanging, waiting } = await openThreeOfWhichOneHangs();
    await waiting.evaluate(() => client.track('of the living'));

    await hanging.kill();

    await expect
      .poll(() => shop.arrived().sort(), { timeout: TAKEOVER })
      .toEqual(['of the dead', 'of the living']);
  });

  it('go on within two seconds with what a dead one was sending, also when they had nothing to do', async () => {
    const { shop, hanging } = await openThreeOfWhichOneHangs();

    await hanging.kill();

    await expect.poll(shop.arrived, { timeout: TAKEOVER }).toEqual(['of the dead']);
  });

  it('go on within two seconds where there are no Web Locks, and never while one is still sending', async () => {
    const { shop, hanging } = await openThreeOfWhichOneHangs(withoutLocks);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(shop.calls).toHaveLength(1);

    await hanging.kill();

    await expect.poll(shop.arrived, { timeout: TAKEOVER }).toEqual(['of the dead']);
  });

  it('tell each other who the visitor is, and that they logged out', async () => {
    const { tabs } = await openThree();
    const [here, there] = tabs;
    await there.evaluate(() => {
      const told: string[] = [];
      Object.assign(globalThis, { told });
      client.on('user', (user) => told.push(user?.userId ?? 'nobody'));
    });

    await here.evaluate(() => client.identify({ userId: 'bob' }));
    await there.waitUntil(() => client.user?.userId === 'bob');
    await here.evaluate(() => client.reset());
    await there.waitUntil(() => !client.user);

    expect(await there.evaluate(() => told)).toEqual(['bob', 'nobody']);
  });

  it('record what happens in each for the visitor that another has identified', async () => {
    const { shop, tabs } = await openThree();
    const [here, there] = tabs;

    await here.evaluate(() => client.identify({ userId: 'bob' }, { create: true }));
    await there.waitUntil(() => client.user?.userId === 'bob');
    await there.evaluate(async () => {
      await client.track('viewed');
      await client.flush();
    });

    expect(shop.emulator.inspect.events('customEvent')).toMatchObject([{ userId: 'bob' }]);
  });

  it('tell each other that the visitor refuses to be recorded', async () => {
    const { shop, tabs } = await openThree();
    const [here, there] = tabs;
    await there.evaluate(() => {
      const told: string[] = [];
      Object.assign(globalThis, { told });
      client.on('consent', (consent) => told.push(consent));
    });

    await here.evaluate(() => client.consent('denied'));
    await there.waitUntil(() => told.includes('denied'));
    await there.evaluate(async () => {
      await client.track('viewed');
      await client.flush();
    });

    expect(shop.arrived()).toEqual([]);
    expect(await there.evaluate(() => client.user)).toBeUndefined();
  });
});
