import { expect, it } from 'vitest';
import type { Client } from '../../src/index.js';
import type { Page } from './harness/engine.js';
import { inEveryEngine } from './harness/harness.js';
import { advance, pageClock, stopTime } from './harness/page-clock.js';
import { createShop } from './shop.js';

const ada = { email: 'ada@example.com' };

/** The page's own names, for functions that run in it. */
declare const client: Client;
declare const errors: string[];

const inScript = (code: string) => `<script>${code}</script>`;
const databaseOf = (apiKey: string) => `\`tidings \${location.origin} ${apiKey}\``;

/** Identifies Ada, tracks, and delivers. */
function trackAndFlush(page: Page, name: string) {
  return page.evaluate(deliver, ada, name);
}

async function deliver(ada: { email: string }, name: string) {
  await client.identify(ada);
  await client.track(name);
  await client.flush();
}

inEveryEngine('a device that keeps nothing', (setScene) => {
  it.each([
    ['has no IndexedDB', `Object.defineProperty(window, 'indexedDB', { value: undefined });`],
    [
      'refuses to open it',
      `IDBFactory.prototype.open = () => { throw new DOMException('Refused', 'SecurityError'); };`,
    ],
    ['never opens it', `IDBFactory.prototype.open = () => ({});`],
    [
      'never begins a transaction',
      `IDBDatabase.prototype.transaction = () => ({ objectStore: () => ({}) });`,
    ],
    [
      'refuses every write',
      `IDBObjectStore.prototype.put = () => { throw new DOMException('Full', 'QuotaExceededError'); };`,
    ],
  ])('since it %s is told of once; the page goes on from memory', async (_, code) => {
    const shop = createShop({ before: pageClock + inScript(code) });
    const { open } = await setScene(shop);
    const page = await open();
    await page.waitUntil('globalThis.client');
    await stopTime(page);

    await page.evaluate(
      `void (${String(deliver)})(${JSON.stringify(ada)}, 'first').then(() => (globalThis.isDelivered = true))`,
    );
    await page.waitUntil('clock.advance(500).then(() => globalThis.isDelivered)');
    // From now on it waits for nothing, since no time passes.
    await trackAndFlush(page, 'second');

    expect(shop.arrived()).toEqual(['first', 'second']);
    expect(await page.evaluate(() => errors.length)).toBe(1);
    expect(await page.console()).toEqual([]);
  });

  it('is tried again at the next load', async () => {
    const code = `if (!location.search) IDBFactory.prototype.open = () => { throw new Error('Not today'); };`;
    const shop = createShop({ before: inScript(code) });
    const { open, site } = await setScene(shop);
    const page = await open();
    await page.waitUntil('globalThis.client');
    await trackAndFlush(page, 'first');
    await page.goto(`${site.url}/?again`);
    await page.waitUntil('globalThis.client');
    shop.goAway();
    await page.evaluate(() => client.track('second'));
    shop.comeBack();

    await page.reload();

    await expect.poll(shop.arrived).toEqual(['first', 'second']);
  });

  it('does not keep a page in a sandboxed frame from working, where all storage is refused', async () => {
    const shop = createShop();
    const framed = `<script src="/dist/tidings.js"></script><script>
      globalThis.errors = [];
      globalThis.client = tidings.createClient({ apiKey: '${shop.key}', baseUrl: new URL(location.href).origin });
      client.on('error', ({ name, message }) => errors.push(name + ': ' + message));
    </script>`;
    const outer = '<iframe sandbox="allow-scripts" src="/framed"></iframe>';
    const { open } = await setScene({ service: shop.service, pages: { '/': outer, '/framed': framed } });
    const page = await open();
    const frame = page.frame('iframe');
    await frame.waitUntil('globalThis.client');

    await frame.evaluate(async (ada: { email: string }) => {
      await client.identify(ada);
      await client.track('framed');
      await client.flush();
    }, ada);

    expect(shop.arrived()).toEqual(['framed']);
    expect(await frame.evaluate(() => errors.length)).toBe(1);
    expect(await page.errors()).toEqual([]);
  });

  it('because its database is of somebody else is told of once; the page goes on from memory', async () => {
    const shop = createShop();
    const foreign = `<title>Foreign</title><script>
      const request = indexedDB.open(${databaseOf(shop.key)}, 7);
      request.onsuccess = () => { request.result.close(); globalThis.isReady = true; };
    </script>`;
    const { open, site } = await setScene({ ...shop, pages: { ...shop.pages, '/foreign': foreign } });
    const page = await open('/foreign');
    await page.waitUntil('globalThis.isReady');
    await page.goto(site.url);
    await page.waitUntil('globalThis.client');

    await trackAndFlush(page, 'first');

    expect(shop.arrived()).toEqual(['first']);
    expect(await page.evaluate(() => errors.length)).toBe(1);
  });
});

