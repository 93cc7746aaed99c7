import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import puppeteer, {
  type Browser as Puppet,
  type KeyInput,
  type LaunchOptions,
  type Page as PuppetPage,
} from 'puppeteer-core';
import { FIRST_SIZE, type Run } from './browser.js';
import type { Clicking, Preferences } from './engine.js';
import type { Tab } from './page.js';
import { killTree } from './processes.js';

/** How long a start and a page's load may take, in milliseconds: as long as a test. */
export const PATIENCE = 60_000;

/** What Chromium and Firefox do each in its own way. */
export interface Ways {
  setVisible(visible: boolean): Promise<void>;
  freeze?(isFrozen: boolean): Promise<void>;
  setOnline(online: boolean): Promise<void>;
  prefer(preferences: Preferences): Promise<void>;
  kill(): Promise<void>;
  /** What the page says is put here, line by line. */
  listen(lines: string[]): void;
}

/** Starts a browser that puppeteer can drive. */
export async function startPuppet(
  options: LaunchOptions & { userDataDir: string },
  waysOf: (page: PuppetPage, puppet: Puppet) => Ways | Promise<Ways>,
  openWindow = (puppet: Puppet) => puppet.newPage({ type: 'window' }),
): Promise<Run> {
  const { userDataDir } = options;
  const puppet = await puppeteer.launch({
    ...options,
    headless: true,
    defaultViewport: FIRST_SIZE,
    // Nobody here listens, and to be told of every request makes a page's start half as long again.
    networkEnabled: false,
    timeout: PATIENCE,
  });
  const child = puppet.process();
  const pid = child?.pid;
  if (!pid) throw new Error('The browser has no process');
  const all = new Set<Ways>();
  let isOnline = true;

  return {
    pid,
    async open() {
      const page = await openWindow(puppet);
      page.setDefaultTimeout(PATIENCE);
      const ways = await waysOf(page, puppet);
      all.add(ways);
      const forget = () => all.delete(ways);
      // Firefox does not always tell that a page is closed.
      page.once('close', forget);
      if (!isOnline) await ways.setOnline(false);
      const tab = tabOf(page, ways);
      return {
        ...tab,
        close: () => tab.close().finally(forget),
        kill: () => tab.kill().finally(forget),
      };
    },
    isWell: async () => puppet.connected,
    async setOnline(online) {
      isOnline = online;
      for (const ways of all) await ways.setOnline(online);
    },
    async close() {
      if (puppet.connected) await puppet.close();
      else await killTree(pid);
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      // Puppeteer takes its settings out of Firefox's profile again, which must not meet the next run's.
      while (readdirSync(userDataDir).some((name) => name.endsWith('.puppeteer'))) await wait(10);
    },
  };
}

function tabOf(page: PuppetPage, ways: Ways): Tab {
  const lines: string[] = [];
  let isResized = false;
  ways.listen(lines);

  return {
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    async back() {
      // Puppeteer waits in vain for a page that Firefox takes back from its cache.
      const place = async () => page.evaluate('performance.timeOrigin + location.href').catch(() => before);
      const before: unknown = await page.evaluate('performance.timeOrigin + location.href');
      await page.evaluate('setTimeout(() => history.back())');
      while ((await place()) === before) await wait(10);
    },
    async run(expression, frame) {
      if (!frame) return (await page.evaluate(expression)) as string | undefined;
      const handle = await page.evaluateHandle(frame);
      const document = await handle.asElement()?.contentFrame();
      if (!document) throw new Error('There is no such frame');
      return (await document.evaluate(expression)) as string | undefined;
    },
    async clickAt({ x, y }, { button = 'left', key, times = 1, hold = 0 }: Clicking = {}) {
      if (key) await page.keyboard.down(key);
      await page.mouse.click(x, y, { button, count: times, delay: hold });
      if (key) await page.keyboard.up(key);
    },
    async press(keys) {
      for (const key of keys) await page.keyboard.down(key as KeyInput);
      for (const key of keys.toReversed()) await page.keyboard.up(key as KeyInput);
    },
    write: (text) => page.keyboard.type(text),
    setVisible: (visible) => ways.setVisible(visible),
    freeze: async (isFrozen) => ways.freeze?.(isFrozen),
    prefer: (preferences) => ways.prefer(preferences),
    resize({ density = 1, ...size }) {
      isResized = true;
      return page.setViewport({ ...size, deviceScaleFactor: density });
    },
    screenshot: async (file) => void (await page.screenshot({ path: file })),
    console: async () => [...lines],
    async empty(blankPage) {
      await page.goto(blankPage);
      if (isResized) await page.setViewport(FIRST_SIZE);
      isResized = false;
      lines.length = 0;
    },
    focus: () => page.bringToFront(),
    close: () => page.close(),
    async kill() {
      await ways.kill();
      await page.close();
    },
  };
}
