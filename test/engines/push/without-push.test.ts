import { expect, it } from 'vitest';
import type { Client, Push } from '../../../src/index.js';
import { inEveryEngine } from '../harness/harness.js';
import { createPushShop } from './push-shop.js';

const ada = { email: 'ada@example.com' };

/** The page's own names, for functions that run in it. */
declare const client: Client;
declare const push: Push;
declare const errors: string[];

/** Lets a test click what WebKit for GTK cannot show: the event is made up, all that follows is the service worker's own. */
const also = `addEventListener('message', ({ data, source }) => {
  const click = new ExtendableEvent('notificationclick');
  const notification = { data: { tidings: data }, close() {} };
  Object.defineProperties(click, { action: { value: '' }, notification: { value: notification } });
  dispatchEvent(click);
})`;

/** Says on the device whom pushes are for, as a page with push does. It runs in the page. */
async function admit(user: { email: string }): Promise<void> {
  const [{ name = '' } = {}] = await indexedDB.databases();
  await new Promise<void>((resolve) => {
    const opening = indexedDB.open(name);
    opening.onsuccess = () => {
      const writing = opening.result.transaction('entries', 'readwrite');
      writing.objectStore('entries').put({ user }, 'push');
      writing.oncomplete = () => {
        opening.result.close();
        resolve();
      };
    };
  });
}

inEveryEngine(
  'an engine without push',
  (setScene) => {
    it('has a page that says so, and nothing breaks', async () => {
      const { open } = await setScene(createPushShop());
      const page = await open();
      await page.waitUntil('globalThis.push');

      const said = await page.evaluate(async (ada: { email: string }) => {
        await client.identify(ada);
        const state = await push.turnOn();
        await push.turnOff();
        return { state, isOn: push.isOn, explanation: push.explanation, errors };
      }, ada);

      expect(said).toMatchObject({ state: 'unsupported', isOn: false, errors: [] });
      expect(said.explanation).toContain('cannot');
      expect(await page.errors()).toEqual([]);
    });

    it('delivers what the service worker has recorded with the next page', async () => {
      const shop = createPushShop({ also, worker: '' });
      const { open, site } = await setScene(shop);
      const page = await open();
      await page.waitUntil('globalThis.push');
      await page.evaluate(async (ada: { email: string }) => {
        await client.identify(ada, { dataFields: { plan: 'pro' } });
        await client.flush({ timeout: 60_000 });
        await navigator.serviceWorker.register('/service-worker.js');
        await navigator.serviceWorker.ready;
      }, ada);
      await page.evaluate(admit, ada);
      await page.goto(`${site.url}/away`);

      await page.evaluate(async (user: { email: string }) => {
        const { active } = await navigator.serviceWorker.ready;
        active?.postMessage({ actions: [], message: { messageId: 'm1' }, user });
      }, ada);
      // No page of ours is open, and the worker has no tokens.
      await expect.poll(shop.refusedClicks).toBe(1);
      expect(shop.clicks()).toEqual([]);
      await page.goto(site.url);

      await expect.poll(shop.clicks).toEqual([[ada.email, 'm1']]);
    });
  },
  { only: ['webkit'] },
);
