import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, {
  type Browser as Puppet,
  type CDPSession,
  type LaunchOptions,
  type Page,
  type Target,
} from 'puppeteer-core';
import { environment } from '../harness/browser.js';
import { chromium } from '../harness/chromium.js';
import { firefox } from '../harness/firefox.js';
import type { PushService } from './push-service.js';

/** A browser that gets pushes, of a visitor who allows them. */
export interface PushBrowser {
  name: 'chromium' | 'firefox';
  /** Lets a site show what is pushed, and do what else it is let, in Chromium. */
  allow(site: string, also: 'backgroundSync'[]): Promise<void>;
  open(url: string): Promise<Page>;
  /** The addresses of all windows. */
  addresses(): Promise<string[]>;
  /** Lets a push come, by the token of the subscription. */
  push(page: Page, token: string, payload: string): Promise<void>;
  /** Clicks what the site of a page shows; in Chromium by an event of our own, for which it opens no window. */
  click(page: Page): Promise<void>;
  /** Ends the service worker, as a browser does when it has nothing to do. */
  endWorker(page: Page): Promise<void>;
  /** Lets Background Sync come back, where there is one. */
  sync?(page: Page, tag: string): Promise<void>;
  /** Closes all windows. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** How long a browser may take for anything, in milliseconds: far longer than one that is well. */
const PATIENCE = 60_000;

/** Starts a browser whose push service is the one given. */
export async function launchForPush(name: PushBrowser['name'], service: PushService): Promise<PushBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'tidings-push-'));
  const env = environment(profile);
  const way = name === 'chromium' ? chromiumOptions(service) : firefoxOptions(service);
  const puppet = await puppeteer.launch({
    ...way,
    headless: true,
    timeout: PATIENCE,
    userDataDir: profile,
    env,
  });
  const ways = name === 'chromium' ? await chromiumWays(puppet) : await firefoxWays(puppet, service);
  return {
    name,
    async open(url) {
      const page = await puppet.newPage({ type: 'window' });
      page.setDefaultTimeout(PATIENCE);
      await page.goto(url);
      return page;
    },
    addresses: async () => (await puppet.pages()).map((page) => page.url()),
    ...ways,
    async clear() {
      const [first, ...others] = await puppet.pages();
      for (const page of others) await page.close();
      await first?.goto('about:blank');
    },
    async close() {
      await puppet.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function chromiumOptions({ host }: PushService): LaunchOptions {
  const [executablePath = ''] = chromium.programs;
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'];
  const gcm = [`checkin-url=http://${host}/checkin`, `registration-url=http://${host}/register`];
  return {
    executablePath,
    args: [...args, ...gcm.map((address) => `--gcm-${address}`), '--gcm-mcs-endpoint=https://127.0.0.1:1'],
    // It would keep pushes out too.
    ignoreDefaultArgs: ['--disable-background-networking'],
  };
}

function firefoxOptions({ host }: PushService): LaunchOptions {
  const [executablePath = ''] = firefox.programs;
  return {
    browser: 'firefox',
    executablePath,
    args: ['--remote-allow-system-access'],
    extraPrefsFirefox: {
      'dom.push.serverURL': `ws://${host}`,
      'dom.push.testing.allowInsecureServerURL': true,
      'dom.push.connection.enabled': true,
      'permissions.default.desktop-notification': 1,
    },
  };
}

type PushWays = Pick<PushBrowser, 'allow' | 'click' | 'endWorker' | 'push' | 'sync'>;

async function chromiumWays(puppet: Puppet): Promise<PushWays> {
  const browser = await puppet.target().createCDPSession();
  /** The service worker, which may have ended. */
  async function workerOf(page: Page) {
    const { origin } = new URL(page.url());
    const tools = await page.createCDPSession();
    await tools.send('ServiceWorker.enable');
    await tools.send('ServiceWorker.startWorker', { scopeURL: `${origin}/` });
    await tools.detach();
    const isIts = (target: Target) =>
      ['service_worker'].includes(target.type()) && target.url().startsWith(`${origin}/`);
    return (await puppet.waitForTarget(isIts, { timeout: PATIENCE })).worker();
  }

  return {
    allow: (origin, also) =>
      browser.send('Browser.grantPermissions', { origin, permissions: ['notifications', ...also] }),
    async push(page, _, data) {
      const { origin } = new URL(page.url());
      const tools = await page.createCDPSession();
      const registrationId = await registrationOf(tools, origin);
      await tools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
      await tools.detach();
    },
    async sync(page, tag) {
      const { origin } = new URL(page.url());
      const tools = await page.createCDPSession();
      const registrationId = await registrationOf(tools, origin);
      await tools.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag, lastChance: false });
    },
    async click(page) {
      const worker = await workerOf(page);
      await worker?.evaluate(`registration.getNotifications().then(([notification]) =>
        dispatchEvent(new NotificationEvent('notificationclick', { notification })))`);
    },
    async endWorker(page) {
      const tools = await page.createCDPSession();
      await tools.send('ServiceWorker.enable');
      await tools.send('ServiceWorker.stopAllWorkers');
      await tools.detach();
    },
  };
}

