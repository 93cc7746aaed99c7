import type { Browser, Page } from 'puppeteer-core';
import { wait } from '../../../src/lib/wait.js';
import { workOf } from '../browser.js';
import { markOf, type Collector } from './collector.js';
import type { Sdk } from './sdks.js';
import type { Site } from './site.js';

/** How much slower than this machine a visitor's is. */
export const SLOWER = 4;
/** How many events are recorded one by one, and at once. */
const [SINGLE, BURST] = [100, 1_000];
/** How long is waited for all to arrive, in milliseconds. */
const PATIENCE = 30_000;

/** What one visit showed, in milliseconds where nothing else is said. */
export interface Figures {
  /** Parsing, compiling and evaluating what has been downloaded. */
  evaluation: number;
  /** The call that starts it, until it returns. */
  start: number;
  /** The main thread's work for both, and for the second after. */
  work: number;
  /** How long tasks kept the visitor waiting meanwhile, beyond 50 ms each. */
  blocked: number;
  /** What it holds then, in kilobytes. */
  heap: number;
  /** How many requests it made before anything was recorded. */
  requestsBefore: number;
  /** One call that records, until it returns, in microseconds. */
  call: number;
  /** The 99th percentile of those. */
  slowCall: number;
  /** A thousand calls in a row, until they return. */
  burst: number;
  /** From the first of those until the service has had all. */
  delivered: number;
  /** How many of them it has had by then. */
  arrived: number;
  /** The main thread's work meanwhile. */
  deliveryWork: number;
  requests: number;
  /** The bytes of the bodies, in kilobytes. */
  sent: number;
}

/** What a page of the bench has under global names. */
export interface Bench {
  start(): void;
  identify(): unknown;
  track(mark: string): void;
  flush(): unknown;
}

declare const bench: Bench;
declare const gc: () => void;
declare const blocked: number;
declare const waitInPage: (milliseconds: number) => Promise<void>;
/** Loads and starts what has been downloaded. */
declare const load: (path: string) => Promise<{ evaluation: number; start: number }>;

interface Scene {
  browser: Browser;
  site: Site;
  collector: Collector;
}

/** What a visit is, beside who makes it. */
interface VisitOptions {
  sdk: Sdk;
  /** Whether it ends with a thousand events at once. */
  hasBurst: boolean;
}

/** Visits a page with an SDK as someone who was never there, and measures what that costs. */
export async function visit(scene: Scene, { sdk, hasBurst }: VisitOptions): Promise<Partial<Figures>> {
  const { browser, site, collector } = scene;
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.goto(site.pageOf(sdk.id));
  await page.emulateCPUThrottling(SLOWER);
  const worked = await workOf(page);
  await page.evaluate(download, site.filesOf(sdk.id));
  const empty = await heapOf(page);
  collector.clear();

  const before = await worked();
  const { evaluation, start } = await page.evaluate((path) => load(path), `/sdks/${sdk.id}.js`);
  await wait(1_000);
  const work = (await worked()) - before;
  const kept = await page.evaluate(() => blocked);
  const requestsBefore = collector.requests.length;
  const heap = (await heapOf(page)) - empty;

  await page.evaluate(async () => void (await Promise.race([bench.identify(), waitInPage(2_000)])));
  await wait(500);
  const singles = await page.evaluate(
    recordSingly,
    Array.from({ length: SINGLE }, (_, n) => markOf(n)),
  );
  const figures = {
    ...{ evaluation, start, work, blocked: kept, heap, requestsBefore },
    call: quantile(singles, 0.5) * 1_000,
    slowCall: quantile(singles, 0.99) * 1_000,
  };
  if (!hasBurst) {
    await context.close();
    return figures;
  }
  await page.evaluate(async () => void (await Promise.race([bench.flush(), waitInPage(5_000)])));
  await until(() => collector.arrived.size >= SINGLE, 10_000);
  await wait(500);
  const burst = await burstOf(collector, page, worked);
  await context.close();
  return { ...figures, ...burst };
}

/** The scripts that a page asks for which identifies a visitor, tracks one event and delivers it. */
export async function scriptsOf({ browser, site }: Scene, sdk: Sdk): Promise<string[]> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  site.asked.clear();
  await page.goto(site.pageOf(sdk.id));
  await page.evaluate(async (path) => void (await load(path)), `/sdks/${sdk.id}.js`);
  await page.evaluate(async () => void (await Promise.race([bench.identify(), waitInPage(2_000)])));
  await page.evaluate((mark) => bench.track(mark), markOf(0));
  await page.evaluate(async () => void (await Promise.race([bench.flush(), waitInPage(2_000)])));
  await wait(2_000);
  await context.close();
  return [...site.asked];
}

/** Records a thousand events at once, and waits until the service has had them. */
async function burstOf(collector: Collector, page: Page, worked: () => Promise<number>) {
  collector.clear();
  const before = await worked();
  const began = performance.now();
  const marks = Array.from({ length: BURST }, (_, n) => markOf(n + SINGLE));
  const wanted = new Set(marks);
  const burst = await page.evaluate(recordAtOnce, marks);
  const count = () => [...collector.arrived.keys()].filter((mark) => wanted.has(mark)).length;
  await until(() => count() >= BURST, PATIENCE);
  const delivered = performance.now() - began;
  const deliveryWork = (await worked()) - before;
  const requests = [...collector.requests];
  const sent = requests.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000;
  return { burst, delivered, deliveryWork, arrived: count(), requests: requests.length, sent };
}

export const quantile = (figures: number[], share: number) =>
  figures.toSorted((a, b) => a - b)[Math.min(figures.length - 1, Math.floor(figures.length * share))] ?? NaN;

/** Waits until something is so, or for no longer than this. */
export async function until(isSo: () => boolean, patience: number): Promise<void> {
  const end = performance.now() + patience;
  while (!isSo() && performance.now() < end) await wait(10);
}

/** What a page holds once its garbage is collected, in kilobytes. */
export async function heapOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    gc();
    return (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize / 1e3;
  });
}

/** Downloads what a page is to load, so that the way does not count. It runs in the page, as what follows. */
export async function download(paths: string[]): Promise<void> {
  for (const path of paths) await (await fetch(path)).text();
}

async function recordSingly(marks: string[]): Promise<number[]> {
  const took: number[] = [];
  for (const mark of marks) {
    const began = performance.now();
    bench.track(mark);
    took.push(performance.now() - began);
    await waitInPage(4);
  }
  return took;
}

function recordAtOnce(marks: string[]): number {
  const began = performance.now();
  for (const mark of marks) bench.track(mark);
  const took = performance.now() - began;
  void bench.flush();
  return took;
}
