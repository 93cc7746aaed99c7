import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { withDiary } from './diary.js';
import { aimAt, hasMissed } from './aim.js';
import type { Clicking, Frame, Page, Point, Preferences, Size } from './engine.js';

/** How long a page may take to become what a test waits for, in milliseconds: far longer than one that is well. */
const PATIENCE = 60_000;

/** What an engine has to bring for one page; the rest of {@link Page} is made of it. */
export interface Tab {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  /** Runs an expression that gives a promise of a string; in the frame that a second expression gives, if there is one. */
  run(expression: string, frame?: string): Promise<string | undefined>;
  /** Presses and releases the mouse. */
  clickAt(point: Point, how?: Clicking): Promise<void>;
  /** Presses all keys in this order and releases them. */
  press(keys: string[]): Promise<void>;
  write(text: string): Promise<void>;
  setVisible(visible: boolean): Promise<void>;
  freeze?(isFrozen: boolean): Promise<void>;
  resize(size: Size): Promise<void>;
  screenshot(file: string): Promise<void>;
  console(): Promise<string[]>;
  /** Leaves it as a new one is: at an empty page, of the first size, and with nothing said. */
  empty(blankPage: string): Promise<void>;
  /** Lets pages see what their visitor prefers. Absent where that is settled as the browser starts. */
  prefer?(preferences: Preferences): Promise<void>;
  /** Brings its window before the others, as a new one is. */
  focus?(): Promise<void>;
  close(): Promise<void>;
  kill(): Promise<void>;
}

/** Makes a page of what an engine brings. */
export function createPage(window: Tab, { onGone }: { onGone: () => void }): Page {
  const [tab, diary] = withDiary(window);
  const page = createFrame(tab);
  let isWorn = false;

  async function setVisible(visible: boolean) {
    isWorn = true;
    await tab.setVisible(visible);
    await page.waitUntil(`document.hidden !== ${visible}`);
  }

  return {
    ...page,
    get isWorn() {
      return isWorn;
    },
    frame: (selector) => createFrame(tab, selector),
    clickAt: (place) => tab.clickAt(place),
    goto: (url) => tab.goto(url),
    reload: () => tab.reload(),
    back() {
      isWorn = true;
      return tab.back();
    },
    press: (key) => tab.press(key === '+' ? [key] : key.split('+')),
    hide: () => setVisible(false),
    show: () => setVisible(true),
    freeze: async (isFrozen) => tab.freeze?.(isFrozen),
    resize: (size) => tab.resize(size),
    async screenshot(file) {
      await mkdir(dirname(file), { recursive: true });
      await tab.screenshot(file);
    },
    console: () => tab.console(),
    diary: () => diary.lines(),
    errors: async () => (await tab.console()).filter((line) => /^(error|uncaught):/.test(line)),
    close: () => tab.close().finally(onGone),
    kill: () => tab.kill().finally(onGone),
  };
}

type Work = string | ((...input: never[]) => unknown);

function createFrame(tab: Tab, frame?: string): Frame {
  async function evaluate(work: Work, ...input: unknown[]): Promise<unknown> {
    const json = await tab.run(
      `(async () => JSON.stringify(await (${expressionOf(work, input)})))()`,
      frame && elementAt(frame),
    );
    return json === undefined ? undefined : JSON.parse(json);
  }

  async function waitUntil(work: Work, ...input: unknown[]): Promise<unknown> {
    const end = Date.now() + PATIENCE;
    let last: unknown;
    for (let pause = 10; Date.now() < end; pause = Math.min(pause * 1.5, 200)) {
      // A page that is on its way to somewhere else cannot answer yet.
      last = await evaluate(work, ...input).catch((error: unknown) => error);
      if (last && !(last instanceof Error)) return last;
      await wait(pause); // Longer each time: to ask keeps the page from what it is asked for.
    }
    const where = await evaluate('`${location.href}, ${document.readyState}`').catch(String);
    const said = (await tab.console().catch(() => [])).slice(-5);
    throw new Error(
      [
        `The page waits in vain for ${String(work)}; the last answer is ${String(last)}`,
        `It is at ${String(where)}, and its console says:`,
        ...said,
      ].join('\n'),
    );
  }

  const placeOf = (selector: string) =>
    waitUntil(`(${String(aimAt)})(${elementAt(selector)})`) as Promise<Point>;

  /** Where something in the frame is in its page, once it is still in the frame, and the frame in the page. */
  async function placeInFrame(selector: string, frame: string): Promise<Point> {
    const corner = () => createFrame(tab).waitUntil<Point>(`(${String(cornerOf)})(${elementAt(frame)})`);
    for (let before = await corner(); ;) {
      const inside = await placeOf(selector);
      const { x, y } = await corner();
      if (x === before.x && y === before.y) return { x: x + inside.x, y: y + inside.y };
      before = { x, y };
    }
  }

  async function click(selector: string, how?: Clicking) {
    do {
      const { x, y } = await (frame ? placeInFrame(selector, frame) : placeOf(selector));
      await tab.clickAt({ x: Math.round(x), y: Math.round(y) }, how);
      // Where the click led away, nobody can say any more, and it has hit.
    } while (await evaluate(hasMissed).catch(() => false));
  }

  return {
    evaluate,
    waitUntil,
    click,
    async type(selector, text) {
      await click(selector);
      await tab.write(text);
    },
    async text(selector) {
      const [text] = (await waitUntil(`(${String(textOf)})(${elementAt(selector)})`)) as [string];
      return text;
    },
  };
}

function expressionOf(work: Work, input: unknown[]): string {
  if (typeof work === 'string') return work;
  return `(${String(work)})(${input.map((one) => (one === undefined ? 'undefined' : JSON.stringify(one))).join()})`;
}

/** The expression for the first element that matches, also inside open shadow roots. */
function elementAt(selector: string): string {
  return `(() => { const find = ${String(find)}; return find(${JSON.stringify(selector)}, document); })()`;
}

// What follows runs in the page.

function find(selector: string, root: Document | ShadowRoot): Element | undefined {
  const found = root.querySelector(selector);
  if (found) return found;
  for (const { shadowRoot } of root.querySelectorAll('*')) {
    const inside = shadowRoot && find(selector, shadowRoot);
    if (inside) return inside;
  }
  return undefined;
}

/** Where the document of an `<iframe>` begins in its page, or nothing while that is missing. */
function cornerOf(element: HTMLElement | undefined): Point | undefined {
  if (!element) return undefined;
  const { x, y } = element.getBoundingClientRect();
  const { paddingLeft, paddingTop } = getComputedStyle(element);
  return {
    x: x + element.clientLeft + parseFloat(paddingLeft),
    y: y + element.clientTop + parseFloat(paddingTop),
  };
}

/** The text in an array, since an empty text is an answer too. */
function textOf(element: HTMLElement | undefined): [string] | undefined {
  return element && [element.innerText.trim()];
}
