import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type CDPSession, type Page } from 'puppeteer-core';
import { environment } from '../harness/browser.js';
import { chromium } from '../harness/chromium.js';

/** Chromium, whose service workers a test may wake and end. */
export interface BackgroundBrowser {
  open(url: string): Promise<Page>;
  /** Closes a page as its visitor does, so that it hears of that. */
  leave(page: Page): Promise<void>;
  /** Hides all pages: their window is minimized. */
  hide(page: Page): Promise<void>;
  /** Lets Background Sync come to the service worker of a site, of which no page need be open. */
  sync(site: string, tag: string): Promise<void>;
  /** Ends all service workers at once, whatever they do. */
  endWorkers(): Promise<void>;
  /** Closes all pages. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** How long a browser may take for anything, in milliseconds: far longer than one that is well. */
const PATIENCE = 60_000;

/** Starts Chromium with a profile of its own. */
export async function launchForBackground(): Promise<BackgroundBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'tidings-background-'));
  const [executablePath = ''] = chromium.programs;
  const puppet = await puppeteer.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
    headless: true,
    timeout: PATIENCE,
    userDataDir: profile,
    env: environment(profile),
  });
  // It shows nothing of any site, and keeps the browser from ending with its last page.
  const [blank] = await puppet.pages();
  const tools = (await blank?.createCDPSession()) as CDPSession;
  const registrations = new Map<string, string>();
  tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: found }) => {
    for (const { scopeURL, registrationId } of found) registrations.set(scopeURL, registrationId);
  });
  await tools.send('ServiceWorker.enable');

  return {
    async open(url) {
      const page = await puppet.newPage({ type: 'window' });
      page.setDefaultTimeout(PATIENCE);
      await page.goto(url);
      return page;
    },
    async leave(page) {
      const closed = new Promise((resolve) => page.once('close', resolve));
      await page.close({ runBeforeUnload: true });
      await closed;
    },
    async hide(page) {
      const own = await page.createCDPSession();
      const { windowId } = await own.send('Browser.getWindowForTarget');
      await own.send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'minimized' } });
      await own.detach();
    },
    async sync(site, tag) {
      const registrationId = registrations.get(`${site}/`) ?? '';
      await tools.send('ServiceWorker.dispatchSyncEvent', {
        ...{ origin: site, registrationId, tag, lastChance: false },
      });
    },
    async endWorkers() {
      await tools.send('ServiceWorker.stopAllWorkers');
    },
    async clear() {
      for (const page of await puppet.pages()) if (page !== blank) await page.close();
    },
    async close() {
      await puppet.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
