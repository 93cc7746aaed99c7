import { expect, it } from 'vitest';
import type { Page } from '../harness/engine.js';
import { inEveryEngine } from '../harness/harness.js';
import { advance, pageClock } from '../harness/page-clock.js';
import { createMessageShop, gone, shown } from './message-shop.js';

/** The page's own names, for functions that run in it. */
declare const keys: string[];

const TALL = '<style>main { min-height: 300vh }</style>';
/** Lets a message come by `come()`. */
const held = 'beforeShow: () => new Promise((show) => (globalThis.come = () => show(true)))';
const isOpen = () => !!document.querySelector('tidings-message')?.shadowRoot?.querySelector('[open]');
const place = () => ({ top: scrollY, width: document.querySelector('h1')?.getBoundingClientRect().width });

/** Moves the wheel of the mouse as far as that over a page, as far as a script can: what it does by itself. */
async function scrolled(page: Page): Promise<number> {
  const overflow = await page.evaluate(() =>
    [document.documentElement, document.body].some(
      (element) => getComputedStyle(element).overflow === 'hidden',
    ),
  );
  return overflow ? 0 : 1;
}

inEveryEngine('the page under an in-app message', (setScene) => {
  it.each([
    ['by itself', TALL],
    ['by its body', `${TALL}<style>body { overflow-x: hidden; overflow-y: auto; margin: 20px }</style>`],
    ['by its root', `${TALL}<style>html { overflow-y: scroll }</style>`],
  ])('that scrolls %s stands still, and where it was, while a message is modal', async (_, head) => {
    const { open } = await setScene(await createMessageShop([{}], { head, options: held }));
    const page = await open();
    await page.waitUntil('!!globalThis.come');
    await page.evaluate(() => scrollTo(0, 400));
    const before = await page.evaluate(place);
    expect(before.top).toBe(400);

    await page.evaluate('come()');
    await shown(page);

    expect(await page.evaluate(place)).toEqual(before);
    expect(await scrolled(page)).toBe(0);
    await page.press('Escape');
    await gone(page);
    expect(await page.evaluate(place)).toEqual(before);
    expect(await scrolled(page)).toBe(1);
  });

  it('that has locked itself stays so', async () => {
    const { open } = await setScene(await createMessageShop([{}], { head: TALL }));
    const page = await open();
    await shown(page);
    await page.evaluate(() => (document.body.style.overflow = 'hidden'));
    await page.press('Escape');
    await gone(page);

    expect(await scrolled(page)).toBe(0);
  });

  it('that scrolls goes on to under a banner', async () => {
    const { open } = await setScene(await createMessageShop([{ position: 'Top' }], { head: TALL }));
    const page = await open();
    await shown(page);

    expect(await scrolled(page)).toBe(1);
  });

  it.each([
    ['a field', '<input id="field">'],
    ['a longer one', '<textarea id="field"></textarea>'],
    ['a text', '<div id="field" contenteditable style="height: 50px">Text</div>'],
  ])('in which the visitor types into %s keeps a modal message waiting', async (_, field) => {
    const head = `${pageClock}<script>addEventListener('DOMContentLoaded', () => {
      document.querySelector('main').insertAdjacentHTML('beforeend', ${JSON.stringify(field)});
    })</script>`;
    const { open } = await setScene(await createMessageShop([{}], { head, options: held }));
    const page = await open();
    await page.waitUntil('!!globalThis.come');
    await page.click('#field');
    await page.evaluate('come()');
    await page.waitUntil(() => !!document.querySelector('tidings-message'));
    for (let times = 0; times < 4; times++) {
      await page.press('a');
      await advance(page, 1_000);
    }
    expect(await page.evaluate(isOpen)).toBe(false);

    await advance(page, 3_000);

    await shown(page);
  });

  it('hears nothing of the Escape that closes a banner', async () => {
    const head = `<script>
      globalThis.keys = [];
      const hear = ({ type, key }) => keys.push(type + ' ' + key);
      for (const type of ['keydown', 'keyup']) {
        addEventListener(type, hear);
        document.addEventListener(type, hear, true);
      }
    </script>`;
    const { open } = await setScene(await createMessageShop([{ position: 'Top' }], { head }));
    const page = await open();
    await shown(page);
    await page.evaluate(() => {
      document.querySelector('tidings-message')?.shadowRoot?.querySelector('button')?.focus();
    });

    await page.press('Escape');
    await gone(page);
    await page.press('a');

    expect(await page.evaluate(() => keys)).toEqual(['keydown a', 'keydown a', 'keyup a', 'keyup a']);
  });

  it('has the focus where it was when the message came', async () => {
    const head = `${pageClock}<script>addEventListener('DOMContentLoaded', () => {
      const dialog = document.createElement('dialog');
      document.body.append(dialog);
      dialog.showModal();
    })</script>`;
    const { open } = await setScene(await createMessageShop([{ position: 'Top' }], { head }));
    const page = await open();
    await page.waitUntil(() => !!document.querySelector('tidings-message'));
    await page.evaluate(() => {
      document.querySelector('dialog')?.close();
      document.querySelector<HTMLElement>('#buy')?.focus();
    });
    await shown(page);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('buy');

    await page.evaluate(() => {
      document.querySelector('tidings-message')?.shadowRoot?.querySelector('button')?.focus();
    });
    await page.press('Escape');
    await gone(page);

    expect(await page.evaluate(() => document.activeElement?.id)).toBe('buy');
  });

  it('keeps its message where only its query or hash changes, if the site wants that', async () => {
    const options = "closeOnNavigation: 'path'";
    const { open } = await setScene(await createMessageShop([{}], { head: pageClock, options }));
    const page = await open();
    await shown(page);
    await page.evaluate(() => history.pushState({}, '', '?page=2#top'));
    await advance(page, 1_000);
    expect(await page.evaluate(isOpen)).toBe(true);

    await page.evaluate(() => history.pushState({}, '', '/elsewhere?page=2'));
    await advance(page, 1_000);

    await gone(page);
  });

  it('hears of no style that its policy forbids', async () => {
    const headers = {
      'content-security-policy': "script-src 'self' 'nonce-n'; style-src 'self'",
    };
    const html =
      '<p style="color: rgb(4, 5, 6)">A</p><p style="margin: 0" id="b">B</p><a href="#b" style="color: red">C</a>';
    const { open } = await setScene(await createMessageShop([{ html }], { headers }));
    const page = await open();
    await shown(page);
    const color = () => getComputedStyle(document.querySelector('p') ?? document.body).color;
    expect(await page.frame('iframe').evaluate(color)).toBe('rgb(4, 5, 6)');

    expect((await page.console()).filter((line) => /style/i.test(line))).toEqual([]);
  });
});
