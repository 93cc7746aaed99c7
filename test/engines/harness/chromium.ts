import type { Browser as Puppet, CDPSession, ConsoleMessage, Page as PuppetPage } from 'puppeteer-core';
import { createBrowser, environment, FIRST_SIZE } from './browser.js';
import type { Engine } from './engine.js';
import { PATIENCE, startPuppet, type Ways } from './puppeteer.js';

const program = '/usr/bin/chromium';

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Chromium, driven through its developer tools. */
export const chromium: Engine = {
  name: 'chromium',
  programs: [program],
  packages: 'chromium',
  keepsProfile: true,
  launch: ({ folder } = {}) =>
    createBrowser(
      'chromium',
      (userDataDir) =>
        startPuppet(
          { executablePath: program, userDataDir, args: quiet, env: environment(userDataDir) },
          waysOf,
          openWindow,
        ),
      folder,
    ),
};

let windows = 0;

/** Opens an empty window as a page opens one: without a browser's bars, which take three times the work of the rest. */
async function openWindow(puppet: Puppet): Promise<PuppetPage> {
  const [opener] = await puppet.pages();
  const url = `about:blank#${(windows += 1)}`;
  const opened = puppet.waitForTarget((target) => target.url() === url, { timeout: PATIENCE });
  const features = `popup,noopener,width=${FIRST_SIZE.width},height=${FIRST_SIZE.height}`;
  await opener?.evaluate((...how) => void window.open(...how), url, '', features);
  const page = await (await opened).page();
  if (!page) throw new Error('The window has no page');
  return page;
}

function waysOf(page: PuppetPage): Ways {
  /** What keeps the page offline, as long as it is attached. */
  let cut: CDPSession | undefined;

  return {
    async setVisible(visible) {
      const tools = await page.createCDPSession();
      const { windowId } = await tools.send('Browser.getWindowForTarget');
      const bounds = { windowState: visible ? 'normal' : 'minimized' } as const;
      await tools.send('Browser.setWindowBounds', { windowId, bounds });
      await tools.detach();
    },
    async freeze(isFrozen) {
      const tools = await page.createCDPSession();
      await tools.send('Page.setWebLifecycleState', { state: isFrozen ? 'frozen' : 'active' });
      await tools.detach();
    },
    async setOnline(online) {
      if (online) return void (await cut?.detach());
      cut = await page.createCDPSession();
      await cut.send('Network.enable');
      const conditions = { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
      await cut.send('Network.emulateNetworkConditions', conditions);
    },
    async prefer({ dark, calm, forced }) {
      // It holds for as long as this is there.
      const tools = await page.createCDPSession();
      await tools.send('Emulation.setEmulatedMedia', {
        features: [
          { name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' },
          { name: 'prefers-reduced-motion', value: calm ? 'reduce' : 'no-preference' },
          { name: 'forced-colors', value: forced ? 'active' : 'none' },
        ],
      });
    },
    async kill() {
      const crashed = new Promise((resolve) => page.once('error', resolve));
      const tools = await page.createCDPSession();
      void tools.send('Page.crash').catch(() => {}); // There is nobody left to answer.
      await crashed;
    },
    listen(lines) {
      page.on('console', (message) => lines.push(`${message.type()}: ${textOf(message)}`));
      page.on('pageerror', (error) => lines.push(`uncaught: ${String(error)}`));
    },
  };
}

function textOf(message: ConsoleMessage): string {
  const parts = message.args().map((part) => part.remoteObject());
  return parts.map(({ value, description }) => String(value ?? description)).join(' ') || message.text();
}