/** The registration of the site's service worker, as the developer tools name it. */
async function registrationOf(tools: CDPSession, origin: string): Promise<string> {
  return new Promise((resolve, reject) => {
    tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${origin}/` && !isDeleted);
      if (found) resolve(found.registrationId);
    });
    tools.send('ServiceWorker.enable').catch(reject);
  });
}

/** What Firefox shows is kept from the machine's desktop, which there is none of. */
const keepAlerts = `(() => {
  const shown = (window.tidingsAlerts = new Map());
  const service = {
    QueryInterface: ChromeUtils.generateQI(['nsIAlertsService']),
    showAlert(alert, listener) {
      shown.set(alert.name, { alert, listener });
      listener?.observe(null, 'alertshow', alert.cookie);
    },
    closeAlert(name) {
      const { alert, listener } = shown.get(name) ?? {};
      shown.delete(name);
      listener?.observe(null, 'alertfinished', alert.cookie);
    },
    getHistory: () => [],
    teardown() {},
    pbmTeardown() {},
  };
  Components.manager.QueryInterface(Ci.nsIComponentRegistrar).registerFactory(
    Services.uuid.generateUUID(), 'alerts', '@mozilla.org/alerts-service;1',
    { QueryInterface: ChromeUtils.generateQI(['nsIFactory']), createInstance: (iid) => service.QueryInterface(iid) },
  );
})()`;

async function firefoxWays(puppet: Puppet, service: PushService): Promise<PushWays> {
  const { connection } = puppet as unknown as { connection: Connection };
  const scope = { 'moz:scope': 'chrome', maxDepth: 0 };
  const [window] = (await connection.send('browsingContext.getTree', scope)).result.contexts ?? [];
  /** Runs an expression in the browser's first window, around its pages. */
  async function around(expression: string) {
    const options = { expression, target: { context: window?.context }, awaitPromise: true };
    const { type, exceptionDetails } = (await connection.send('script.evaluate', options)).result;
    if (type === 'exception') throw new Error(exceptionDetails?.text);
  }
  await around(keepAlerts);

  return {
    // Every site may, by what its profile says.
    allow: () => Promise.resolve(),
    push: async (_, token, payload) => service.send(token, payload),
    click: () =>
      around(`(() => {
        const { alert, listener } = [...tidingsAlerts.values()].at(-1);
        listener.observe(null, 'alertclickcallback', alert.cookie);
      })()`),
    endWorker: () =>
      around(`(async () => {
        const manager = Cc['@mozilla.org/serviceworkers/manager;1'].getService(Ci.nsIServiceWorkerManager);
        const all = manager.getAllRegistrations();
        for (let index = 0; index < all.length; index++)
          await all.queryElementAt(index, Ci.nsIServiceWorkerRegistrationInfo).activeWorker?.terminateWorker();
      })()`),
  };
}

/** Puppeteer's connection, which its types hide. */
interface Connection {
  send(
    method: string,
    options: object,
  ): Promise<{
    result: { contexts?: { context: string }[]; type?: string; exceptionDetails?: { text: string } };
  }>;
}
