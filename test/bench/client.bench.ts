import type { Page } from 'puppeteer-core';
import { bench, describe } from 'vitest';
import type { Client } from '../../src/index.js';
import { createShop } from '../engines/shop.js';
import { createSite } from '../engines/harness/site.js';
import { median, once, startBrowser, tell } from './browser.js';

const ROUNDS = 5;

/** The page's own names, for functions that run in it. */
declare const client: Client;
declare const errors: string[];
declare const gc: () => void;
declare const firstDelivered: Promise<number>;

/** A client that may store all it is given, and that has no token, so that all waits, if the address says so. */
const options = `
  limits: { events: 1e6, bytes: 1e9 },
  getToken: async () => location.search === '?waits' ? undefined : 'token',`;

const startAndTell = (apiKey: string) => `<script type="module">
  const began = performance.now();
  const { createClient } = await import('tidings');
  const client = createClient({ apiKey: '${apiKey}', baseUrl: location.origin, ${options} });
  globalThis.firstDelivered = new Promise((resolve) => client.on('delivered', () => resolve(performance.now() - began)));
  globalThis.client = client;
  client.track('first');
</script>`;

/** A shop, and a browser that visits it. */
async function setup() {
  const shop = createShop({ options });
  const site = await createSite({
    ...shop,
    pages: { ...shop.pages, '/start': startAndTell(shop.key) },
  });
  const browser = await startBrowser();

  async function open(path: string): Promise<Page> {
    const page = await browser.newPage();
    await page.goto(site.url + path);
    await page.waitForFunction('globalThis.client');
    return page;
  }

  return {
    shop,
    open,
    async close() {
      await browser.close();
      await site.close();
    },
  };
}

type Scene = Awaited<ReturnType<typeof setup>>;

async function medianOf(measure: () => Promise<number>): Promise<number> {
  const figures: number[] = [];
  for (let round = 0; round < ROUNDS; round++) figures.push(await measure());
  return median(figures);
}

/** Records so many events, and waits until all stand in line on the device. */
async function fill(page: Page, count: number) {
  await page.evaluate(() => client.identify({ email: 'ada@example.com' }));
  // No more at a time than a device can keep; else the page would go on from memory.
  for (let left = count; left > 0; left -= 1_000) {
    const found = await page.evaluate(
      async (count) => {
        await Promise.all(
          Array.from({ length: count }, () => client.track('viewed', { sku: 'A1', price: 12 })),
        );
        await client.stats();
        return errors;
      },
      Math.min(1_000, left),
    );
    if (found.length) throw new Error(`Not all is on the device: ${found.join()}`);
  }
}

/** What one `track` call costs the page's own thread before it returns, in microseconds. */
async function costOfTrack({ open }: Scene): Promise<number> {
  const page = await open('/?waits');
  await fill(page, 1_000);
  const cost = await medianOf(() =>
    page.evaluate(async () => {
      const began = performance.now();
      const calls = Array.from({ length: 1_000 }, () => client.track('viewed', { sku: 'A1', price: 12 }));
      const took = performance.now() - began;
      await Promise.all(calls);
      return took;
    }),
  );
  await page.evaluate(() => client.consent('denied'));
  await page.evaluate(() => client.consent('granted'));
  await page.close();
  return cost;
}

/** How long 1,000 events take to the service, and 1,000 bare calls, four at a time, in milliseconds. */
async function untilDelivered({ open, shop }: Scene) {
  const page = await open('/');
  const ours = await page.evaluate(async () => {
    await client.identify({ email: 'ada@example.com' });
    const began = performance.now();
    for (let index = 0; index < 1_000; index++) void client.track('viewed', { sku: 'A1', price: 12 });
    await client.flush({ timeout: 60_000 });
    return performance.now() - began;
  });
  const bare = await page.evaluate(async (apiKey) => {
    const began = performance.now();
    let left = 1_000;
    const work = async () => {
      while (left-- > 0) {
        const dataFields = { sku: 'A1', price: 12 };
        const body = { email: 'ada@example.com', eventName: 'viewed', id: crypto.randomUUID(), dataFields };
        const headers = { 'Api-Key': apiKey, 'Content-Type': 'application/json' };
        const init = { method: 'POST', headers, body: JSON.stringify(body) };
        await (await fetch('/api/events/track', init)).text();
      }
    };
    await Promise.all([work(), work(), work(), work()]);
    return performance.now() - began;
  }, shop.key);
  await page.close();
  return { ours, bare };
}

/** How long it takes from the import to the first event delivered, in milliseconds. */
async function untilFirst({ open }: Scene): Promise<number> {
  return medianOf(async () => {
    const page = await open('/start');
    const took = await page.evaluate(() => firstDelivered);
    await page.close();
    return took;
  });
}

/** How much a page holds that has just started, in kilobytes. */
async function heapOf({ open }: Scene): Promise<number> {
  const page = await open('/?waits');
  const used = await page.evaluate(async () => {
    await client.stats();
    await new Promise((resolve) => setTimeout(resolve, 500));
    gc();
    return (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize / 1e3;
  });
  await page.close();
  return used;
}

async function fillAway({ open }: Scene, count: number) {
  const page = await open('/?waits');
  await fill(page, count);
  await page.close();
}

const ratioOf = ({ ours, bare }: { ours: number; bare: number }) =>
  `${ours.toFixed(0)} ms against ${bare.toFixed(0)} ms: ${(ours / bare).toFixed(2)} times`;

describe('the client in Chromium', () => {
  bench(
    'all figures',
    async () => {
      const scene = await setup();
      try {
        tell('one `track` call on the main thread', `${(await costOfTrack(scene)).toFixed(1)} µs`);
        tell('1,000 events to the service against bare calls', ratioOf(await untilDelivered(scene)));
        const [first, empty] = [await untilFirst(scene), await heapOf(scene)];
        await fillAway(scene, 10_000);
        tell('heap for 10,000 waiting', `${((await heapOf(scene)) - empty).toFixed(0)} kB`);
        await fillAway(scene, 90_000);
        const later = await untilFirst(scene);
        tell('start with 0 waiting', `${first.toFixed(0)} ms`);
        tell('start with 100,000 waiting', `${later.toFixed(0)} ms: ${(later / first).toFixed(2)} times`);
      } finally {
        await scene.close();
      }
    },
    once,
  );
});
