import type { Page } from 'puppeteer-core';
import { bench, describe } from 'vitest';
import type { Client } from '../../src/index.js';
import { wait } from '../../src/lib/wait.js';
import { createRelay } from '../../src/relay/index.js';
import { createSite } from '../engines/harness/site.js';
import { bundled } from '../support/size.js';
import { median, once, openAnew, startBrowser, tell, workOf } from './browser.js';

/** How often each figure is measured, of which the middle is told. */
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
/** How much slower than this machine a visitor's is. */
const SLOWER = 4;
/** How long the service takes for an answer, in milliseconds. */
const DELAY = 5;

/** The page's own names, for functions that run in it. */
declare const client: Client;
declare const start: (way: 'direct' | 'relay') => number;
declare const sent: string[];

/** A page whose network is away until `isOpen`, so that all waits, and which starts when it is told to. */
const page = `<script type="module">
  const { createClient } = await import('/client.js');
  globalThis.sent = [];
  const send = async (url, init) => {
    if (!globalThis.isOpen) throw new TypeError('There is no network');
    if (globalThis.isKeeping && init.body) sent.push(init.body);
    return fetch(url, init);
  };
  globalThis.start = (way) => {
    const began = performance.now();
    const to = way === 'relay' ? { relay: '/tidings' } : { apiKey: 'key', baseUrl: location.origin };
    globalThis.client = createClient({ ...to, fetch: send, limits: { events: 1e6, bytes: 1e9 } });
    const took = performance.now() - began;
    client.on('error', () => {});
    return took;
  };
</script>`;

/** A site with a relay, whose service does nothing but answer; it knows what the page sent it. */
async function setup() {
  const came = { requests: 0, bytes: 0, events: 0 };
  const [client, ...later] = await bundled(`export { createClient } from './production/index.js';`);
  const files = new Map(later.map(({ fileName, code }) => [`/${fileName}`, code]));
  files.set('/client.js', client?.code ?? '');
  const relay = createRelay({
    ...{ baseUrl: 'http://service.example', serverKey: 'server', webKey: 'web', tokenSecret: 'a secret' },
    user: () => ({ email: 'ada@example.com' }),
    rate: false,
    async fetch(_, init) {
      const { events = [] } = JSON.parse(init?.body as string) as { events?: unknown[] };
      came.events += events.length;
      await wait(DELAY);
      return Response.json({ successCount: events.length, failCount: 0 });
    },
  });
  const site = await createSite({
    pages: { '/': page, '/blank': '' },
    async service(request) {
      const { pathname } = new URL(request.url);
      const file = files.get(pathname);
      if (file) return new Response(file, { headers: { 'Content-Type': 'text/javascript' } });
      came.requests += 1;
      if (pathname === '/tidings') {
        const body = await request.arrayBuffer();
        came.bytes += body.byteLength;
        return relay(new Request(request.url, { method: 'POST', headers: request.headers, body }));
      }
      await wait(DELAY);
      return Response.json({ msg: '', code: 'Success', params: null });
    },
  });
  return { came, site, browser: await startBrowser() };
}

type Scene = Awaited<ReturnType<typeof setup>>;

async function openFull({ browser, site }: Scene, way: 'direct' | 'relay', count: number): Promise<Page> {
  const page = await openAnew(browser, site.url);
  await page.waitForFunction('globalThis.start');
  await page.evaluate(async (way) => {
    start(way);
    await client.identify({ email: 'ada@example.com' });
  }, way);
  for (let left = count; left > 0; left -= 1_000)
    await page.evaluate(
      async (count) => {
        const calls = Array.from({ length: count }, () => client.track('viewed', { sku: 'A1', price: 12 }));
        await Promise.all(calls);
        await client.stats();
      },
      Math.min(1_000, left),
    );
  return page;
}

/** What delivering so many that wait takes, at a visitor's speed. */
async function delivering(
  scene: Scene,
  way: 'direct' | 'relay',
  { count, slower }: { count: number; slower: number },
) {
  const page = await openFull(scene, way, count);
  await page.emulateCPUThrottling(slower);
  Object.assign(scene.came, { requests: 0, bytes: 0, events: 0 });
  const worked = await workOf(page);
  const before = await worked();
  const took = await page.evaluate(async () => {
    const began = performance.now();
    Object.assign(globalThis, { isOpen: true, isKeeping: true });
    await client.flush({ timeout: 600_000 });
    return performance.now() - began;
  });
  const figures = { took, work: (await worked()) - before, ...scene.came };
  // The same requests by hand, one after another.
  const bare = await page.evaluate(async () => {
    const began = performance.now();
    for (const body of sent) await (await fetch('/tidings', { method: 'POST', body })).text();
    return performance.now() - began;
  });
  await page.browserContext().close();
  return { ...figures, bare };
}

/** How long a page with so many that wait takes to start, in milliseconds. */
async function starting(scene: Scene, count: number) {
  const page = await openFull(scene, 'relay', count);
  await page.emulateCPUThrottling(SLOWER);
  const took: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    await page.reload();
    await page.waitForFunction('globalThis.start');
    took.push(await page.evaluate(() => start('relay')));
  }
  await page.browserContext().close();
  return median(took);
}

const whole = (value: number) => Math.round(value).toLocaleString('en');

describe('delivering through a relay in Chromium', () => {
  bench(
    'all figures',
    async () => {
      const scene = await setup();
      try {
        const rounds: Record<'relayed' | 'direct', Awaited<ReturnType<typeof delivering>>>[] = [];
        for (let round = 0; round < ROUNDS; round += 1) {
          const relayed = await delivering(scene, 'relay', { count: 1_000, slower: SLOWER });
          const direct = await delivering(scene, 'direct', { count: 1_000, slower: SLOWER });
          rounds.push({ relayed, direct });
        }
        const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick));
        tell('1,000 events through a relay: milliseconds', whole(of(({ relayed }) => relayed.took)));
        tell('  its requests', whole(of(({ relayed }) => relayed.requests)));
        tell('  its bytes', whole(of(({ relayed }) => relayed.bytes)));
        tell('  over the same requests by hand', of(({ relayed }) => relayed.took / relayed.bare).toFixed(2));
        tell('  work of the page, milliseconds', whole(of(({ relayed }) => relayed.work)));
        tell('1,000 events direct: milliseconds', whole(of(({ direct }) => direct.took)));
        tell('  work of the page, milliseconds', whole(of(({ direct }) => direct.work)));
        tell(
          '  of which through a relay',
          of(({ relayed, direct }) => relayed.work / direct.work).toFixed(2),
        );
        const many = Number(process.env['BENCH_MANY'] ?? 100_000);
        const before = await starting(scene, 0);
        const after = await starting(scene, many);
        tell(`start of a page, over one where nothing waits`, (after / before).toFixed(2));
        const emptied = await delivering(scene, 'relay', { count: many, slower: 1 });
        tell(`${whole(many)} that wait: seconds`, (emptied.took / 1_000).toFixed(1));
        tell('  its requests', whole(emptied.requests));
      } finally {
        await scene.browser.close();
        await scene.site.close();
      }
    },
    once,
  );
});
