import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createBrowser, environment, type Run } from './browser.js';
import type { Engine, LaunchOptions } from './engine.js';
import { descendantsOf, killTree } from './processes.js';
import { isAllMet } from './share.js';
import { createWindows, type Send } from './webkit-windows.js';

const driverProgram = '/usr/bin/WebKitWebDriver';
const displayProgram = '/usr/bin/Xvfb';
/** How long a command may take, in milliseconds: as long as a test. */
const PATIENCE = 60_000;

/** Makes the browser's own buttons small, so that a page can be as narrow as a phone. */
const slim = '* { min-width: 0; min-height: 0; margin: 0; padding: 0; border-width: 0; font-size: 1px; }';

const settings = (calm: boolean) => `[Settings]\ngtk-enable-animations=${calm ? 0 : 1}\n`;

const machine = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
const program = `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`;

/** WebKit as its GTK port has it, driven through WebDriver on a display of its own. */
export const webkit: Engine = {
  name: 'webkit',
  programs: [driverProgram, displayProgram, program],
  packages: 'webkit2gtk-driver xvfb',
  keepsProfile: false,
  launch: async (options) => {
    const browser = await createBrowser(
      'webkit',
      (profile) => startWebKit(profile, options),
      options?.folder,
    );
    const restart = () => Promise.reject(new Error('WebKit under automation keeps no profile on disk'));
    // A spread would turn the getters into values.
    return Object.assign(browser, { restart });
  },
};

async function startWebKit(
  profile: string,
  { dark = false, calm = false }: LaunchOptions = {},
): Promise<Run> {
  const children: ChildProcess[] = [];
  const endAll = () => children.forEach((child) => child.kill('SIGKILL'));
  // What a test run that is ended early leaves behind would stay for good.
  process.once('exit', endAll);

  async function close() {
    process.off('exit', endAll);
    for (const { pid } of children.toReversed()) if (pid) await killTree(pid);
  }

  try {
    const display = await startDisplay(children, environment(profile));
    await mkdir(join(profile, 'gtk-3.0'));
    await writeFile(join(profile, 'gtk-3.0/gtk.css'), slim);
    await writeFile(join(profile, 'gtk-3.0/settings.ini'), settings(calm));
    const { driver, post } = await startDriver(children, {
      ...environment(profile),
      DISPLAY: display,
      XDG_CONFIG_HOME: profile,
      GDK_BACKEND: 'x11',
      GTK_THEME: dark ? 'Adwaita:dark' : 'Adwaita',
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      // Without graphics hardware, to draw in layers is half as much work again for the page's process; but without
      // them, no picture is ever ready.
      ...(!isAllMet() && { WEBKIT_DISABLE_COMPOSITING_MODE: '1' }),
    });
    const send = await startSession(post);
    const [browser] = descendantsOf(driver);
    if (!browser) throw new Error('WebKitWebDriver started no browser');
    const isWell = () =>
      send('GET', '/window/handles').then(
        () => true,
        () => false,
      );
    return { pid: browser.pid, ...createWindows(send, browser.pid), isWell, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Starts a display nobody looks at, and gives its name. */
async function startDisplay(children: ChildProcess[], env: NodeJS.ProcessEnv): Promise<string> {
  const options = ['-displayfd', '3', '-screen', '0', '2000x1600x24', '-nolisten', 'tcp'];
  const child = spawn(displayProgram, options, { env, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  children.push(child);
  const [name] = (await once(child.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer];
  return `:${name.toString().trim()}`;
}

async function startDriver(children: ChildProcess[], env: NodeJS.ProcessEnv) {
  const port = await freePort();
  const child = spawn(driverProgram, [`--port=${port}`], { env, stdio: 'ignore' });
  children.push(child);
  const url = `http://127.0.0.1:${port}`;

  async function post(method: string, path: string, body?: object): Promise<unknown> {
    const signal = AbortSignal.timeout(PATIENCE);
    const response = await fetch(url + path, { method, signal, ...(body && { body: JSON.stringify(body) }) });
    const { value } = (await response.json()) as { value: { error?: string; message?: string } | null };
    if (response.ok) return value;
    throw new Error(`${method} ${path}: ${value?.error}: ${value?.message}`);
  }

  while (!(await fetch(`${url}/status`).catch(() => undefined))) await wait(20);
  return { driver: child.pid ?? 0, post };
}

async function startSession(post: Send): Promise<Send> {
  const options = { binary: program, args: ['--automation'] };
  const capabilities = { alwaysMatch: { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options } };
  const { sessionId } = (await post('POST', '/session', { capabilities })) as { sessionId: string };
  return (method, path, body) => post(method, `/session/${sessionId}${path}`, body);
}

/** A port that nobody uses. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
