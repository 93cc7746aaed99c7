import type { Browser, Page } from 'puppeteer-core';
import { startBrowser, tell } from '../browser.js';
import { bundleOf, weightOf, type Bundle } from './bundles.js';
import type { Collector } from './collector.js';
import { messageSdks, type MessageSdk } from './message-sdks.js';
import { CARDS, embeddedReply, inAppReply, PARAGRAPHS } from './messages.js';
import type { Sdk } from './sdks.js';
import { createSite, type Site } from './site.js';
import { download, SLOWER } from './visit.js';

/** How long is waited for what does not show, in milliseconds. */
const PATIENCE = 20_000;

/** What showing messages took, in milliseconds; what did not show has no figure. */
export interface Shown {
  /** From the end of the answer that brings an in-app message until it has been painted. */
  inApp?: number;
  /** The page's script, style and layout, since the SDK was downloaded. */
  inAppWork?: number;
  /** The same for embedded ones, until all have been painted. */
  embedded?: number;
  embeddedWork?: number;
  /** What the page has loaded by then, compressed by Brotli, in bytes. */
  inAppSize?: number;
  embeddedSize?: number;
}

type Kind = 'inApp' | 'embedded';

const replies = { inApp: inAppReply, embedded: embeddedReply };

declare const load: (path: string) => Promise<unknown>;
declare const waitInPage: (milliseconds: number) => Promise<undefined>;
/** Whether what a page of this bench looks for is there. */
declare const isThere: () => boolean;
/** When it has been painted. */
declare const shown: Promise<number>;

interface Scene {
  browser: Browser;
  site: Site;
}

/** Lets those of these SDKs that have messages show them, in turn, and tells what that took. */
export async function showing(
  { collector }: { collector: Collector },
  all: Sdk[],
  rounds: number,
): Promise<Map<string, Shown[]>> {
  const some = messageSdks.filter(({ id }) => all.some((sdk) => sdk.id === id));
  const bundles = await bundlesOf(some, all);
  const site = await createSite(bundles, collector);
  const figures = new Map<string, Shown[]>(some.map(({ id }) => [id, []]));

  async function sizeOf(id: string, kind: Kind, cards: string) {
    const browser = await startBrowser();
    const page = await browser.newPage();
    site.asked.clear();
    await page.goto(site.pageOf(pageIdOf(id, kind)));
    await look(page, kind, cards);
    await page.evaluate((path) => void load(path), `/sdks/${pageIdOf(id, kind)}.js`);
    const isShown = await page.evaluate(tookToShow, PATIENCE);
    const { weights = new Map<string, number>() } = bundles.get(pageIdOf(id, kind)) ?? {};
    const size = weightOf(weights, site.asked);
    await browser.close();
    tell(`${pageIdOf(id, kind)}: bytes`, String(size));
    const list = figures.get(id) ?? [];
    if (isShown !== undefined && size) list[0] = { ...list[0], [`${kind}Size`]: size };
  }

  for (let round = 0; round < rounds; round++) {
    const browser = await startBrowser();
    for (const kind of ['inApp', 'embedded'] as const) {
      collector.replyWith(replies[kind]);
      // What is first in a new browser pays for what the others find warm.
      const warming = some.at(-1);
      if (warming) await visit({ browser, site }, warming, kind);
      for (const sdk of [...some.slice(round % some.length), ...some.slice(0, round % some.length)]) {
        const taken = await visit({ browser, site }, sdk, kind);
        const list = figures.get(sdk.id) ?? [];
        list[round] = { ...list[round], ...taken };
        tell(`${sdk.id}: round ${round + 1}`, JSON.stringify(taken, rounded));
      }
    }
    await browser.close();
  }
  for (const kind of ['inApp', 'embedded'] as const) {
    collector.replyWith(replies[kind]);
    for (const { id, cards } of some) await sizeOf(id, kind, cards);
  }
  collector.replyWith();
  site.close();
  return figures;
}

const rounded = (_: string, value: unknown) => (typeof value === 'number' ? Math.round(value) : value);

