import { writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { FIRST_SIZE } from './browser.js';
import type { Clicking, Size } from './engine.js';
import type { Tab } from './page.js';
import { kill } from './processes.js';
import { codeOf, pressing } from './webdriver-keys.js';
import { newProcess, pageProcesses } from './webkit-processes.js';

/** Sends a command of the WebDriver protocol. */
export type Send = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>;

/** Sends a command to one window. */
type SendTo = Send & {
  /** Brings it before the others, as the next command from a keyboard or a mouse finds it. */
  focus(): Promise<void>;
  /** Sends several, without those to other windows in between. */
  together<Result>(work: (send: Send) => Promise<Result>): Promise<Result>;
};

/** Opens the windows of one WebKit. */
export function createWindows(send: Send, browser: number) {
  const windows = new Set<Window>();
  /** The window that the automation begins with. It stays, since a new one is asked for in one that is open. */
  const first = send('GET', '/window');
  let queue: Promise<unknown> = first;
  /** The window that is told what comes next: to turn to one takes as long as what it is told. */
  let present: unknown;

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = queue.then(work);
    queue = result.catch(() => {}); // Its caller is told.
    return result;
  }

  async function turnTo(handle: unknown, isAnew = false) {
    if (present === handle && !isAnew) return;
    await send('POST', '/window', { handle });
    present = handle;
  }

  function sendTo(handle: string): SendTo {
    const together: SendTo['together'] = (work) =>
      inTurn(async () => {
        await turnTo(handle);
        return work(send);
      });
    const one: Send = (...command) => together((sendNow) => sendNow(...command));
    const focus = () => inTurn(() => turnTo(handle, true));
    return Object.assign(one, { together, focus });
  }

  return {
    async open(): Promise<Tab> {
      const { handle, pid } = await inTurn(async () => {
        await turnTo(await first);
        const before = pageProcesses(browser);
        const { handle } = (await send('POST', '/window/new', { type: 'window' })) as { handle: string };
        const pid = await newProcess(browser, before);
        return { handle, pid };
      });
      const window = createWindow(sendTo(handle), { pid, onGone: () => windows.delete(window) });
      windows.add(window);
      await window.resize(FIRST_SIZE);
      return window;
    },
    async setOnline(online: boolean) {
      for (const window of windows) await window.setOnline(online);
    },
  };
}

interface Window extends Tab {
  setOnline(online: boolean): Promise<void>;
}

