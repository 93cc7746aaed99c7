import { writeSync } from 'node:fs';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { chromium } from '../engines/harness/chromium.js';

/** Starts a Chromium that tells how much its pages hold. */
export function startBrowser(): Promise<Browser> {
  return puppeteer.launch({
    executablePath: chromium.programs[0] ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--js-flags=--expose-gc', '--enable-precise-memory-info'],
  });
}

/** For a benchmark that repeats by itself what must be. */
export const once = { iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0 };

export const median = (figures: number[]) =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;

/** Prints a line; what is logged in a benchmark, Vitest keeps to itself. */
export function tell(what: string, figure: string): void {
  writeSync(2, `${what.padEnd(58)} ${figure}\n`);
}

/** Opens a page as someone who was never there. */
export async function openAnew(browser: Browser, url: string): Promise<Page> {
  const page = await (await browser.createBrowserContext()).newPage();
  await page.goto(url);
  return page;
}

/** Makes the function that tells what a page's own thread has worked so far, in milliseconds of the processor. */
export async function workOf(page: Page): Promise<() => Promise<number>> {
  const session = await page.createCDPSession();
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1_000;
  };
}

/** What has been shown, and what that took. */
export interface Cost {
  /** From the answer until it was there, in milliseconds. */
  took: number;
  /** What the page's own thread has worked, in milliseconds. */
  cost: number;
}

/** What a page has cost by the moment that it promises under a global name, since the answer of this address. */
export async function costOf(page: Page, moment: string, answer: string): Promise<Cost> {
  const took = await page.evaluate(
    async (moment, answer) => {
      const at = await (globalThis as unknown as Record<string, Promise<number>>)[moment];
      const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      return (at ?? NaN) - (entries.find(({ name }) => name.includes(answer))?.responseEnd ?? NaN);
    },
    moment,
    answer,
  );
  const { ScriptDuration = 0, LayoutDuration = 0, RecalcStyleDuration = 0 } = await page.metrics();
  return { took, cost: (ScriptDuration + LayoutDuration + RecalcStyleDuration) * 1_000 };
}

/** The middle of our figures beside that of others. */
export function compared(ours: Cost[], theirs: Cost[], key: keyof Cost): string {
  const [one = 0, other = 0] = [ours, theirs].map((list) => median(list.map((cost) => cost[key])));
  return `${one.toFixed(0)} ms against ${other.toFixed(0)} ms: ${(one / other).toFixed(2)} times`;
}
