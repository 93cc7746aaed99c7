import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, Page } from 'puppeteer-core';
import { createDemo } from '../../../demo/demo.js';
import { emulated } from '../../../demo/service.js';
import { createSite } from '../../engines/harness/site.js';
import { startBrowser } from '../browser.js';
import { SLOWER } from './visit.js';

/** By then every message has come, in milliseconds. */
const SETTLED = 3_000;

/** The page's own names, for functions that run in it. */
declare const figures: { moved: number; blocked: number };

const NO_PANEL = 'export const showPanel = () => {};';
const SCRIPT = { 'content-type': 'text/javascript' };

/** Adds up how much of the page has moved, and how long each task kept the visitor waiting beyond 50 ms. */
const watch = `globalThis.figures = { moved: 0, blocked: 0 };
  new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (figures.moved += value)))
    .observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => (figures.blocked += duration - 50)))
    .observe({ type: 'longtask', buffered: true });`;

/** The demo's home page for someone with messages: as it is but for the panel, and without any script at `/without`. */
async function setup() {
  const demo = createDemo(emulated());
  const site = await createSite({
    pages: {},
    async service(request) {
      const url = new URL(request.url);
      if (url.pathname === '/scripts/panel.js') return new Response(NO_PANEL, { headers: SCRIPT });
      if (url.pathname !== '/without') return demo.fetch(request);
      const whole = await demo.fetch(new Request(new URL('/', url), request));
      const html = (await whole.text()).replace(/<script type="module"[^>]*><\/script>/, '');
      return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } });
    },
  });
  const browser = await startBrowser();
  const context = await browser.createBrowserContext();
  await logIn(context, site.url);
  return { site, browser, context };
}

/** Agrees and logs in, as a visitor does once. */
async function logIn(context: BrowserContext, url: string) {
  const page = await context.newPage();
  await page.goto(`${url}/account`);
  await page.click('[data-consent=granted]');
  await Promise.all([page.waitForNavigation(), page.click('[aria-label="Log in as Ben Aydin"]')]);
  await wait(SETTLED);
  await page.close();
}

/** What the shop's home page is for somebody with messages. */
export interface ShopFigures {
  /** How much of the page has moved: its layout shift. */
  moved: number;
  /** How long the visitor would have waited for an answer, in milliseconds. */
  blocked: number;
  /** What the page's own thread has worked, in milliseconds. */
  worked: number;
}

async function visit(context: BrowserContext, url: string): Promise<ShopFigures> {
  const page: Page = await context.newPage();
  await page.emulateCPUThrottling(SLOWER);
  await page.evaluateOnNewDocument(watch);
  await page.goto(url);
  await wait(SETTLED);
  const { moved, blocked } = await page.evaluate(() => figures);
  const { TaskDuration = 0 } = await page.metrics();
  await page.close();
  return { moved, blocked, worked: TaskDuration * 1_000 };
}

/** Visits the home page with the SDK, and without any script, in turns. */
export async function shopFigures(rounds: number): Promise<Record<'with' | 'without', ShopFigures>[]> {
  const { site, browser, context } = await setup();
  const figures: Record<'with' | 'without', ShopFigures>[] = [];
  for (let round = 0; round < rounds; round += 1)
    figures.push({
      with: await visit(context, `${site.url}/`),
      without: await visit(context, `${site.url}/without`),
    });
  await browser.close();
  await site.close();
  return figures;
}