const pageIdOf = (id: string, kind: Kind) => `${id}-${kind}`;

/** A page's script for each SDK and kind of message. */
async function bundlesOf(some: MessageSdk[], all: Sdk[]): Promise<Map<string, Bundle>> {
  const bundles = new Map<string, Bundle>();
  for (const { id, ...starts } of some)
    for (const kind of ['inApp', 'embedded'] as const) {
      const name = all.find((sdk) => sdk.id === id)?.name ?? id;
      const unused = { identify: '', track: '', flush: '' };
      const sdk = { name, id: pageIdOf(id, kind), ...starts[kind], ...unused };
      bundles.set(sdk.id, await bundleOf(sdk));
    }
  return bundles;
}

/** Visits a page as someone who was sent messages, and was never there. */
async function visit({ browser, site }: Scene, { id, cards }: MessageSdk, kind: Kind): Promise<Shown> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  const pageId = pageIdOf(id, kind);
  await page.goto(site.pageOf(pageId));
  await page.emulateCPUThrottling(SLOWER);
  await page.evaluate(download, site.filesOf(pageId));
  await look(page, kind, cards);

  const before = await workIn(page);
  await page.evaluate((path) => void load(path), `/sdks/${pageId}.js`);
  const took = await page.evaluate(tookToShow, PATIENCE);
  const work = (await workIn(page)) - before;
  await context.close();
  if (took === undefined) return {};
  return kind === 'inApp' ? { inApp: took, inAppWork: work } : { embedded: took, embeddedWork: work };
}

/** Has the page look for what is shown. */
async function look(page: Page, kind: Kind, cards: string): Promise<void> {
  if (kind === 'inApp') await page.evaluate(lookForMessage, PARAGRAPHS);
  else await page.evaluate(lookForCards, cards, CARDS);
  await page.evaluate(watch);
}

async function workIn(page: Page): Promise<number> {
  const { ScriptDuration = 0, LayoutDuration = 0, RecalcStyleDuration = 0 } = await page.metrics();
  return (ScriptDuration + LayoutDuration + RecalcStyleDuration) * 1_000;
}

/** These run in the page. */
async function tookToShow(patience: number): Promise<number | undefined> {
  const at = await Promise.race([shown, waitInPage(patience)]);
  const answers = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const answer = answers.find(({ serverTiming }) => serverTiming.some(({ name }) => name === 'message'));
  return at === undefined || !answer ? undefined : at - answer.responseEnd;
}

/** Looks for a frame in the middle of the window, visible and, as far as can be looked into, with its content. */
function lookForMessage(paragraphs: number): void {
  function isThere(): boolean {
    let found = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
    while (found?.shadowRoot) {
      const inner = found.shadowRoot.elementFromPoint(innerWidth / 2, innerHeight / 2);
      if (!inner || inner === found) break;
      found = inner;
    }
    if (!(found instanceof HTMLIFrameElement)) return false;
    const content = found.contentDocument;
    const isFull = !content || content.querySelectorAll('p').length === paragraphs;
    return isFull && found.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  }
  Object.assign(globalThis, { isThere });
}

/** Looks for so many cards, each with a size and its words. */
function lookForCards(selector: string, count: number): void {
  function areThere(): boolean {
    const root = document.querySelector('tidings-placement')?.shadowRoot ?? document;
    const cards = [...root.querySelectorAll<HTMLElement>(selector)];
    const isShown = (card: HTMLElement) =>
      card.offsetHeight > 0 &&
      card.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      /Offer \d+/.test(card.textContent);
    return cards.length === count && cards.every(isShown);
  }
  Object.assign(globalThis, { isThere: areThere });
}

/** Tells when what a page watches for is there, and has been painted. */
function watch(): void {
  const frame = () => new Promise(requestAnimationFrame);
  async function untilPainted() {
    do await frame();
    while (!isThere());
    await frame();
    return performance.now();
  }
  Object.assign(globalThis, { shown: untilPainted() });
}
