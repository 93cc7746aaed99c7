import type { Page } from 'puppeteer-core';
import { bench, describe } from 'vitest';
import { createPlacementShop } from '../engines/embedded/placement-shop.js';
import { createSite } from '../engines/harness/site.js';
import { compared, costOf, once, openAnew, startBrowser, tell, type Cost } from './browser.js';

const ROUNDS = 5;
const PLACEMENTS = Array.from({ length: 10 }, (_, index) => index + 1);
const MESSAGES = 100;

/** The page's own names, for functions that run in it. */
declare const gc: () => void;
declare const painted: Promise<number>;

/** Tells when all messages stand on the page, ours or those of a bare page, and have been painted. */
const watch = `<script>
  const countIn = (root) => root?.querySelectorAll('li').length ?? 0;
  const count = () => [...document.querySelectorAll('tidings-placement')]
    .reduce((sum, { shadowRoot }) => sum + countIn(shadowRoot), countIn(document));
  globalThis.painted = new Promise((resolve) => {
    const look = () => requestAnimationFrame(() =>
      count() >= ${MESSAGES} ? requestAnimationFrame(() => resolve(performance.now())) : look());
    look();
  });
</script>`;

/** A page that does no more than list what the service says. */
const bare = `<!doctype html><title>Bare</title>${watch}<main></main><script type="module">
  const { placements } = await (await fetch('/bare-messages')).json();
  for (const { embeddedMessages } of placements) {
    const list = document.createElement('ul');
    for (const { elements } of embeddedMessages) {
      const [item, title, text] = ['li', 'h2', 'p'].map((name) => document.createElement(name));
      title.textContent = elements.title;
      text.textContent = elements.body;
      item.append(title, text);
      list.append(item);
    }
    document.querySelector('main').append(list);
  }
</script>`;

/** A page of ten placements, each with ten messages, and a browser that visits it. */
async function setup() {
  const body = PLACEMENTS.map((id) => `<tidings-placement placement-id="${id}"></tidings-placement>`).join(
    '',
  );
  const sent = Array.from({ length: MESSAGES }, (_, index) => ({ placementId: (index % 10) + 1 }));
  const { pages, service } = await createPlacementShop(sent, { body, head: watch, isScripted: true });
  let answered = '';
  const site = await createSite({
    pages: { ...pages, '/bare': bare },
    async service(request) {
      if (request.url.endsWith('/bare-messages')) return new Response(answered);
      const answer = await service(request);
      if (request.url.includes('/embedded-messaging/messages') && !request.url.includes('currentMessageIds'))
        answered = await answer.clone().text();
      return answer;
    },
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

async function figuresOf(page: Page, answer: string): Promise<Cost> {
  const cost = await costOf(page, 'painted', answer);
  await page.browserContext().close();
  return cost;
}

/** Takes all placements off the page and puts new ones there, so many times; gives what the page holds then. */
async function heldAfter(page: Page, times: number): Promise<string> {
  await page.evaluate(async (times) => {
    const main = document.querySelector('main') ?? document.body;
    const frame = () => new Promise(requestAnimationFrame);
    const isFull = () =>
      [...main.querySelectorAll('tidings-placement')].every(
        ({ shadowRoot }) => shadowRoot?.querySelectorAll('li').length === 10,
      );
    for (let time = 0; time < times; time++) {
      for (const element of main.querySelectorAll('tidings-placement')) {
        const next = document.createElement('tidings-placement');
        next.setAttribute('placement-id', element.getAttribute('placement-id') ?? '');
        element.replaceWith(next);
      }
      while (!isFull()) await frame();
    }
    gc();
    await frame();
    gc();
  }, times);
  const { JSHeapUsedSize = 0, Nodes = 0, JSEventListeners = 0 } = await page.metrics();
  return `${(JSHeapUsedSize / 1e3).toFixed(0)} kB, ${Nodes} nodes, ${JSEventListeners} listeners`;
}

describe('a hundred embedded messages in ten placements, in Chromium', () => {
  bench(
    'all figures',
    async () => {
      const { open, close } = await setup();
      const ours: Cost[] = [];
      const theirs: Cost[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        ours.push(await figuresOf(await open('/'), '/embedded-messaging/messages'));
        theirs.push(await figuresOf(await open('/bare'), '/bare-messages'));
      }
      tell('from the answer until painted, against a bare list', compared(ours, theirs, 'took'));
      tell('script, style and layout of the page, the same', compared(ours, theirs, 'cost'));
      const page = await open('/');
      await page.evaluate(() => painted);
      tell('held after 10 times taken away and put back', await heldAfter(page, 10));
      tell('held after 100 more', await heldAfter(page, 100));
      await close();
    },
    once,
  );
});
