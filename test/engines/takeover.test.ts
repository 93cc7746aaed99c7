import { expect, it } from 'vitest';
import type { Client } from '../../src/index.js';
import type { Page } from './harness/engine.js';
import { inEveryEngine } from './harness/harness.js';
import { advance, pageClock, stopTimeTogether, type PageClock } from './harness/page-clock.js';
import { openThree, withoutLocks } from './three-tabs.js';

/** How soon another tab goes on with what a dead one leaves, in milliseconds. */
const TAKEOVER = 2_000;
/** How soon a tab sends what was recorded, in milliseconds. */
const SOON = 100;
/** How often a tab renews what it says of itself, in milliseconds. */
const STEP = 400;

/** The page's own names, for functions that run in it. */
declare const client: Client;
declare const clock: PageClock;
declare const standStill: () => void;
declare const goOn: () => void;

/** HTML with which a page says that another has something to send, as `isNudged`. */
const nudges = `<script>
  addEventListener('storage', ({ key, newValue }) => {
    if (newValue && key.endsWith(' waiting')) globalThis.isNudged = true;
  });
</script>`;
/**
 * HTML that lets a page stand still, from `standStill()` on, as soon as it has taken something to send: it hears of
 * nothing before `goOn()`.
 */
const stillness = `<script>(${String(installStillness)})()</script>`;
const html = pageClock + nudges + stillness;

/** Stops time once what speaks to the service is there. */
async function stopWithAll(tabs: readonly Page[]) {
  for (const tab of tabs) await tab.evaluate(() => client.flush());
  await stopTimeTogether(tabs);
}

inEveryEngine('tabs of which one', (setScene) => {
  /** Three tabs, at a moment that does not pass by itself, of which one waits for the answer to a call. */
  async function openThreeOfWhichOneHangs(before = '') {
    const { shop, tabs } = await openThree(setScene, { before: html + before });
    const [hanging, waiting] = tabs;
    await stopWithAll(tabs);
    shop.emulator.faults.add({ kind: 'delay', delay: 600_000 });
    await hanging.evaluate(() => client.track('of the dead'));
    await advance(hanging, SOON);
    await expect.poll(() => shop.calls.length).toBe(1);
    await waiting.waitUntil('globalThis.isNudged');
    return { shop, hanging, waiting };
  }

  it('dies go on within two seconds with what it was sending, while they wait for it', async () => {
    const { shop, hanging, waiting } = await openThreeOfWhichOneHangs();
    await waiting.evaluate(() => client.track('of the living'));
    await pass(waiting, SOON);

    await hanging.kill();
    await waiting.waitUntil(isLockFree);
    await pass(waiting, TAKEOVER);

    await expect.poll(() => shop.arrived().sort()).toEqual(['of the dead', 'of the living']);
  });

  it('dies go on within two seconds with what it was sending, also when they had nothing to do', async () => {
    const { shop, hanging, waiting } = await openThreeOfWhichOneHangs();
    await pass(waiting, SOON);

    await hanging.kill();
    await waiting.waitUntil(isLockFree);
    await pass(waiting, TAKEOVER);

    await expect.poll(shop.arrived).toEqual(['of the dead']);
  });

  it('dies go on within two seconds where there are no Web Locks, and never while it is still sending', async () => {
    const { shop, hanging, waiting } = await openThreeOfWhichOneHangs(withoutLocks.before);
    for (let time = 0; time < TAKEOVER; time += STEP) {
      await pass(hanging, STEP);
      await pass(waiting, STEP);
    }
    expect(shop.calls).toHaveLength(1);

    await hanging.kill();
    await pass(waiting, TAKEOVER);

    await expect.poll(shop.arrived).toEqual(['of the dead']);
    expect(shop.calls).toHaveLength(2);
  });

  it('stands still deliver an older cart and a newer one, and it does not send the older one after that', async () => {
    const { shop, tabs } = await openThree(setScene, { before: html + (withoutLocks.before ?? '') });
    const [still, other] = tabs;
    await stopWithAll(tabs);
    await still.evaluate(() => {
      standStill();
      return client.updateCart([{ id: 'older', name: 'Mug', price: 12, quantity: 1 }]);
    });
    await advance(still, SOON);
    await still.waitUntil('!!globalThis.goOn');

    await other.evaluate(() => {
      clock.sleep(6_000);
      return client.updateCart([{ id: 'newer', name: 'Mug', price: 12, quantity: 1 }]);
    });
    const carts = async () => {
      await pass(other, SOON);
      return cartsOf(shop);
    };
    await expect.poll(carts).toEqual(['older', 'newer']);
    await still.evaluate(() => {
      clock.sleep(6_000);
      goOn();
      return client.track('afterwards');
    });

    const arrived = async () => {
      await pass(still, SOON);
      return shop.arrived();
    };
    await expect.poll(arrived).toEqual(['afterwards']);
    expect(cartsOf(shop)).toEqual(['older', 'newer']);
  });
});

/** Lets time pass in a tab, which never waits for IndexedDB meanwhile: what it does to the outbox ends in each step. */
async function pass(tab: Page, milliseconds: number): Promise<void> {
  for (let time = 0; time < milliseconds; time += STEP) {
    await advance(tab, Math.min(STEP, milliseconds - time));
    await tab.evaluate(() => client.stats());
  }
}

/** It runs in the page. What the page has asked for before that has been answered. */
async function isLockFree(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.length === 0;
}

/** What stood in each cart that the service was told of. */
function cartsOf({ emulator }: Awaited<ReturnType<typeof openThree>>['shop']) {
  const told = emulator.inspect.requests.filter(({ route }) => route.endsWith('updateCart'));
  return told.map(({ body }) => (body as { items: { id: string }[] }).items[0]?.id);
}

/** It runs in the page, so it uses nothing from outside. */
function installStillness(): void {
  const { put } = IDBObjectStore.prototype;
  const { commit } = IDBTransaction.prototype;
  let isAboutTo = false;
  let hasTaken = false;

  IDBObjectStore.prototype.put = function (value, key) {
    // Begins the keys of what is on its way.
    hasTaken ||= isAboutTo && typeof key === 'string' && key.startsWith('5');
    return put.call(this, value, key);
  };
  IDBTransaction.prototype.commit = function () {
    if (hasTaken) {
      const { oncomplete } = this;
      this.oncomplete = null;
      hasTaken = false;
      isAboutTo = false;
      Object.assign(globalThis, { goOn: () => void oncomplete?.call(this, new Event('complete')) });
    }
    commit.call(this);
  };
  Object.assign(globalThis, { standStill: () => void (isAboutTo = true) });
}
