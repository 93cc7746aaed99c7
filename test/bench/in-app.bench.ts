import type { Page } from 'puppeteer-core';
import { bench, describe } from 'vitest';
import type { InApp } from '../../src/index.js';
import { createMessageShop, type Sent } from '../engines/in-app/message-shop.js';
import { createSite } from '../engines/harness/site.js';
import { compared, costOf, once, openAnew, startBrowser, tell, type Cost } from './browser.js';

const ROUNDS = 5;
/** As large as marketing makes them: some 20 kB. */
const html = `<style>p { color: #333 }</style><h1>News</h1>${'<p>Your first order ships for free.</p>'.repeat(500)}`;

/** The page's own names, for functions that run in it. */
declare const inApp: InApp;
declare const gc: () => void;
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
    open: (path: string) => openAnew(browser, site.url + path),
    async close() {
      await browser.close();
      await site.close();
    },
  };
}

type Scene = Awaited<ReturnType<typeof setup>>;

/** What showing a message has cost. */
interface Figures extends Cost {
  /** How much of the page has moved: its layout shift. */
  moved: number;
}

async function figuresOf(page: Page, answer: string): Promise<Figures> {
  const cost = await costOf(page, 'visible', answer);
  const moved = await page.evaluate(() => shifts());
  await page.browserContext().close();
  return { ...cost, moved };
}

/** The middle of some rounds, of our page and of the bare one in turns. */
async function untilVisible({ open }: Scene) {
  const ours: Figures[] = [];
  const theirs: Figures[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await figuresOf(await open('/'), '/getMessages'));
    theirs.push(await figuresOf(await open('/bare'), '/bare-message'));
  }
  return {
    took: compared(ours, theirs, 'took'),
    cost: compared(ours, theirs, 'cost'),
    moved: Math.max(...ours.map(({ moved }) => moved)),
  };
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
