import { expect, it } from 'vitest';
import type { Client } from '../../src/index.js';
import type { Page } from './harness/engine.js';
import { inEveryEngine } from './harness/harness.js';
import { laterClock, pageClock, stopTime } from './harness/page-clock.js';
import { createShop } from './shop.js';

const ada = { email: 'ada@example.com' };

/** The page's own names, for functions that run in it. */
declare const client: Client;
declare const errors: string[];
declare const answers: number[];

/** A shop whose client calls by what ky has made, with a look at each call. */
function createKyShop() {
  const before = `${laterClock}${pageClock}<script type="module">
    import ky from 'ky';
    document.addEventListener('visibilitychange', () => document.hidden && client.track('left'));
    globalThis.answers = [];
    globalThis.keptAlive = [];
    globalThis.kyFetch = ky.create({
      retry: 0,
      timeout: false,
      throwHttpErrors: false,
      hooks: {
        beforeRequest: [(request) => void keptAlive.push(request.keepalive)],
        afterResponse: [(request, options, { status }) => void answers.push(status)],
      },
    });
  </script>`;
  return createShop({ before, options: 'fetch: kyFetch' });
}

async function identify(page: Page) {
  await page.waitUntil('globalThis.client');
  await page.evaluate(async (ada: { email: string }) => {
    await client.identify(ada);
    await client.flush();
  }, ada);
}

inEveryEngine('a client whose `fetch` ky has made', (setScene) => {
  it('delivers by it, and keeps what the service cannot take now', async () => {
    const shop = createKyShop();
    const { open } = await setScene(shop);
    const page = await open();
    await identify(page);
    shop.goAway();

    const waiting = await page.evaluate(async () => {
      answers.length = 0;
      await client.track('product-viewed');
      await client.flush().catch(() => {});
      return (await client.stats()).waiting;
    });
    const refused = await page.evaluate(() => answers);
    shop.comeBack();
    await page.evaluate(() => client.flush());

    expect(waiting).toBe(1);
    expect(new Set(refused)).toEqual(new Set([503]));
    expect(shop.arrived()).toEqual(['product-viewed']);
    expect(await page.evaluate(() => answers.at(-1))).toBe(200);
  });

  it('tells what the service refuses for good by its own error', async () => {
    const shop = createKyShop();
    const { open } = await setScene(shop);
    const page = await open();
    await identify(page);
    shop.emulator.faults.add({ kind: 'status', status: 400 });

    const reasons = await page.evaluate(async () => {
      const found: string[] = [];
      client.on('dropped', ({ reason }) => found.push(reason));
      await client.track('refused');
      await client.flush();
      return found;
    });

    expect(reasons).toEqual(['GenericError']);
    expect(await page.evaluate(() => errors)).toEqual([]);
  });

  it('sends what waits when its page is hidden, so that it outlives the page', async () => {
    const shop = createKyShop();
    const { open } = await setScene(shop);
    const page = await open();
    await identify(page);
    await stopTime(page);

    await page.hide();

    await expect.poll(shop.arrived).toEqual(['left']);
    expect(await page.evaluate('keptAlive.at(-1)')).toBe(true);
  });
});
