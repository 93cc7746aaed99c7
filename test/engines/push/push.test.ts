import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Page } from 'puppeteer-core';
import type { Client, Push } from '../../../src/index.js';
import { JOURNAL } from '../../../src/events/outbox/row.js';
import { chosenEngines, isInstalled } from '../harness/engines.js';
import { createSite } from '../harness/site.js';
import { launchForPush, type PushBrowser } from './push-browser.js';
import { servePushes } from './push-service.js';
import { createPushShop, type PushShopOptions } from './push-shop.js';

const ada = { email: 'ada@example.com' };
const bob = { email: 'bob@example.com' };
const sale = { title: 'Sale', body: 'Today', messageId: 'm1', campaignId: 7, url: '/sale' };

/** The page's own names, for functions that run in it. */
declare const client: Client;
declare const push: Push;
declare const answer: Promise<unknown>;
declare const timesShown: number;

interface SceneOptions extends PushShopOptions {
  /** Whether Background Sync may wake the service worker up: at any moment, also while a test ends it. */
  canSync?: boolean;
}

/** A push service, and a browser that gets its pushes. */
async function launch(name: PushBrowser['name']) {
  const service = await servePushes();
  return { service, browser: await launchForPush(name, service) };
}

/** A shop, and the browser with its front page. */
async function openShop({ service, browser }: Awaited<ReturnType<typeof launch>>, options: SceneOptions) {
  const shop = createPushShop(options);
  const site = await createSite(shop);
  await browser.allow(site.url, options.canSync ? ['backgroundSync'] : []);
  onTestFinished(async () => {
    await browser.clear();
    await site.close();
  });

  const open = async (path = '/') => {
    const page = await browser.open(site.url + path);
    if (path !== '/away') await page.waitForFunction('globalThis.push');
    return page;
  };
  const page = await open();
  const [token, shown] = [() => shop.tokens(ada.email).at(-1) ?? '', () => shownOn(page)];
  return {
    ...{ shop, service, site, browser, open, page, shown },
    /** Lets a push come to Ada's browser, and waits until it is shown. */
    async deliver(payload: unknown) {
      const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
      const before = await page.evaluate(() => timesShown);
      await browser.push(page, token(), text);
      await page.waitForFunction((before) => timesShown > before, {}, before);
    },
  };
}

/** Comes, and turns pushes on. */
async function turnOn(page: Page, user = ada): Promise<void> {
  expect(await askFor(page, user)).toBe('granted');
}

/** Comes, and asks for pushes with a click. Gives the answer. */
async function askFor(page: Page, user = ada): Promise<unknown> {
  await page.evaluate(async (user: { email: string }) => client.identify(user), user);
  await page.click('#on');
  await page.waitForFunction('globalThis.answer');
  return page.evaluate(() => answer);
}

function shownOn(page: Page): Promise<[title: string, body: string][]> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const shown = (await registration?.getNotifications()) ?? [];
    return shown.map(({ title, body }): [string, string] => [title, body]);
  });
}

/** Waits until a click rests, which has been sent in vain: one that is on its way when its worker ends counts as told. */
async function rested(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(restingClicks, JOURNAL)).toBe(1);
}

const isOn = (page: Page) => page.evaluate(() => push.isOn);

/** WebKit for GTK has no push. Elsewhere than in CI, an engine may be missing. */
const engines = chosenEngines(process.env['ENGINE'] ?? '').filter(
  (engine) => engine.name !== 'webkit' && (isInstalled(engine) || process.env['CI']),
);
// A file without a test is a failure, also where it is for none of the engines that were chosen.
if (!engines.length) it.skip('web push is tested in Chromium and Firefox');

