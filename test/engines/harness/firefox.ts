import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser as Puppet, Page as PuppetPage } from 'puppeteer-core';
import { createBrowser, environment } from './browser.js';
import type { Engine, Preferences } from './engine.js';
import { kill } from './processes.js';
import { startPuppet, type Ways } from './puppeteer.js';

const program = '/usr/bin/firefox-esr';

/** Takes the browser's bars from its windows: nobody sees them, and to keep them is a tenth of the work. */
const bare = '#navigator-toolbox { display: none !important }';

/** Firefox, driven through WebDriver BiDi, and through its own windows for what that cannot do. */
export const firefox: Engine = {
  name: 'firefox',
  programs: [program],
  packages: 'firefox-esr',
  keepsProfile: true,
  launch: ({ folder } = {}) =>
    createBrowser(
      'firefox',
      async (userDataDir) => {
        await mkdir(join(userDataDir, 'chrome'), { recursive: true });
        await writeFile(join(userDataDir, 'chrome/userChrome.css'), bare);
        return startPuppet(
          {
            browser: 'firefox',
            executablePath: program,
            userDataDir,
            args: ['--remote-allow-system-access'],
            env: { ...environment(userDataDir), MOZ_CRASHREPORTER_DISABLE: '1' },
            extraPrefsFirefox: {
              ...settings({}),
              'toolkit.legacyUserProfileCustomizations.stylesheets': true,
              // Each page in a process of its own, so that one can be killed without the others.
              'dom.ipc.processCount.webIsolated': 32,
              // What is drawn is seldom looked at, and to draw it thrice as often is a fifth of the work.
              'layout.frame_rate': 20,
            },
          },
          waysOf,
        );
      },
      folder,
    ),
};

/** What the browser is set to for a visitor who prefers something. */
const settings = ({ dark, calm, forced }: Preferences) => ({
  'browser.display.document_color_use': forced ? 2 : 0,
  'layout.css.prefers-color-scheme.content-override': dark ? 0 : 1,
  'ui.prefersReducedMotion': calm ? 1 : 0,
});

/** How the engine says that it has not let a page do something, in the way of an exception. */
const REFUSALS =
  /^(Content-Security-Policy:|Cross-Origin Request Blocked:|Security Error:|downloadable font: .*content blocked)/;

/** What each browser is set to, where it is not what it began with. */
const preferred = new WeakMap<Puppet, string>();

function waysOf(page: PuppetPage, puppet: Puppet): Ways {
  const { connection } = puppet as unknown as { connection: Connection };

  /** Runs an expression in the window around the page. */
  async function aroundPage(expression: string): Promise<unknown> {
    const root = idOf(page.mainFrame());
    const [own] = (await connection.send('browsingContext.getTree', { root, maxDepth: 0 })).result.contexts;
    const scope = { 'moz:scope': 'chrome', maxDepth: 0 };
    const windows = (await connection.send('browsingContext.getTree', scope)).result.contexts;
    const context = windows.find(({ clientWindow }) => clientWindow === own?.clientWindow)?.context;
    const options = { expression, target: { context }, awaitPromise: true };
    return (await connection.send('script.evaluate', options)).result.result.value;
  }

  return {
    setVisible: async (visible) =>
      void (await aroundPage(visible ? 'window.restore()' : 'window.minimize()')),
    setOnline: (online) => page.setOfflineMode(!online),
    async prefer(preferences) {
      const wanted = JSON.stringify(settings(preferences));
      if (wanted === (preferred.get(puppet) ?? JSON.stringify(settings({})))) return;
      preferred.set(puppet, wanted);
      await aroundPage(
        `Object.entries(${wanted}).forEach(([name, value]) => Services.prefs.setIntPref(name, value))`,
      );
    },
    async kill() {
      kill(Number(await aroundPage('gBrowser.selectedBrowser.browsingContext.currentWindowGlobal.osPid')));
    },
    listen(lines) {
      // Puppeteer shows an error or an object of a console line as `JSHandle`; the protocol has its text.
      connection.on('log.entryAdded', ({ type, method, level, text, source }) => {
        if (!page.frames().some((frame) => idOf(frame) === source.context)) return;
        const isRefusal = REFUSALS.test(text);
        // A policy is not about the icon that the engine asks for by itself.
        if (isRefusal && text.includes('/favicon.ico')) return;
        const isUncaught = type === 'javascript' && level === 'error' && !isRefusal;
        lines.push(`${isUncaught ? 'uncaught' : (method ?? level)}: ${text}`);
      });
    },
  };
}

/** The name that the protocol has for a frame. */
function idOf(frame: object): string {
  return (frame as { _id: string })._id;
}

/** Puppeteer's connection, which its types hide. */
interface Connection {
  send(method: 'browsingContext.getTree', options: object): Promise<{ result: { contexts: Context[] } }>;
  send(method: 'script.evaluate', options: object): Promise<{ result: { result: { value: unknown } } }>;
  on(event: 'log.entryAdded', listener: (entry: LogEntry) => void): void;
}

interface Context {
  context: string;
  clientWindow: string;
}

interface LogEntry {
  type: 'console' | 'javascript';
  method?: string;
  level: string;
  text: string;
  source: { context?: string };
}
