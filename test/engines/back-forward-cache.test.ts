import { expect, it } from 'vitest';
import type { Host } from '../../src/host/host.js';
import type { Client } from '../../src/index.js';
import type { Page } from './harness/engine.js';
import { inEveryEngine } from './harness/harness.js';
import { createMessageShop, shown } from './in-app/message-shop.js';
import { createShop, type ShopOptions } from './shop.js';

const ada = { email: 'ada@example.com' };

/** The page's own names, for functions that run in it. */
declare const client: Client;

/** Writes down whether the page asks for a lock after it was left: once it has one, it is thrown out of the cache. */
const asking = `<script>
  const locks = globalThis.LockManager?.prototype ?? {};
  const { request } = locks;
  let isLeft = false;
  addEventListener('pagehide', () => (isLeft = true));
  addEventListener('pageshow', () => (isLeft = false));
  locks.request = function (...asked) {
    if (isLeft) localStorage.setItem('asked', asked[0]);
    return request.apply(this, asked);
  };
</script>`;

/** Notes once the page has seen that another tab delivers: by then all that it loads for its own turn is there. */
const looking = `<script>
  const { query } = LockManager.prototype;
  LockManager.prototype.query = async function () {
    const answer = await query.call(this);
    if (answer.held.length) globalThis.isWaiting = true;
    return answer;
  };
</script>`;

/** Lets a page hear that nobody delivers only once it is about to be left. */
const hearing = `<script>
  const { query } = LockManager.prototype;
  LockManager.prototype.query = async function () {
    const answer = await query.call(this);
    globalThis.isAsking = true;
    await new Promise((hear) => addEventListener('beforeunload', () => setTimeout(hear)));
    return answer;
  };
</script>`;

/** A page without a client; without an icon either: no browser keeps a page that is left while it loads one. */
const plain = '<link rel="icon" href="data:,">Plain';

/** Leaves a page and comes back to it; gives whether it was kept in the meantime. */
async function leaveAndComeBack(page: Page, url: string): Promise<boolean> {
  // A page that is left while it loads is kept by no browser.
  await page.waitUntil("document.readyState === 'complete'");
  await page.evaluate('void (globalThis.wasHere = true)');
  await page.goto(`${url}/away`);
  await page.back();
  await page.waitUntil("location.pathname !== '/away' && document.readyState === 'complete'");
  return page.evaluate<boolean>('globalThis.wasHere === true');
}

inEveryEngine('a page with a client', (setScene, engine) => {
  /** A page with a client, and whether this browser keeps a page that has none. */
  async function setup(options?: ShopOptions) {
    const shop = createShop(options);
    const { open, site } = await setScene({ ...shop, pages: { ...shop.pages, '/plain': plain } });
    const isKept = await leaveAndComeBack(await open('/plain'), site.url);
    const page = await open();
    await page.waitUntil('globalThis.client');
    await page.evaluate(async (ada: { email: string }) => {
      await client.identify(ada);
      await client.track('before');
    }, ada);
    return { shop, page, open, isKept, url: site.url };
  }

  it('is kept for the way back as any other, and carries on', async () => {
    const { shop, page, isKept, url } = await setup();
    await page.evaluate(() => client.flush());

    expect(await leaveAndComeBack(page, url)).toBe(isKept);
    await page.waitUntil('globalThis.client');
    await page.evaluate(() => client.track('after'));

    await expect.poll(shop.arrived).toEqual(['before', 'after']);
    expect(await page.errors()).toEqual([]);
  });

  it('is kept while another tab delivers and it waits for its turn', async () => {
    const { shop, page: other, open, isKept, url } = await setup({ before: looking });
    await other.evaluate(() => client.flush());
    const letGo = shop.hold();
    await other.evaluate(() => client.track('slow'));
    await expect.poll(() => shop.calls.length).toBe(2);
    // One that was there before might have sent it instead.
    const page = await open();
    await page.waitUntil('globalThis.client');
    await page.evaluate(() => client.track('behind'));
    // Firefox keeps no page that is left while it loads a file.
    await page.waitUntil('globalThis.isWaiting');

    expect(await leaveAndComeBack(page, url)).toBe(isKept);

    letGo();
    await expect.poll(() => shop.arrived().sort()).toEqual(['before', 'behind', 'slow']);
  });

  it('asks for no other turn once it is left while it delivers', async () => {
    const { shop, page, url } = await setup({ before: asking });
    await page.evaluate(() => client.flush());
    const letGo = shop.hold();
    await page.evaluate(() => client.track('slow'));
    await expect.poll(() => shop.calls.length).toBe(2);
    await page.evaluate('void client.flush().catch(() => {})');

    await leaveAndComeBack(page, url);

    expect(await page.evaluate('localStorage.getItem("asked")')).toBeNull();
    letGo();
  });

  it('keeps no turn that it is given as it is left', async () => {
    const shop = createShop({ before: hearing });
    const { open, site } = await setScene(shop);
    // In Firefox, whose turn it is comes behind the leaving in one of four.
    for (let rounds = engine.name === 'firefox' ? 12 : 2; rounds > 0; rounds--) {
      const page = await open('/away');
      await page.goto(site.url);
      await page.waitUntil('globalThis.client');
      await page.evaluate((ada: { email: string }) => {
        void client.identify(ada);
        void client.track('seen');
      }, ada);
      await page.waitUntil('globalThis.isAsking');
      await page.back();
      await page.waitUntil("location.pathname === '/away'");

      await page.waitUntil('navigator.locks.query().then(({ held }) => !held.length)');
    }
  });

  it('does not tell again what was on its way when it was left, if the service could not tell that from a repeat', async () => {
    const getToken = "getToken: async ({ email }) => (await fetch('/token?email=' + email)).text()";
    const { shop, page, url } = await setup({ key: 'web', options: getToken });
    await page.evaluate(() => client.flush());
    const letGo = shop.hold();
    await page.evaluate((ada: { email: string }) => {
      const host = (client as unknown as Record<symbol, Host>)[Symbol.for('tidings.host')];
      return host?.track('POST /api/events/trackInAppClick', { messageId: 'm1' }, ada);
    }, ada);
    await expect.poll(() => shop.calls.length).toBe(2);

    await leaveAndComeBack(page, url);
    letGo();
    await page.waitUntil('globalThis.client');
    await page.evaluate(() => client.flush());

    expect(shop.calls).toHaveLength(2);
    expect(await page.evaluate(() => client.stats())).toMatchObject({ waiting: 0 });
  });

  it('is kept while a message stands, which is there again', async () => {
    const shop = await createMessageShop([{}]);
    const { open, site } = await setScene({ ...shop, pages: { ...shop.pages, '/plain': plain } });
    const isKept = await leaveAndComeBack(await open('/plain'), site.url);
    const page = await open();
    await shown(page);
    await shop.told(page);
    // A browser need not keep a page that is still writing down that it was told.
    await page.evaluate(() => client.flush());

    const hasKept = await leaveAndComeBack(page, site.url);
    expect(hasKept).toBe(isKept);
    if (hasKept) await shown(page);
  });

  it('hears, once it is back, who logged in while it was away', async () => {
    const { page, open, url } = await setup();
    await page.evaluate('void (globalThis.wasHere = true)');
    await page.goto(`${url}/away`);
    const other = await open();
    await other.waitUntil('globalThis.client');
    await other.evaluate(() => client.identify({ userId: 'bob' }));

    await page.back();

    await page.waitUntil(() => client.user?.userId === 'bob');
  });
});