describe.each(engines.map((engine) => engine.name as PushBrowser['name']))('web push in %s', (name) => {
  let launched: Awaited<ReturnType<typeof launch>>;
  beforeAll(async () => void (launched = await launch(name)));
  afterAll(async () => {
    await launched.browser.close();
    launched.service.close();
  });
  const setScene = (options: SceneOptions = {}) => openShop(launched, options);

  it('comes from the push service to a visitor who has turned it on', async () => {
    const { page, shop, deliver, shown } = await setScene();

    await turnOn(page);

    expect(await isOn(page)).toBe(true);
    expect(JSON.parse(shop.tokens(ada.email)[0] ?? '{}')).toMatchObject({
      endpoint: expect.stringContaining('http') as string,
      keys: { auth: expect.any(String) as string, p256dh: expect.any(String) as string },
    });
    await deliver(sale);
    expect(await shown()).toEqual([['Sale', 'Today']]);
  });

  it('that is nonsense shows as the text it is, and does no harm', async () => {
    const { page, deliver, shown } = await setScene();
    await turnOn(page);

    await deliver('not JSON');
    await deliver({ title: 7, body: [], image: 'javascript:alert(1)', actions: 7, url: {}, data: null });
    await deliver({ title: 'x'.repeat(1200), actions: [{ action: 'a', title: 'A' }, null] });

    expect((await shown()).map(([title]) => title.slice(0, 9))).toEqual(
      expect.arrayContaining(['not JSON', '127.0.0.1', 'xxxxxxxxx']),
    );
  });

  it('is clicked: the click arrives under the name of the visitor', async () => {
    const { page, shop, deliver, browser, site } = await setScene();
    await turnOn(page);
    await deliver(sale);

    await browser.click(page);

    await expect.poll(shop.clicks).toEqual([[ada.email, 'm1']]);
    expect(shop.emulator.inspect.events('webPushClick')).toMatchObject([{ fields: { campaignId: 7 } }]);
    // An event of our own opens nothing in Chromium.
    if (name === 'firefox') await expect.poll(browser.addresses).toContain(`${site.url}/sale`);
  });

  // An event of our own shows no window in Chromium.
  if (name === 'firefox')
    it('is clicked: a window of the site goes to its page, where none has it', async () => {
      const { page, deliver, browser, site } = await setScene();
      await turnOn(page);
      // From now on the service worker leads it.
      await page.reload();
      await page.waitForFunction('globalThis.push?.isOn && navigator.serviceWorker.controller');
      await deliver(sale);

      await browser.click(page);

      await page.waitForFunction(`location.pathname === '/sale'`);
      const ofSite = (await browser.addresses()).filter((address) => address.startsWith(site.url));
      expect(ofSite).toHaveLength(1);
    });

  it('is clicked offline: the next page delivers it, also where the worker has ended in between', async () => {
    const { page, shop, deliver, browser, site, open } = await setScene({ worker: '' });
    await turnOn(page);
    // The window that has its page goes nowhere, and can be asked.
    await deliver({ ...sale, url: '/away' });
    await browser.endWorker(page);
    await page.goto(`${site.url}/away`);
    site.cut();
    await browser.click(page);
    await rested(page);
    await browser.endWorker(page);
    expect(shop.clicks()).toEqual([]);

    site.mend();
    await open();

    await expect.poll(shop.clicks).toEqual([[ada.email, 'm1']]);
  });

  it('comes no more after a log-out, and what is shown goes away', async () => {
    const { page, shop, service, deliver, shown } = await setScene();
    const { ended } = service;
    await turnOn(page);
    await deliver(sale);

    await page.evaluate(() => client.reset());

    await expect.poll(shown).toEqual([]);
    await expect.poll(() => page.evaluate(hasSubscription)).toBe(false);
    await expect.poll(() => service.ended).toBe(ended + 1);
    expect(shop.tokens(ada.email)).toHaveLength(1);
  });

  it('is of no other person in the same browser, who gets their own once they want them', async () => {
    const { page, shop } = await setScene();
    await turnOn(page);
    const [token] = shop.tokens(ada.email);

    await page.evaluate(async (user: { email: string }) => client.identify(user), bob);
    await expect.poll(() => page.evaluate(hasSubscription)).toBe(false);
    expect([await isOn(page), shop.tokens(bob.email)]).toEqual([false, []]);
    await turnOn(page, bob);

    expect(await isOn(page)).toBe(true);
    expect(shop.tokens(bob.email)).toHaveLength(1);
    expect(shop.tokens(bob.email)).not.toContain(token);
  });

  it('is on in every tab, and on the next page', async () => {
    const { page, open } = await setScene();
    const other = await open();

    await turnOn(page);

    await other.waitForFunction('push.isOn');
    await other.reload();
    await other.waitForFunction('globalThis.push?.isOn');
  });

  it('says what is wrong with a service worker that does not load', async () => {
    const { page, site } = await setScene();
    // No other page is there, which would turn them on with its own.
    await page.goto(`${site.url}/?worker=/nowhere.js`);
    await page.waitForFunction('globalThis.push');
    // "`serviceWorker` does not load", as visitors have it.
    expect(await askFor(page)).toBe('OptionError: npx tidings explain 59');
    expect(await isOn(page)).toBe(false);
  });

  // No other engine has it.
  if (name === 'chromium')
    it('whose click waits is delivered by Background Sync, without a page of ours', async () => {
      const { page, shop, deliver, browser, site } = await setScene({ canSync: true });
      await turnOn(page);
      await deliver(sale);
      await page.goto(`${site.url}/away`);
      site.cut();
      await browser.click(page);
      await expect.poll(() => page.evaluate(syncTags)).toHaveLength(1);

      site.mend();
      const [tag = ''] = await page.evaluate(syncTags);
      // One that comes while an earlier one still fails has nothing to do.
      const clicksAfterSync = () => browser.sync?.(page, tag).then(shop.clicks);
      await expect.poll(clicksAfterSync).toEqual([[ada.email, 'm1']]);
    });
});

// What follows runs in the page.

async function hasSubscription(): Promise<boolean> {
  const registration = await navigator.serviceWorker.getRegistration();
  return !!(await registration?.pushManager.getSubscription());
}

async function syncTags(): Promise<string[]> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (registration as unknown as { sync: { getTags(): Promise<string[]> } }).sync.getTags();
}

/** How many clicks are on the device, not on their way, and no more in the journal, where they were recorded. */
async function restingClicks(journal: string): Promise<number> {
  const [{ name = '' } = {}] = await indexedDB.databases();
  return new Promise((resolve) => {
    const opening = indexedDB.open(name);
    opening.onsuccess = () => {
      const reading = opening.result.transaction('entries').objectStore('entries').getAll();
      reading.onsuccess = () => {
        opening.result.close();
        const rows = reading.result as { key?: string; lease?: object; event?: { route?: string } }[];
        const clicks = rows.filter(({ event }) => event?.route?.includes('trackWebPushClick'));
        resolve(clicks.filter(({ key, lease }) => !lease && !key?.startsWith(journal)).length);
      };
    };
  });
}
