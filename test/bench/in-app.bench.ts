import type { Page } from 'puppeteer-core';
import { bench, describe } from 'vitest';
import type { InApp } from '../../src/index.js';
import { createMessageShop, type Sent } from '../engines/in-app/message-shop.js';
import { createSite } from '../engines/site.js';
import { median, once, startBrowser, tell } from './browser.js';

const ROUNDS = 5;
/** As large as marketing makes them: some 20 kB. */
const html = `<style>p { color: #333 }</style><h1>News</h1>${'<p>Your first order ships for free.</p>'.repeat(500)}`;

/** The page's own names, for functions that run in it. */
declare const inApp: InApp;
declare const gc: () => void;
declare const visible: Promise<number>;
declare const shifts: () => number;

/** Tells when a message, or a bare frame, is visible, and how much of the page has moved. */
const watch = `<script>
  let moved = 0;
  new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (moved += value)))
    .observe({ type: 'layout-shift', buffered: true });
  globalThis.shifts = () => moved;
  globalThis.visible = new Promise((resolve) => {
    const isThere = () =>
      globalThis.isBareThere || document.querySelector('tidings-message')?.shadowRoot.querySelector('[open]');
    const look = () => requestAnimationFrame(isThere() ? () => resolve(performance.now()) : look);
    look();
  });
</script>`;

/** A page that does no more than put a message in a frame. */
const bare = `<!doctype html><title>Bare</title>${watch}<main><h1>A shop</h1></main><script type="module">
  const { html } = await (await fetch('/bare-message')).json();
  const frame = document.createElement('iframe');
  frame.sandbox = '';
  frame.srcdoc = html;
  frame.onload = () => (globalThis.isBareThere = true);
  document.body.append(frame);
</script>`;

/** A shop whose visitor was sent a message, and a browser that visits it. */
async function setup(sent: Sent) {
  const { service, pages } = await createMessageShop([sent], { head: watch });
  const site = await createSite({
    pages: { ...pages, '/bare': bare },
    service: (request) =>
      request.url.endsWith('/bare-message') ? Response.json({ html }) : service(request),
  });
  const browser = await startBrowser();
  return {
    /** Opens a page as someone who was never there. */
    async open(path: string): Promise<Page> {
      const page = await (await browser.createBrowserContext()).newPage();
      await page.goto(site.url + path);
      return page;
    },
    async close() {
      await browser.close();
      await site.close();
    },
  };
}

type Scene = Awaited<ReturnType<typeof setup>>;

/** What showing a message has cost. */
interface Figures {
  /** From the answer to the message, in milliseconds. */
  took: number;
  /** What the page's own thread has worked, in milliseconds. */
  cost: number;
  /** How much of the page has moved: its layout shift. */
  moved: number;
}

async function figuresOf(page: Page, answer: string): Promise<Figures> {
  const took = await page.evaluate(async (answer) => {
    const at = await visible;
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return at - (entries.find(({ name }) => name.includes(answer))?.responseEnd ?? NaN);
  }, answer);
  const { ScriptDuration = 0, LayoutDuration = 0, RecalcStyleDuration = 0 } = await page.metrics();
  const moved = await page.evaluate(() => shifts());
  await page.browserContext().close();
  return { took, cost: (ScriptDuration + LayoutDuration + RecalcStyleDuration) * 1_000, moved };
}

/** The middle of some rounds, of our page and of the bare one in turns. */
async function untilVisible({ open }: Scene) {
  const ours: Figures[] = [];
  const theirs: Figures[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await figuresOf(await open('/'), '/getMessages'));
    theirs.push(await figuresOf(await open('/bare'), '/bare-message'));
  }
  const ratioOf = (key: 'took' | 'cost') => {
    const [one = 0, other = 0] = [ours, theirs].map((list) => median(list.map((figures) => figures[key])));
    return `${one.toFixed(0)} ms against ${other.toFixed(0)} ms: ${(one / other).toFixed(2)} times`;
  };
  return { took: ratioOf('took'), cost: ratioOf('cost'), moved: Math.max(...ours.map(({ moved }) => moved)) };
}

/** Shows the message of the inbox and closes it, so many times; gives what the page holds then. */
async function heldAfter(page: Page, times: number) {
  await page.evaluate(async (times) => {
    const find = () => document.querySelector('tidings-message')?.shadowRoot;
    const frame = () => new Promise(requestAnimationFrame);
    for (let time = 0; time < times; time++) {
      await inApp.inbox.open(inApp.inbox.messages[0]?.messageId ?? '');
      while (!find()?.querySelector('[open]')) await frame();
      find()?.querySelector<HTMLElement>('button')?.click();
      while (find()) await frame();
    }
    gc();
  }, times);
  const { JSHeapUsedSize = 0, Nodes = 0, Documents = 0 } = await page.metrics();
  return `${(JSHeapUsedSize / 1e3).toFixed(0)} kB, ${Nodes} nodes, ${Documents} documents`;
}

describe('in-app messages in Chromium', () => {
  bench(
    'all figures',
    async () => {
      const due = await setup({ html });
      const { took, cost, moved } = await untilVisible(due);
      await due.close();
      tell('from the answer to the message, against a bare frame', took);
      tell('script, style and layout of the page, the same', cost);
      tell('layout shift of the page', moved.toFixed(3));
      const saved = await setup({ html, also: { saveToInbox: true, trigger: { type: 'never' } } });
      const page = await saved.open('/');
      await page.waitForFunction('globalThis.inApp?.inbox.messages.length');
      tell('held after 10 messages were shown and closed', await heldAfter(page, 10));
      tell('held after 100 more', await heldAfter(page, 100));
      await saved.close();
    },
    once,
  );
});
