import type { Browser, Page } from 'puppeteer-core';
import puppeteer from 'puppeteer-core';
import { wait } from '../../../src/lib/wait.js';
import { chromium } from '../../engines/harness/chromium.js';
import { fill, mountDisk, unmount } from '../../support/disk.js';
import { markOf, type Collector } from './collector.js';
import { goOffline } from './network.js';
import type { Sdk } from './sdks.js';
import type { Site } from './site.js';
import { until, type Bench } from './visit.js';

/** How many events are recorded before something goes wrong. */
const COUNT = 20;
/** How long is waited on the next visit for what is missing, in milliseconds. */
const PATIENCE = 30_000;
/** How often each story is played. */
const PLAYS = Number(process.env['BENCH_PLAYS'] ?? 3);
/** How many SDKs are played with at once: what is asked here is no time. */
const AT_ONCE = 6;
/** How long a trouble lasts, in milliseconds; some SDKs give up on a service that fails for longer. */
const [TROUBLE, LONG] = [10_000, 60_000];

/** What became of the events of one story. */
export interface Kept {
  recorded: number;
  arrived: number;
  /** How many arrived more than once. */
  twice: number;
}

declare const bench: Bench;
declare const load: (path: string) => Promise<unknown>;

interface Scene {
  site: Site;
  collector: Collector;
}

interface Story extends Scene {
  sdk: Sdk;
  folder: string;
  browser: Browser;
  page: Page;
  marks: string[];
}

/** What goes wrong; each ends in a browser whose network works. */
const stories: Record<string, (story: Story) => Promise<Browser>> = {
  async offline({ browser, page, marks }) {
    const cut = await goOffline(page);
    await record(page, marks);
    await wait(1_000);
    await page.goto('about:blank');
    await cut.detach();
    return browser;
  },
  async 'tab closed'({ browser, page, marks }) {
    await browser.newPage();
    await record(page, marks);
    await page.close();
    return browser;
  },
  async 'two tabs closed'({ browser, page, site, sdk, marks }) {
    const other = await openStarted(browser, site, sdk);
    await wait(3_000);
    await browser.newPage();
    const half = marks.length / 2;
    await Promise.all([record(page, marks.slice(0, half)), record(other, marks.slice(half))]);
    await Promise.all([page.close(), other.close()]);
    return browser;
  },
  'status 500': (story) => inTrouble(story, 500, LONG),
  'status 429': (story) => inTrouble(story, 429, TROUBLE),
  async 'answer lost'({ browser, page, collector, marks }) {
    collector.loseAnswer(marks);
    await record(page, marks);
    await wait(TROUBLE);
    await page.goto('about:blank');
    return browser;
  },
  async 'disk full'({ browser, page, marks, folder }) {
    const makeRoom = fill(folder);
    await record(page, marks);
    await wait(TROUBLE);
    await page.goto('about:blank');
    makeRoom();
    return browser;
  },
  async 'IndexedDB stuck'({ browser, page, site, sdk, marks }) {
    const stuck = await browser.newPage();
    await page.close();
    await stuck.evaluateOnNewDocument('IDBFactory.prototype.open = () => ({})');
    await start(stuck, site, sdk);
    await record(stuck, marks);
    await wait(TROUBLE);
    await stuck.goto('about:blank');
    return browser;
  },
  async killed({ browser, page, marks, folder }) {
    await goOffline(page);
    await record(page, marks);
    await wait(1_000);
    await kill(browser);
    return launch(folder);
  },
};

/** Plays each story with each SDK, and counts what the service has in the end. */
export async function losing(scene: Scene, sdks: Sdk[]): Promise<Record<string, Record<string, Kept>>> {
  const kept: Record<string, Record<string, Kept>> = {};
  let next = 100_000;
  const turns = Object.keys(stories).flatMap((name) => sdks.map((sdk) => ({ name, sdk })));
  const work = Array.from({ length: PLAYS }, () => turns).flat();
  async function play() {
    for (let turn = work.shift(); turn; turn = work.shift()) {
      const marks = Array.from({ length: COUNT }, () => markOf((next += 1)));
      const { recorded, arrived, twice } = await outcome(scene, turn.sdk, turn.name, marks);
      const story = kept[turn.name] ?? {};
      const before = story[turn.sdk.id] ?? { recorded: 0, arrived: 0, twice: 0 };
      story[turn.sdk.id] = {
        recorded: before.recorded + recorded,
        arrived: before.arrived + arrived,
        twice: before.twice + twice,
      };
      kept[turn.name] = story;
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, play));
  return kept;
}

async function outcome({ site, collector }: Scene, sdk: Sdk, name: string, marks: string[]): Promise<Kept> {
  const folder = mountDisk();
  if (!folder) throw new Error('Only root may make a disk that can be filled');
  const first = await launch(folder);
  const page = await openStarted(first, site, sdk);
  await wait(3_000); // It has heard from its service, and has nothing left to do.
  const browser =
    (await stories[name]?.({ site, collector, sdk, folder, browser: first, page, marks })) ?? first;
  const arrived = () => marks.filter((mark) => collector.arrived.has(mark)).length;
  await openStarted(browser, site, sdk);
  await until(() => arrived() === COUNT, PATIENCE);
  await wait(1_000); // For what comes a second time.
  await browser.close();
  unmount(folder);
  const twice = marks.filter((mark) => (collector.arrived.get(mark) ?? 0) > 1).length;
  return { recorded: COUNT, arrived: arrived(), twice };
}

function launch(userDataDir: string): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];
  return puppeteer.launch({ executablePath: chromium.programs[0] ?? '', userDataDir, args });
}

async function openStarted(browser: Browser, site: Site, sdk: Sdk): Promise<Page> {
  const page = await browser.newPage();
  await start(page, site, sdk);
  return page;
}

async function start(page: Page, site: Site, sdk: Sdk): Promise<void> {
  await page.goto(site.pageOf(sdk.id));
  await page.evaluate(async (path) => {
    await load(path);
    // One that waits for its service's answer goes on by itself.
    void bench.identify();
  }, `/sdks/${sdk.id}.js`);
}

const record = (page: Page, marks: string[]) =>
  page.evaluate((marks) => {
    for (const mark of marks) bench.track(mark);
  }, marks);

/** Records while the service refuses what comes, and leaves the page once it takes it again. */
async function inTrouble(story: Story, status: number, trouble: number): Promise<Browser> {
  const { browser, page, collector, marks } = story;
  collector.refuse(marks, status);
  await record(page, marks);
  await wait(trouble);
  collector.refuse(marks);
  await page.goto('about:blank');
  return browser;
}

/** Ends it as a machine does that loses its power: nothing is said to its pages. */
async function kill(browser: Browser): Promise<void> {
  const process = browser.process();
  const ended = new Promise((resolve) => process?.once('exit', resolve));
  process?.kill('SIGKILL');
  await ended;
  await wait(500); // Its other processes see that it is gone.
}
