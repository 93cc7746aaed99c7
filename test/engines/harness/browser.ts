import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, OpenOptions, Page } from './engine.js';
import { createPage, type Tab } from './page.js';
import { killTree } from './processes.js';
import { blankPage, cutEverySite, mendEverySite } from './site.js';

/** The size of a new page, in CSS pixels. */
export const FIRST_SIZE = { width: 1024, height: 700 };

/** One run of a browser, from its start to its end: what an engine has to bring. */
export interface Run {
  /** The browser's own process. */
  readonly pid: number;
  /** Opens an empty window of {@link FIRST_SIZE}. */
  open(): Promise<Tab>;
  /** Whether it still does what it is told. */
  isWell(): Promise<boolean>;
  /** Tells all pages, now and later, whether there is a network. */
  setOnline(online: boolean): Promise<void>;
  /** Ends all that was started; the browser may have been killed before. */
  close(): Promise<void>;
}

/** Makes a browser of runs on one profile: a folder that lives as long as the browser does. */
export async function createBrowser(
  name: string,
  start: (profile: string) => Promise<Run>,
  folder = tmpdir(),
): Promise<Browser> {
  const profile = await mkdtemp(join(folder, `${name}-`));
  const pages = new Map<Page, Tab>();
  /** Windows that were opened for pages of before: to open one takes longer than to load a page. */
  let spare: Tab[] = [];
  let run: Run | undefined = await start(profile);
  let isRunning = true;
  let isOnline = true;

  function running(): Run {
    if (!run || !isRunning) throw new Error(`${name} is not running`);
    return run;
  }

  async function open(url: string, { isNew = false, ...preferences }: OpenOptions = {}) {
    const tab = isNew ? await running().open() : await emptyTab();
    await tab.prefer?.(preferences);
    const page = createPage(tab, { onGone: () => pages.delete(page) });
    pages.set(page, tab);
    await page.goto(url);
    return page;
  }

  async function emptyTab(): Promise<Tab> {
    const tab = spare.pop();
    await tab?.focus?.();
    return tab ?? running().open();
  }

  async function clear() {
    for (const [page, tab] of pages) {
      if (page.isWorn) {
        await page.close();
        continue;
      }
      pages.delete(page);
      // One that cannot be emptied is of no use to another test.
      await tab.empty(await blankPage()).then(
        () => spare.push(tab),
        () => tab.close(),
      );
    }
  }

  async function setOnline(online: boolean) {
    if (online) mendEverySite();
    else cutEverySite();
    if (online !== isOnline) await running().setOnline(online);
    isOnline = online;
  }

  async function end() {
    const last = run;
    run = undefined;
    isRunning = false;
    isOnline = true;
    forget();
    await last?.close();
  }

  function forget() {
    pages.clear();
    spare = [];
  }

  return {
    open,
    clear,
    get pages() {
      return [...pages.keys()];
    },
    get isRunning() {
      return isRunning;
    },
    isWell: async () => isRunning && !!(await run?.isWell()),
    offline: () => setOnline(false),
    online: () => setOnline(true),
    async kill() {
      const { pid } = running();
      isRunning = false;
      forget();
      await killTree(pid);
    },
    async restart() {
      await end();
      run = await start(profile);
      isRunning = true;
    },
    async close() {
      await end();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The environment of a browser that leaves nothing outside its profile. */
export function environment(profile: string): NodeJS.ProcessEnv {
  return { ...process.env, TMPDIR: profile };
}
