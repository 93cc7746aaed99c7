import { expect, it } from 'vitest';
import type { Page } from '../harness/engine.js';
import { inEveryEngine } from '../harness/harness.js';
import { advance, pageClock } from '../harness/page-clock.js';
import { createMessageShop, gone, shown, shownAt } from './message-shop.js';

/** The page's own names, for functions that run in it. */
declare const inApp: { show(id: string): Promise<boolean>; inbox: { unread: number } };

const TALL = '<style>main { min-height: 300vh }</style>';
/** What a page does to what stands in its body. */
const PAGES = {
  'a transformed body': '<style>body { transform: translateX(0); min-height: 300vh }</style>',
  'a filtered body': '<style>body { filter: sepia(0); min-height: 300vh }</style>',
  'a contained body': '<style>body { contain: paint; min-height: 300vh }</style>',
  'a war of layers':
    '<style>main { position: fixed; inset: 0; z-index: 2147483647; background: Canvas } body { opacity: .99 }</style>',
  'rules for everything in the body':
    '<style>body > * { position: relative; display: block; visibility: hidden; text-align: right; margin: 99px; pointer-events: none; translate: 0 900px }</style>',
};
const saved = { saveToInbox: true };

const isOpen = () => !!document.querySelector('tidings-message')?.shadowRoot?.querySelector('[open]');
const isHit = ({ x, y }: { x: number; y: number }) =>
  document.elementFromPoint(x, y)?.localName === 'tidings-message';
const isLaidOut = () =>
  !!document.querySelector('tidings-message')?.shadowRoot?.querySelector('iframe')?.srcdoc;

/** Waits until a message is ready to be shown and had the time to be. */
async function letWait(page: Page): Promise<void> {
  await page.waitUntil(isLaidOut);
  for (let times = 0; times < 3; times++) {
    await page.frame('iframe').waitUntil('document.body && document.readyState');
    await advance(page, 1_000);
  }
}

inEveryEngine('an in-app message', (setScene) => {
  it.each(Object.entries(PAGES))('is where it should be on %s', async (_, head) => {
    const { told, ...shop } = await createMessageShop([{ position: 'Bottom' }], { head });
    const { open } = await setScene(shop);
    const page = await open();

    const box = await shownAt(page, { width: 800, height: 600 });

    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.y).toBeGreaterThan(300);
    expect(box.y + box.height).toBeLessThanOrEqual(600);
    expect(await page.evaluate(isHit, { x: 400, y: box.y + box.height / 2 })).toBe(true);
    await page.waitUntil(async () => inApp.inbox.unread === 0);
    await page.click('button[aria-label=Close]');
    await gone(page);
    expect((await told(page)).map(({ type }) => type)).toContain('inAppOpen');
  });

  it.each([['Bottom'], ['Center']] as const)('at %s waits for a dialog of the page', async (position) => {
    const head = `${pageClock}<script>addEventListener('DOMContentLoaded', () => {
      const dialog = document.createElement('dialog');
      dialog.innerHTML = '<button id="agree">Agree</button>';
      dialog.firstChild.onclick = () => dialog.close();
      document.body.append(dialog);
      dialog.showModal();
    })</script>`;
    const { told, ...shop } = await createMessageShop([{ position, also: saved }], { head });
    const { open } = await setScene(shop);
    const page = await open();
    await letWait(page);
    expect(await page.evaluate(isOpen)).toBe(false);
    expect(await page.evaluate(() => inApp.inbox.unread)).toBe(1);

    await page.click('#agree');

    await shown(page);
    await page.waitUntil(() => inApp.inbox.unread === 0);
    expect((await told(page)).map(({ type }) => type)).toContain('inAppOpen');
  });

  it('waits for a dialog in a shadow tree of the page, which has the focus', async () => {
    const head = `${pageClock}<script>addEventListener('DOMContentLoaded', () => {
      const root = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' });
      root.innerHTML = '<dialog><button id="agree">Agree</button></dialog>';
      root.querySelector('button').onclick = () => root.querySelector('dialog').close();
      root.querySelector('dialog').showModal();
    })</script>`;
    const { open } = await setScene(await createMessageShop([{}], { head }));
    const page = await open();
    await letWait(page);
    expect(await page.evaluate(isOpen)).toBe(false);

    await page.click('#agree');

    await shown(page);
  });

  it('that the visitor opens does not wait for a dialog of the page, if it is modal', async () => {
    const also = { ...saved, trigger: { type: 'never' } };
    const { ids, ...shop } = await createMessageShop([{ also }], { head: '<dialog>Wait</dialog>' });
    const { open } = await setScene(shop);
    const page = await open();
    await page.waitUntil('inApp.inbox.messages.length');
    await page.evaluate(() => document.querySelector('dialog')?.showModal());

    await page.evaluate(`inApp.inbox.open('${ids()[0]}')`);

    await shown(page);
    await page.waitUntil(() => inApp.inbox.unread === 0);
  });

  it('waits while something is full screen', async () => {
    const head = `${pageClock}<script>addEventListener('DOMContentLoaded', () => {
      document.querySelector('h1').onclick = ({ target }) => target.requestFullscreen();
    })</script>`;
    const options = 'beforeShow: () => new Promise((show) => (globalThis.come = () => show(true)))';
    const { open } = await setScene(await createMessageShop([{ position: 'Bottom' }], { head, options }));
    const page = await open();
    await page.waitUntil('!!globalThis.come');
    await page.click('h1');
    await page.waitUntil(() => !!document.fullscreenElement);
    await page.evaluate('come()');
    await letWait(page);
    expect(await page.evaluate(isOpen)).toBe(false);

    await page.evaluate(() => document.exitFullscreen());

    await shown(page);
  });

  it('that nobody could see is not opened, nor read, until it can be', async () => {
    const head = `${pageClock}${TALL}<script>
      const { elementFromPoint } = Document.prototype;
      globalThis.uncover = () => (Document.prototype.elementFromPoint = elementFromPoint);
      Document.prototype.elementFromPoint = () => document.body;
    </script>`;
    const { told, ...shop } = await createMessageShop([{ position: 'Top', also: saved }], { head });
    const { open } = await setScene(shop);
    const page = await open();
    await shown(page);
    await advance(page, 1_000);
    expect(await page.evaluate(() => inApp.inbox.unread)).toBe(1);

    await page.evaluate('uncover()');

    await page.waitUntil(() => inApp.inbox.unread === 0);
    expect((await told(page)).map(({ type }) => type).sort()).toEqual(['inAppDelivery', 'inAppOpen']);
  });

  it('that is closed before anybody could see it stays unread, and is not told of', async () => {
    const head = `<script>Document.prototype.elementFromPoint = () => document.body;</script>`;
    const { told, ...shop } = await createMessageShop([{ position: 'Top', also: saved }], { head });
    const { open } = await setScene(shop);
    const page = await open();
    await shown(page);

    await page.evaluate('inApp.close()');

    await gone(page);
    expect((await told(page)).map(({ type }) => type)).toEqual(['inAppDelivery']);
    expect(await page.evaluate(() => inApp.inbox.unread)).toBe(1);
  });
});