inEveryEngine('a device in trouble', (setScene) => {
  it('that is busy for two seconds keeps what is recorded, and nobody is told', async () => {
    const shop = createShop({ before: pageClock });
    const { open } = await setScene(shop);
    const [page, busy] = [await open('/', { isNew: true }), await open()];
    await page.waitUntil('globalThis.client');
    await trackAndFlush(page, 'first');
    shop.goAway();
    await stopTime(page);

    await busy.evaluate(`new Promise((resolve, reject) => {
      const request = indexedDB.open(${databaseOf(shop.key)});
      request.onerror = reject;
      request.onsuccess = () => {
        const entries = request.result.transaction('entries', 'readwrite').objectStore('entries');
        const turn = () => {
          globalThis.isBusy ??= true;
          resolve();
          if (isBusy) entries.get('nothing').onsuccess = turn;
          else request.result.close();
        };
        entries.get('nothing').onsuccess = turn;
      };
    })`);
    await page.evaluate("void client.track('second').then(() => (globalThis.isRecorded = true))");
    await advance(page, 2_000);
    expect(await page.evaluate('globalThis.isRecorded ?? false')).toBe(false);
    await busy.evaluate('void (globalThis.isBusy = false)');
    await page.waitUntil('globalThis.isRecorded');
    expect(await page.evaluate(() => errors)).toEqual([]);
    await page.kill();
    shop.comeBack();
    await busy.reload();

    await expect.poll(shop.arrived).toEqual(['first', 'second']);
  });

  it('whose site data the server clears goes on with what is recorded after it', async () => {
    const shop = createShop();
    const service = (request: Request) =>
      new URL(request.url).pathname === '/logout'
        ? new Response('', { headers: { 'Clear-Site-Data': '"storage"' } })
        : shop.service(request);
    const { open } = await setScene({ ...shop, service });
    const page = await open();
    await page.waitUntil('globalThis.client');
    await trackAndFlush(page, 'first');

    await page.evaluate(() => fetch('/logout').then((response) => response.text()));
    await trackAndFlush(page, 'second');

    expect(shop.arrived()).toEqual(['first', 'second']);
    expect(await page.errors()).toEqual([]);
  });

  it('whose database a page deletes lets it go, and goes on with what is recorded after it', async () => {
    const shop = createShop();
    const { open } = await setScene(shop);
    const [page, other] = [await open(), await open('/away')];
    await page.waitUntil('globalThis.client');
    await trackAndFlush(page, 'first');

    const deleted = await other.evaluate<string>(`new Promise((resolve) => {
      const request = indexedDB.deleteDatabase(${databaseOf(shop.key)});
      request.onsuccess = () => resolve('deleted');
      request.onerror = () => resolve('refused');
    })`);
    expect(deleted).toBe('deleted');
    await trackAndFlush(page, 'second');

    expect(shop.arrived()).toEqual(['first', 'second']);
  });
});