function createWindow(send: SendTo, { pid, onGone }: { pid: number; onGone: () => void }): Window {
  /** What documents before the present one said. */
  const said: string[] = [];
  let size: Size = FIRST_SIZE;
  let isNew = true;

  const script = (source: string, ...input: unknown[]) =>
    send('POST', '/execute/sync', { script: source, args: input });

  async function act(actions: object[]) {
    await send.focus();
    await send('POST', '/actions', { actions });
  }

  async function present(): Promise<string[]> {
    return (await script('return window.saidLines ?? []')) as string[];
  }

  async function leave(how: () => Promise<unknown>) {
    said.push(...(await present()));
    await how();
  }

  /** Leaves for a page, and waits until it is there whole: where a processor is busy, the driver says so too early. */
  async function load(how: () => Promise<unknown>) {
    await leave(how);
    while ((await script(`return ${readyState}`)) !== 'complete') await wait(10);
  }

  /** The page's width and height, then its window's. */
  const sizes = () =>
    script('return [innerWidth, innerHeight, outerWidth, outerHeight]') as Promise<number[]>;

  /** Waits until the page has its size: the driver answers before that. Not for good: it may have been given a wrong one. */
  async function hasTaken({ width, height }: Size): Promise<boolean> {
    for (let asks = 0; asks < 100; asks++) {
      const [across, down] = await sizes();
      if (across === width && down === height) return true;
      await wait(10);
    }
    return false;
  }

  const window: Window = {
    goto: (url) => load(() => send('POST', '/url', { url })),
    reload: () => load(() => send('POST', '/refresh', {})),
    back: () => leave(() => send('POST', '/back', {})),
    run: (expression, frame) => run(send, expression, frame),
    async clickAt({ x, y }, { button, key, times = 1, hold: time = 0 }: Clicking = {}) {
      const at = { type: 'pointerMove', x, y, duration: 0, origin: 'viewport' };
      const [down, up] = ['pointerDown', 'pointerUp'].map((type) => ({
        type,
        button: button === 'middle' ? 1 : 0,
      }));
      const press = [down, { type: 'pause', duration: time }, up];
      const presses = Array.from({ length: times }, () => press).flat();
      const pause = { type: 'pause' };
      const value = codeOf(key ?? 'Shift');
      const hold = [{ type: 'keyDown', value }, pause, ...presses.map(() => pause), { type: 'keyUp', value }];
      const mouse = {
        type: 'pointer',
        id: 'mouse',
        actions: key ? [pause, at, ...presses] : [at, ...presses],
      };
      const keyboard = { type: 'key', id: 'keyboard', actions: hold };
      await act(key ? [keyboard, mouse] : [mouse]);
    },
    press: (keys) => act([pressing(keys.map(codeOf))]),
    async write(text) {
      for (const character of text) await act([pressing([character])]);
    },
    async setVisible(visible) {
      await (visible ? window.resize(size) : send('POST', '/window/minimize', {}));
    },
    async resize(wanted) {
      size = wanted;
      // A window that was measured while it changed is asked for a wrong size; and none is as narrow as some are asked to be.
      for (let tries = 0; tries < 2; tries++) {
        const [width = 0, height = 0, outerWidth = 0, outerHeight = 0] = await sizes();
        await send('POST', '/window/rect', {
          width: wanted.width + outerWidth - width,
          height: wanted.height + outerHeight - height,
        });
        if (await hasTaken(wanted)) return;
      }
    },
    async screenshot(file) {
      await writeFile(file, (await send('GET', '/screenshot')) as string, 'base64');
    },
    console: async () => [...said, ...(await present())],
    focus: () => send.focus(),
    async empty(blankPage) {
      isNew = false;
      await send('POST', '/url', { url: blankPage });
      said.length = 0;
      if (size !== FIRST_SIZE) await window.resize(FIRST_SIZE);
    },
    async close() {
      onGone();
      await send('DELETE', '/window');
    },
    async kill() {
      // WebKit may give a window another process as it goes elsewhere.
      if (!isNew) throw new Error('Its process may be another: open it with `isNew`');
      onGone();
      // WebKit ends the automation when a page's process dies. Stopped, it does nothing more either, and once its
      // window is closed nobody minds its death.
      await send.together(async (sendNow) => {
        process.kill(pid, 'SIGSTOP');
        await sendNow('DELETE', '/window').finally(() => kill(pid));
      });
    },
    async setOnline(online) {
      await script(
        `Object.defineProperty(navigator, 'onLine', { value: arguments[0], configurable: true });
        dispatchEvent(new Event(arguments[0] ? 'online' : 'offline'));`,
        online,
      );
    },
  };
  return window;
}

/** Also where a form of the page is called so. */
const readyState = "Object.getOwnPropertyDescriptor(Document.prototype, 'readyState').get.call(document)";

let runs = 0;

/** Runs an expression that gives a promise, and asks for its outcome: other windows have their turn meanwhile. */
async function run(send: SendTo, expression: string, frame?: string): Promise<string | undefined> {
  const name = `run${runs++}`;

  async function inFrame(script: string) {
    const answer = await send.together(async (sendNow) => {
      if (frame) {
        const element = await sendNow('POST', '/execute/sync', { script: `return ${frame}`, args: [] });
        await sendNow('POST', '/frame', { id: element });
      }
      try {
        return await sendNow('POST', '/execute/sync', { script, args: [] });
      } finally {
        if (frame) await sendNow('POST', '/frame', { id: null });
      }
    });
    // Who was told something in a frame has left the focus there.
    if (frame) await send.focus();
    return answer;
  }

  const start = `
    const outcome = (window[Symbol.for('${name}')] = {});
    ${expression}.then((value) => (outcome.value = value), (error) => (outcome.error = String(error)))
      .then(() => (outcome.isReady = true));`;
  const ask = `return window[Symbol.for('${name}')] ?? { isReady: true, error: 'The page went elsewhere' }`;

  await inFrame(start);
  for (let pause = 0; ; pause = Math.min(pause + 2, 30)) {
    const outcome = (await inFrame(ask)) as { isReady?: true; value?: string | null; error?: string };
    if (outcome.error !== undefined) throw new Error(outcome.error);
    if (outcome.isReady) return outcome.value ?? undefined;
    await wait(pause);
  }
}
