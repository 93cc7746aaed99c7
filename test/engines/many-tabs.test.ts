import { expect, it } from 'vitest';
import type { Client } from '../../src/index.js';
import { inEveryEngine } from './harness/harness.js';
import type { ShopCall } from './shop.js';
import { openThree, withoutLocks } from './three-tabs.js';

/** The page's own names, for functions that run in it. */
declare const client: Client;
declare const told: string[];

/** Lets no lease end, however slow the machine: for tabs, it is always the same moment. */
const sameMoment = `<script>Date.now = () => ${Date.now()};</script>`;

/** Pairs of calls that were on their way at once from different tabs. */
function overlaps(calls: readonly ShopCall[]) {
  return calls.flatMap((one) =>
    calls
      .filter((other) => other.page !== one.page && other.from < one.to && one.from < other.to)
      .map((other) => [one.page, other.page]),
  );
}

inEveryEngine('many tabs', (setScene) => {
  it('deliver one at a time, each event once', async () => {
    const { shop, tabs } = await openThree(setScene);
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
    const { shop, tabs } = await openThree(setScene, { before: `${withoutLocks.before}${sameMoment}` });
    shop.emulator.faults.add({ kind: 'delay', delay: 30, times: 60 });

    await Promise.all(
      tabs.map((tab) =>
        tab.evaluate(async () => {
          for (let index = 0; index < 20; index++) void client.track('viewed');
          await client.flush();
        }),
      ),
    );

    await expect.poll(() => shop.arrived().length).toBe(60);
    expect(shop.calls).toHaveLength(60);
  });

  it('tell each other who the visitor is, and that they logged out', async () => {
    const { tabs } = await openThree(setScene);
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
    const { shop, tabs } = await openThree(setScene);
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
    const { shop, tabs } = await openThree(setScene);
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
