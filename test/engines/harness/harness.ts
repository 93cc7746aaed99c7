import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it, onTestFinished, type TestContext } from 'vitest';
import type { Browser, Engine, OpenOptions, Page } from './engine.js';
import { chosenEngines, isInstalled } from './engines.js';
import { sharedBrowser } from './shared-browser.js';
import { createSite, type Site, type SiteOptions } from './site.js';

const traces = fileURLToPath(new URL('../../../build/engines/', import.meta.url));

/** What a test starts with: a site nobody visited, and a browser without pages. */
export interface Scene {
  site: Site;
  browser: Browser;
  /** Opens a page of the site. Default path: `/`. */
  open(path?: string, options?: OpenOptions): Promise<Page>;
}

/** Sets up the scene of one test; it is cleared away when the test ends. */
export type SetScene = (options?: SiteOptions) => Promise<Scene>;

/** Where a suite is run. */
export interface SuiteOptions {
  /** The engines whose difference matters to it. Default: all. */
  only?: readonly Engine['name'][];
}

/**
 * Describes something in each engine, with one browser for all tests of a worker. The environment variable `ENGINE`, such as
 * `firefox,webkit`, chooses which.
 *
 * A test that fails leaves a screenshot, the console and what was asked last of each page in `build/engines/`. An engine that is missing
 * is skipped, unless `CI` is set.
 *
 * @example
 * ```ts
 * inEveryEngine('the outbox', (setScene) => {
 *   it('is empty at first', async () => {
 *     const { open } = await setScene({ pages: { '/': '<p>0</p>' } });
 *     const page = await open();
 *
 *     expect(await page.text('p')).toBe('0');
 *   });
 * });
 * ```
 */
export function inEveryEngine(
  subject: string,
  tests: (setScene: SetScene, engine: Engine) => void,
  { only = ['chromium', 'firefox', 'webkit'] }: SuiteOptions = {},
): void {
  const chosen = chosenEngines(process.env['ENGINE'] ?? '');
  const meant = chosen.filter(({ name }) => only.includes(name));
  // A file without a test is a failure, also where it is for none of the engines that were chosen.
  if (!meant.length) it.skip(`${subject} (it is tested in ${only.join(' and ')})`);
  for (const engine of meant) {
    const title = `${subject} in ${engine.name}`;
    if (isInstalled(engine)) describe(title, () => withBrowser(engine, tests));
    else describeMissing(title, engine);
  }
}

function withBrowser(engine: Engine, tests: (setScene: SetScene, engine: Engine) => void) {
  beforeAll(() => sharedBrowser(engine).then(() => undefined));

  tests(async (options) => {
    const site = await createSite(options);
    onTestFinished(() => site.close());
    const browser = await sharedBrowser(engine);
    onTestFinished(async ({ task }) => {
      if (!browser.isRunning) return;
      if (task.result?.state === 'fail') await leaveTraces(browser, `${slugOf(task)}-${engine.name}`);
      await browser.online();
      await browser.clear();
    });
    return { site, browser, open: (path = '/', options) => browser.open(site.url + path, options) };
  }, engine);
}

function describeMissing(title: string, { name, packages }: Engine) {
  const advice = `${name} is missing: apt-get install ${packages}`;
  if (process.env['CI']) it(title, () => expect.fail(advice));
  else it.skip(`${title} (${advice})`);
}

function slugOf(task: TestContext['task']): string {
  return task.name.replace(/\W+/g, '-').toLowerCase();
}

async function leaveTraces({ pages }: Browser, name: string): Promise<void> {
  mkdirSync(traces, { recursive: true });
  for (const [index, page] of pages.entries()) {
    const file = join(traces, index ? `${name}-${index + 1}` : name);
    // A page too broken to be pictured must not hide why the test failed.
    const asked = page.diary();
    const said = await page.console().catch((error: unknown) => [String(error)]);
    await writeFile(`${file}.log`, `${[...asked, '', ...said].join('\n')}\n`);
    // After that, a page of WebKit's goes nowhere any more here, and the next test would wait in vain.
    if (!name.endsWith('webkit')) await page.screenshot(`${file}.png`).catch(() => {});
  }
}
