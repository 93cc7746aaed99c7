import type { ChaosPage } from './page.js';
import { KEYS, type Tabs } from './tabs.js';
import type { Who } from './wire.js';

/** What the client counts at the end, over all keys. */
export interface Counts {
  waiting: number;
  uncertain: number;
  dropped: Record<string, number>;
}

/** How often what waits is delivered. */
const TRIES = 16;
/** From which of these on the other pages are gone, and time passes. */
const LATE = 4;
/** A little more than what waits for a token that was not there has to wait, in milliseconds: an hour. */
const LONG = 3_700_000;

/** Delivers what waits, of all keys, until nothing does. */
export async function deliverAll(tabs: Tabs): Promise<Counts> {
  let counts: Counts = { waiting: 0, uncertain: 0, dropped: {} };
  for (let tries = 0; tries < TRIES; tries++) {
    if (tries === LATE) {
      for (const { page } of tabs.all.splice(0)) await page.close();
    }
    if (tries >= LATE) tabs.ahead += LONG;
    counts = { waiting: 0, uncertain: 0, dropped: {} };
    for (const key of KEYS) {
      const { waiting, uncertain, dropped } = await deliver(tabs, key);
      counts.waiting += waiting;
      counts.uncertain += uncertain;
      Object.assign(counts.dropped, dropped);
    }
    if (!counts.waiting) break;
  }
  return counts;
}

/** Delivers what waits as each of these comes back, of whom a relay may have seen nobody while they were here. */
export async function deliverToEach(
  tabs: Tabs,
  users: readonly Who[],
  become: (user: Who) => Promise<void>,
): Promise<void> {
  for (const user of users) {
    await become(user);
    for (let tries = 0; tries < 2; tries++) {
      const { waiting } = await deliver(tabs, KEYS[0]);
      if (!waiting) return;
      tabs.ahead += LONG;
    }
  }
}

/** Delivers what waits in a page that shares nothing with others, while time passes for it. */
export async function deliverApart({ page }: Tabs['all'][number], ahead: number): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    const { waiting } = await page.evaluate(() => chaos.flush());
    if (!waiting) return;
    await page.evaluate((ahead: number) => chaos.leap(ahead), ahead + (tries + 1) * LONG);
  }
}

async function deliver(tabs: Tabs, key: string) {
  const own = tabs.all.find((tab) => tab.isApart && tab.key === key && key !== KEYS[0]);
  const tab = key === KEYS[0] ? await tabs.at(0) : (own ?? (await tabs.open({ apiKey: key }, true)));
  await tab.page.evaluate((ahead: number) => chaos.leap(ahead), tabs.ahead);
  return tab.page.evaluate(() => chaos.flush());
}

/** The page's own name, for functions that run in it. */
declare const chaos: ChaosPage;
