import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Page } from 'puppeteer-core';
import type { Client } from '../../../src/index.js';
import { chosenEngines, isInstalled } from '../harness/engines.js';
import { createSite } from '../harness/site.js';
import { launchForBackground, type BackgroundBrowser } from './background-browser.js';
import { createBackgroundShop } from './background-shop.js';

const ada = { email: 'ada@example.com' };
const bob = { email: 'bob@example.com' };

/** The page's own names, for functions that run in it. */
declare const client: Client;

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Does a number of things as somebody, each of which waits; it runs in the page. */
async function act(user: { email: string }, count: number): Promise<void> {
  await client.identify(user);
  const mug = { id: 'A1', name: 'Mug', price: 12, quantity: 1 };
  for (let index = 0; index < count; index++) {
    if (index % 10) await client.track(`${user.email} ${index}`);
    else await client.purchase({ items: [mug], total: index });
  }
}

/** What the custom events of {@link act} are called. */
const namesOf = ({ email }: { email: string }, count: number) =>
  numbers(count)
    .filter((index) => index % 10)
    .map((index) => `${email} ${index}`);
const totalsOf = (count: number) => numbers(count).filter((index) => index % 10 === 0);

const inChromium = chosenEngines(process.env['ENGINE'] ?? '').some(
  (engine) => engine.name === 'chromium' && (isInstalled(engine) || process.env['CI']),
);
// A file without a test is a failure, also where it is for none of the engines that were chosen.
if (!inChromium) it.skip('Background Sync is tested in Chromium');

