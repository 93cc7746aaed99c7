import type { Browser, Page } from 'puppeteer-core';
import type { Client } from '../../../src/index.js';
import { wait } from '../../../src/lib/wait.js';
import { median } from '../browser.js';
import { markOf, type Collector } from './collector.js';
import { block } from './network.js';
import type { Sdk } from './sdks.js';
import type { Site } from './site.js';
import { heapOf, SLOWER, until, type Bench } from './visit.js';

/** How many events wait, and how often each is played: what is long is not repeated. */
export const WAITING: [count: number, plays: number][] = [
  [1_000, 7],
  [10_000, 3],
  [100_000, 1],
];
/** How many are recorded at a time. */
const PIECE = 1_000;
/** How often a page is started where so many wait. */
const STARTS = 5;
/** How long is waited for all to arrive, in milliseconds. */
const PATIENCE = 1_200_000;

/** What so many events that wait are for a page, in milliseconds where nothing else is said. */
export interface Emptied {
  count: number;
  /** The call that starts the SDK beside them, at a visitor's speed. */
  start: number;
  /** What a page holds then, in kilobytes. */
  heap: number;
  /** From the first request until the service has had all. */
  took: number;
}

declare const bench: Bench;
declare const client: Client;
declare const waiting: string[];
declare const load: (path: string) => Promise<{ start: number }>;

interface Scene {
  browser: Browser;
  site: Site;
  collector: Collector;
}

/** Ours as a site has it that keeps a million events on a device. */
export const keepingAll = (sdk: Sdk): Sdk => ({
  ...sdk,
  id: keeperOf(sdk.id),
  start: sdk.start.replace(' })', ', limits: { events: 1e6, bytes: 1e9 } })'),
});

/** What a page of ours is called where more waits than a site keeps by default. */
export const keeperOf = (id: string): string => `${id}-all`;

/** Lets so many events wait for the network, starts the page anew, and lets them go. */
export async function emptied(scene: Scene, sdk: Sdk, count: number): Promise<Emptied> {
  const { browser, site, collector } = scene;
  const page = await (await browser.createBrowserContext()).newPage();
  await page.goto(site.pageOf(sdk.id));
  const open = await block(page, [`${collector.url}/*`, `${new URL(site.pageOf('')).origin}/tidings`]);
  await begin(page, sdk);
  await page.evaluate(async () => void (await bench.identify()));
  const isKept = sdk.id !== 'bare';
  const marks = Array.from({ length: count }, (_, n) => markOf(n));
  if (isKept) await inPieces(page, marks, fill);

  await page.emulateCPUThrottling(SLOWER);
  const starts: number[] = [];
  const heaps: number[] = [];
  for (let turn = 0; turn < STARTS; turn += 1) {
    await page.reload();
    const empty = await heapOf(page);
    starts.push(await begin(page, sdk));
    await wait(1_000);
    heaps.push((await heapOf(page)) - empty);
  }
  await page.emulateCPUThrottling(1);
  // What is gone with its page is recorded once the last one stands.
  if (!isKept) await inPieces(page, marks, fillBare);

  collector.clear();
  await open();
  const began = performance.now();
  await page.evaluate(async () => {
    await bench.identify();
    void bench.flush();
  });
  await until(() => collector.arrived.size >= count, PATIENCE);
  const took = performance.now() - began;
  if (collector.arrived.size < count)
    throw new Error(`${sdk.name}: ${collector.arrived.size} of ${count} have arrived`);
  await page.browserContext().close();
  return { count, start: median(starts), heap: median(heaps), took };
}

const begin = (page: Page, { id }: Sdk) =>
  page.evaluate(async (path) => (await load(path)).start, `/sdks/${id}.js`);

async function inPieces(page: Page, marks: string[], fillPiece: (marks: string[]) => unknown): Promise<void> {
  for (let first = 0; first < marks.length; first += PIECE)
    await page.evaluate(fillPiece, marks.slice(first, first + PIECE));
}

/** These run in the page. */
async function fill(marks: string[]): Promise<void> {
  await Promise.all(marks.map((mark) => client.track('viewed', { sku: 'A1', price: 12, mark })));
  await client.stats();
}

function fillBare(marks: string[]): void {
  waiting.push(...marks);
}
