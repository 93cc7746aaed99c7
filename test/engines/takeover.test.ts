import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Client } from '../../src/index.js';
import { inEveryEngine } from './harness.js';
import type { ShopOptions } from './shop.js';
import { openThree, withoutLocks } from './three-tabs.js';

/** How soon another tab goes on with what a dead one leaves, in milliseconds. */
const TAKEOVER = 2_000;

/** The page's own name, for functions that run in it. */
declare const client: Client;

inEveryEngine('tabs of which one dies', (setScene) => {
  /** Three tabs, of which one waits for the answer to a call. Any may be the one that makes it. */
  async function openThreeOfWhichOneHangs(options?: ShopOptions) {
    const { shop, tabs } = await openThree(setScene, options);
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
    await wait(3_000);
    expect(shop.calls).toHaveLength(1);

    await hanging.kill();

    await expect.poll(shop.arrived, { timeout: TAKEOVER }).toEqual(['of the dead']);
  });
});
