import type { Browser, Page } from 'puppeteer-core';
import { bench, describe } from 'vitest';
import type { Client } from '../../src/index.js';
import { wait } from '../../src/lib/wait.js';
import { createSite, type Site } from '../engines/harness/site.js';
import { bundled } from '../support/size.js';
import { median, once, openAnew, startBrowser, tell, workOf } from './browser.js';

/** How often each figure is measured, of which the middle is told. */
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
/** How much slower than this machine a visitor's is. */
const SLOWER = 4;
/** How many calls a browser lets be on their way to one place by HTTP/1. */
const LOOPS = [4, 6];

/** The page's own names, for functions that run in it. */
declare const client: Client;
declare const start: () => Promise<number>;
declare const gc: () => void;

/** A page whose client has no token for anybody until `isOpen`, so that all waits, and starts when it is told to. */
const page = `<script type="module">
  globalThis.errors = [];
  const { createClient } = await import('/client.js');
  globalThis.start = async () => {
    const began = performance.now();
    globalThis.client = createClient({
      apiKey: 'key', baseUrl: location.origin, limits: { events: 1e6, bytes: 1e9 },
      getToken: async () => globalThis.isOpen ? 'token' : undefined,
    });
    const took = performance.now() - began;
    client.on('error', ({ message }) => errors.push(message));
    return took;
  };
</script>`;

/** A site with the client as visitors load it, whose service answers after so many milliseconds, and does nothing else; it knows how many came at once. */
async function setup() {
  const scene = { delay: 0, most: 0 };
  let open = 0;
  const [client, ...later] = await bundled(`export { createClient } from './production/index.js';`);
  const files = new Map(later.map(({ fileName, code }) => [`/${fileName}`, code]));
  files.set('/client.js', client?.code ?? '');
  const site = await createSite({
    pages: { '/': page, '/blank': '' },
    async service({ url }) {
      const file = files.get(new URL(url).pathname);
      if (file) return new Response(file, { headers: { 'Content-Type': 'text/javascript' } });
      scene.most = Math.max(scene.most, ++open);
      if (scene.delay) await wait(scene.delay);
      open -= 1;
      return new Response('{"msg":"","code":"Success","params":null}', {
        headers: { 'Content-Type': 'application/json' },
      });
    },
  });
  return { ...scene, scene, site, browser: await startBrowser() };
}

type Scene = Awaited<ReturnType<typeof setup>>;

async function openStarted(browser: Browser, site: Site): Promise<Page> {
  const page = await openAnew(browser, site.url);
  await page.waitForFunction('globalThis.start');
  await page.evaluate(async () => {
    await start();
    await client.identify({ email: 'ada@example.com' });
  });
  return page;
}

async function fill(page: Page, count: number) {
  for (let left = count; left > 0; left -= 1_000) {
    const found = await page.evaluate(
      async (count) => {
        const calls = Array.from({ length: count }, () => client.track('viewed', { sku: 'A1', price: 12 }));
        await Promise.all(calls);
        await client.stats();
        return (globalThis as unknown as { errors: string[] }).errors;
      },
      Math.min(1_000, left),
    );
    if (found.length) throw new Error(`Not all is on the device: ${found.join()}`);
  }
}

/** How long what waits takes to the service, and so many bare calls, and what that is for the page's own thread, in milliseconds. */
async function delivering({ browser, site, scene }: Scene, count: number, slower = 1) {
  const page = await openStarted(browser, site);
  await fill(page, count);
  await page.emulateCPUThrottling(slower);
  scene.most = 0;
  const worked = await workOf(page);
  let before = await worked();
  const took = await page.evaluate(async () => {
    const began = performance.now();
    Object.assign(globalThis, { isOpen: true });
    await client.identify({ email: 'ada@example.com' });
    await client.flush({ timeout: 600_000 });
    return performance.now() - began;
  });
  const ours = { took, work: (await worked()) - before, most: scene.most };
  const bare: { took: number; work: number }[] = [];
  for (const loops of LOOPS) {
    before = await worked();
    const took = await page.evaluate(loop, count, loops);
    bare.push({ took, work: (await worked()) - before });
  }
  await page.browserContext().close();
  return { ours, bare };
}

