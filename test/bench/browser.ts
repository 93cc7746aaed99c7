import { writeSync } from 'node:fs';
import puppeteer, { type Browser } from 'puppeteer-core';
import { chromium } from '../engines/chromium.js';

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