describe.runIf(inChromium)('delivery in the background in chromium', () => {
  let browser: BackgroundBrowser;
  beforeAll(async () => void (browser = await launchForBackground()));
  afterAll(() => browser.close());

  /** A shop, and its front page, whose service worker is there. */
  async function setScene() {
    const shop = createBackgroundShop();
    const site = await createSite(shop);
    onTestFinished(async () => {
      await browser.clear();
      await site.close();
    });
    const tag = `tidings ${site.url} ${shop.emulator.keys.web}`;
    async function open() {
      const page = await browser.open(site.url);
      await page.waitForFunction('globalThis.isReady');
      return page;
    }
    const page = await open();
    return {
      ...{ shop, site, page, open },
      /** Lets Background Sync come, and come back while there is something to come back for, until so much is there. */
      async syncUntil(isDone: () => boolean) {
        await expect.poll(() => browser.sync(site.url, tag).then(isDone), { interval: 1_000 }).toBe(true);
      },
      sync: () => browser.sync(site.url, tag),
    };
  }

  /** Ends the visit with so much waiting of each of two users, while the service is down. */
  async function leaveWaiting(scene: Awaited<ReturnType<typeof setScene>>, count = 100) {
    const { page, shop } = scene;
    shop.goAway();
    await page.evaluate(act, ada, count);
    await page.evaluate(act, bob, count);
    await inVain(page);
    await browser.leave(page);
  }

  it('delivers all that the last page left while the service was down: once, in order, under its users', async () => {
    const scene = await setScene();
    const { shop, syncUntil, open } = scene;
    await leaveWaiting(scene);
    shop.comeBack('worker');
    const before = shop.callsBy('worker');

    await syncUntil(() => shop.arrived(bob.email).length === 90 && shop.arrived(ada.email).length === 90);

    for (const user of [ada, bob]) {
      expect(shop.bought(user.email)).toEqual(totalsOf(100));
      expect(shop.arrived(user.email).sort()).toEqual(namesOf(user, 100).sort());
    }
    // Nothing was sent twice.
    expect(shop.callsBy('worker') - before).toBe(200);
    shop.comeBack('page');
    const page = await open();
    expect(await page.evaluate(() => client.stats())).toMatchObject({
      waiting: 0,
      delivered: 200,
      deliveredInBackground: 200,
      uncertain: 0,
    });
  });

  it('comes by itself, without a page, once one in trouble has asked for it', async () => {
    const { page, shop } = await setScene();
    shop.goAway();
    await page.evaluate(act, ada, 2);
    await inVain(page);
    await browser.leave(page);
    await expect.poll(() => shop.callsBy('worker')).toBeGreaterThan(0);

    shop.comeBack('worker');

    await expect.poll(() => shop.arrived(ada.email)).toEqual(namesOf(ada, 2));
  });

  it('comes by itself to a page that is hidden, and goes on with what that had not sent when it is closed', async () => {
    const { page, shop } = await setScene();
    const letGo = shop.hold();
    await page.evaluate(act, ada, 60);
    await expect.poll(() => shop.callsBy('page')).toBeGreaterThan(0);

    await browser.hide(page);
    await page.waitForFunction(() => document.visibilityState === 'hidden');
    await page.waitForFunction(hasAskedForSync);
    await browser.leave(page);
    letGo();

    await expect.poll(() => new Set(shop.arrived(ada.email)).size).toBe(54);
    await expect.poll(() => new Set(shop.bought(ada.email)).size).toBe(6);
    expect([...new Set(shop.bought(ada.email))]).toEqual(totalsOf(60));
    expect(shop.callsBy('worker')).toBeGreaterThan(0);
  });

  it('takes turns with a page that delivers at the same time: nothing comes twice', async () => {
    const { page, shop, sync } = await setScene();
    shop.goAway();
    await page.evaluate(act, ada, 100);
    await inVain(page);
    const before = shop.calls.length;
    shop.comeBack('page', 'worker');

    await Promise.all([page.evaluate(() => client.flush({ timeout: 60_000 })), sync(), sync()]);
    await page.waitForFunction(() => client.stats().then(({ waiting }) => !waiting));

    expect(shop.bought(ada.email)).toEqual(totalsOf(100));
    expect(shop.arrived(ada.email).sort()).toEqual(namesOf(ada, 100).sort());
    expect(shop.calls.length - before).toBe(100);
  });

  it('lets a page that follows an event hear that it is delivered', async () => {
    const { page, shop, sync } = await setScene();
    shop.goAway();
    shop.comeBack('worker');
    await page.evaluate(async (user: { email: string }) => {
      await client.identify(user);
      const recording = client.track('followed');
      Object.assign(globalThis, { followed: recording.delivered.then(() => 'delivered', String) });
      await recording;
    }, ada);
    await inVain(page);

    await sync();

    expect(await page.evaluate('followed')).toBe('delivered');
    expect(shop.callsBy('worker')).toBe(1);
  });

  it('does nothing for a visitor who refuses', async () => {
    const scene = await setScene();
    const { shop, page, sync } = scene;
    shop.goAway();
    await page.evaluate(act, ada, 5);
    await inVain(page);
    await page.evaluate(() => client.consent('denied'));
    await browser.leave(page);
    shop.comeBack('page', 'worker');
    const before = shop.calls.length;

    await sync();
    await sync();

    expect(shop.calls.length).toBe(before);
  });

  it('delivers for one user where the token of another has expired', async () => {
    const scene = await setScene();
    const { shop, syncUntil } = scene;
    shop.letTokensExpire(ada.email);
    await leaveWaiting(scene, 10);
    shop.comeBack('page', 'worker');

    await syncUntil(() => shop.arrived(bob.email).length === 9);

    expect(shop.bought(bob.email)).toEqual([0]);
    expect(shop.arrived(ada.email)).toEqual([]);
  });

  it('keeps a pause that the service asks for', async () => {
    const scene = await setScene();
    const { shop, page, sync } = scene;
    shop.emulator.faults.add({ kind: 'status', status: 429, retryAfter: 3600, times: Infinity });
    await page.evaluate(act, ada, 5);
    await inVain(page);
    await browser.leave(page);
    shop.comeBack('page', 'worker');
    const before = shop.calls.length;

    await sync();
    await sync();

    expect(shop.calls.length).toBe(before);
  });

  it('that is killed while it sends loses nothing, and keeps the order', async () => {
    const scene = await setScene();
    const { shop, sync, syncUntil } = scene;
    await leaveWaiting(scene, 50);
    shop.comeBack('page', 'worker');
    const before = shop.calls.length;
    const letGo = shop.hold();
    void sync();
    await expect.poll(() => shop.calls.length).toBeGreaterThan(before);

    await browser.endWorkers();
    letGo();

    const isThere = ({ email }: typeof ada) =>
      new Set(shop.bought(email)).size >= totalsOf(50).length &&
      new Set(shop.arrived(email)).size >= namesOf({ email }, 50).length;
    await syncUntil(() => [ada, bob].every(isThere));
    for (const user of [ada, bob]) {
      // What was under way may have arrived, and come again under the same id.
      expect([...new Set(shop.bought(user.email))]).toEqual(totalsOf(50));
      expect([...new Set(shop.arrived(user.email))].sort()).toEqual(namesOf(user, 50).sort());
    }
  });
});

/** Whether a page has asked for Background Sync, which has not ended yet. It runs there. */
async function hasAskedForSync(): Promise<boolean> {
  const registration = await navigator.serviceWorker.ready;
  const { sync } = registration as unknown as { sync: { getTags(): Promise<string[]> } };
  return (await sync.getTags()).length > 0;
}

/** Lets a page try to deliver. */
async function inVain(page: Page): Promise<void> {
  await page.evaluate(() => client.flush().catch(() => {})); // That is what this is about.
}
