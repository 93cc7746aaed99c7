import { expect, it } from 'vitest';
import type { Client } from '../../src/index.js';
import { inEveryEngine } from './harness/harness.js';
import { createShop } from './shop.js';

const ada = { email: 'ada@example.com' };
const bob = { email: 'bob@example.com' };

/** The page's own name, for functions that run in it. */
declare const client: Client;

const databases = 'indexedDB.databases().then((all) => all.map(({ name }) => name).join())';

inEveryEngine('before a visitor has been asked', (setScene, engine) => {
  it('nothing is made on the device, and what it knows of them is heard', async () => {
    const shop = createShop({ options: "consent: 'pending'" });
    const { open } = await setScene(shop);
    const page = await open();
    await page.waitUntil('globalThis.client');

    await page.evaluate((ada: { email: string }) => client.identify(ada), ada);
    await page.evaluate(() => client.track('looked-around'));
    expect(await page.evaluate(databases)).toBe('');
    expect(await page.evaluate('localStorage.length')).toBe(0);

    for (const state of ['denied', 'granted'] as const) {
      await page.evaluate(async (state: 'denied') => {
        await client.consent(state);
        localStorage.clear();
      }, state as 'denied');
      await page.reload();
      await page.waitUntil(`globalThis.client?.consent() === '${state}'`);
    }
    expect(shop.arrived()).toEqual([]);
    expect(await page.errors()).toEqual([]);
  });

  it('thousands of events may wait, and all are safe once they agree', async () => {
    const shop = createShop({ options: "consent: 'pending'" });
    const { open } = await setScene(shop);
    const page = await open();
    await page.waitUntil('globalThis.client');
    shop.goAway();

    await page.evaluate(async (ada: { email: string }) => {
      await client.identify(ada);
      for (let count = 0; count < 9; count++)
        await Promise.all(Array.from({ length: 1_000 }, () => client.track('looked-around')));
      await client.consent('granted');
    }, ada);
    await page.reload();
    await page.waitUntil('globalThis.client');

    expect(await page.evaluate(() => client.stats())).toMatchObject({ waiting: 9_000, dropped: {} });
  });

  // What is not on disk cannot outlive the browser.
  if (engine.keepsProfile)
    it('what they bought is theirs who agrees, also when the browser is killed at once', async () => {
      const shop = createShop({ options: "consent: 'pending'" });
      const { open, browser } = await setScene(shop);
      let page = await open();
      await page.waitUntil('globalThis.client');
      await page.evaluate(async () => {
        await client.purchase({ items: [{ id: 'A1', name: 'Mug', price: 12, quantity: 1 }], total: 12 });
        await client.consent('granted');
      });
      await browser.kill();
      await browser.restart();

      page = await open();
      await page.waitUntil("globalThis.client?.consent() === 'granted'");
      await page.evaluate(async (ada: { email: string }) => {
        await client.identify(ada);
        await client.flush();
      }, ada);

      expect(shop.emulator.inspect.events('purchase')).toMatchObject([ada]);
    });
});

inEveryEngine('what a visitor agreed to', (setScene) => {
  it('holds for every project of the site, and under another key', async () => {
    const [first, second, third] = [createShop(), createShop({ key: 'web' }), createShop({ key: 'mobile' })];
    const { open } = await setScene({
      pages: { '/': first.pages['/'], '/second': second.pages['/'], '/third': third.pages['/'] },
      service: () => new Response('', { status: 503 }),
    });
    const [here, there] = [await open(), await open('/second')];
    for (const page of [here, there]) {
      await page.waitUntil('globalThis.client');
      await page.evaluate(async (ada: { email: string }) => {
        await client.identify(ada);
        await client.track('looked-around');
      }, ada);
    }

    await here.evaluate(() => client.consent('denied'));

    await there.waitUntil("client.consent() === 'denied'");
    const kept = await there.evaluate(async () => {
      const words: unknown[] = [JSON.stringify(Object.entries(localStorage))];
      for (const { name = '' } of await indexedDB.databases()) {
        const database = await new Promise<IDBDatabase>((resolve) => {
          const request = indexedDB.open(name);
          request.onsuccess = () => resolve(request.result);
        });
        const request = database.transaction('entries').objectStore('entries').getAll();
        words.push(await new Promise((resolve) => (request.onsuccess = () => resolve(request.result))));
        database.close();
      }
      return JSON.stringify(words);
    });
    expect(kept).not.toMatch(/ada|looked/);
    expect(kept.match(/denied/g)).toHaveLength(3);
    await here.evaluate('localStorage.clear()');
    const last = await open('/third');
    await last.waitUntil("globalThis.client?.consent() === 'denied'");
  });
});

inEveryEngine('what is nobody’s', (setScene) => {
  it('is theirs who is named after it, however many came and went in one task', async () => {
    const shop = createShop();
    const { open } = await setScene(shop);
    const page = await open();
    await page.waitUntil('globalThis.client');

    for (let round = 0; round < 5; round++) {
      await page.evaluate(
        async (ada: { email: string }, bob: { email: string }) => {
          void client.identify(ada);
          void client.reset();
          void client.track('looked-around');
          await client.identify(bob);
          await client.reset();
        },
        ada,
        bob,
      );
      await page.reload();
      await page.waitUntil('globalThis.client');
    }
    await page.waitUntil('client.flush().then(() => true)');

    const whose = shop.emulator.inspect.events('customEvent').map(({ email }) => email);
    expect(whose).toEqual(Array.from({ length: 5 }, () => bob.email));
  });
});