/** It runs in the page. */
async function loop(count: number, loops: number): Promise<number> {
  const began = performance.now();
  let left = count;
  const work = async () => {
    while (left-- > 0) {
      const dataFields = { sku: 'A1', price: 12 };
      const body = { id: crypto.randomUUID(), dataFields, email: 'ada@example.com', eventName: 'viewed' };
      const headers = { 'Api-Key': 'key', Authorization: 'Bearer token', 'Content-Type': 'application/json' };
      await (
        await fetch('/api/events/track', { method: 'POST', headers, body: JSON.stringify(body) })
      ).json();
    }
  };
  await Promise.all(Array.from({ length: loops }, work));
  return performance.now() - began;
}

/** What 1,000 calls are for the page's own thread until they are on the device, at a visitor's speed, in milliseconds. */
async function recording({ browser, site }: Scene) {
  const page = await openStarted(browser, site);
  await fill(page, 100);
  await page.emulateCPUThrottling(SLOWER);
  const worked = await workOf(page);
  const before = await worked();
  const calls = await page.evaluate(async () => {
    const began = performance.now();
    const calls = Array.from({ length: 1_000 }, () => client.track('viewed', { sku: 'A1', price: 12 }));
    const took = performance.now() - began;
    await Promise.all(calls);
    return took;
  });
  const work = (await worked()) - before;
  await page.browserContext().close();
  return { calls, work };
}

/** How long `createClient` takes at a visitor's speed, in milliseconds, and what the page holds then over an empty one, in kilobytes. */
async function starting({ browser, site }: Scene) {
  const heapOf = (page: Page) =>
    page.evaluate(async () => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      gc();
      return (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize / 1e3;
    });
  const blank = await openAnew(browser, `${site.url}/blank`);
  const empty = await heapOf(blank);
  await blank.browserContext().close();
  const page = await openAnew(browser, site.url);
  // Without the driver's own functions in the page, which would be counted.
  while (!(await page.evaluate('!!globalThis.start'))) await wait(50);
  await page.emulateCPUThrottling(SLOWER);
  const took = await page.evaluate(() => start());
  await page.emulateCPUThrottling(1);
  const held = (await heapOf(page)) - empty;
  await page.browserContext().close();
  return { took, held };
}

/** The middle of each figure. */
async function middle<Key extends string>(measure: () => Promise<Record<Key, number>>) {
  const rounds: Record<Key, number>[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await measure());
  const keys = Object.keys(rounds[0] ?? {}) as Key[];
  return Object.fromEntries(keys.map((key) => [key, median(rounds.map((one) => one[key]))])) as Record<
    Key,
    number
  >;
}

describe('delivering in Chromium', () => {
  bench(
    'all figures',
    async () => {
      const scene = await setup();
      try {
        for (const count of process.env['BENCH_COUNTS']?.split(',').map(Number) ?? [1_000, 10_000]) {
          for (const delay of [0, 5, 50]) {
            scene.scene.delay = delay;
            const { took, most, four, six } = await middle(async () => {
              const { ours, bare } = await delivering(scene, count);
              const [four = NaN, six = NaN] = bare.map(({ took }) => ours.took / took);
              return { took: ours.took, most: ours.most, four, six };
            });
            tell(
              `${count} that wait, answered in ${delay} ms, against bare loops`,
              `${took.toFixed(0)} ms, ${most} at once: ${four.toFixed(2)} times one of 4, ${six.toFixed(2)} of 6`,
            );
          }
        }
        scene.scene.delay = 0;
        const { ours, theirs } = await middle(async () => {
          const { ours, bare } = await delivering(scene, 1_000, SLOWER);
          return { ours: ours.work / 1_000, theirs: (bare[0]?.work ?? NaN) / 1_000 };
        });
        tell(
          'own thread for each of 1,000 delivered, 4 times slower',
          `${ours.toFixed(2)} ms against ${theirs.toFixed(2)} ms of a bare call`,
        );
        const { calls, work } = await middle(() => recording(scene));
        tell(
          'own thread for 1,000 calls, 4 times slower',
          `${calls.toFixed(0)} ms, ${work.toFixed(0)} ms until on the device`,
        );
        const { took, held } = await middle(() => starting(scene));
        tell(
          'to make a client, 4 times slower, and what it holds',
          `${took.toFixed(1)} ms, ${held.toFixed(0)} kB`,
        );
      } finally {
        await scene.browser.close();
        await scene.site.close();
      }
    },
    once,
  );
});
