import { expect, it } from 'vitest';
import type { InAppPosition } from '../../../src/api/models/in-app.js';
import { inEveryEngine } from '../harness/harness.js';
import { createMessageShop, gone, shown, shownAt } from './message-shop.js';

const SIZE = { width: 900, height: 700 };
const POSITIONS: InAppPosition[] = ['Center', 'Top', 'BottomRight'];
/** What is no taller than its content, though it means to fill its window. */
const FILLING = {
  'as tall as the window': '<style>body { min-height: 100vh }</style><p>News</p>',
  'as tall as the window, and a padding': '<div style="min-height: 100vh; padding: 20px"><p>News</p></div>',
  'twice as tall': '<style>html, body { height: 200vh; min-height: 200vh }</style><p>News</p>',
  'in the middle of the window':
    '<style>body { min-height: 100vh; display: flex; align-items: center }</style><p>News</p>',
  'in the middle of the body':
    '<style>html, body { height: 100%; display: flex; align-items: center }</style><div style="height: 160px">News</div>',
  'in the middle of a box':
    '<div style="height: 100vh; display: flex; align-items: center"><div style="height: 160px">News</div></div>',
};

/** How large things are, in CSS pixels. */
const measured = () => {
  const root = document.querySelector('tidings-message')?.shadowRoot;
  const boxOf = (selector: string) => {
    const { x, y, width, height } = root?.querySelector(selector)?.getBoundingClientRect() ?? {};
    return { x, y, width, height };
  };
  const dialog = root?.querySelector('dialog');
  return {
    dialog: boxOf('dialog'),
    button: boxOf('button'),
    radius: dialog && getComputedStyle(dialog).borderRadius,
  };
};

/** Keeps the page busy for a while with each message that it makes room for. */
const BUSY_WITH_ROOM = `
  const { setProperty } = CSSStyleDeclaration.prototype;
  CSSStyleDeclaration.prototype.setProperty = function (name, ...more) {
    setProperty.call(this, name, ...more);
    const end = name === '--height' ? performance.now() + 300 : 0;
    while (performance.now() < end);
  };`;

/** A picture of 100 by 240 whose size comes long before its colours. */
function slowPicture() {
  const [width, height] = [100, 240];
  const file = Buffer.alloc(54 + width * height * 3);
  file.write('BM');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const body = () =>
    new ReadableStream({
      async start(controller) {
        controller.enqueue(file.subarray(0, 30_000));
        await ended;
        controller.enqueue(file.subarray(30_000));
        controller.close();
      },
    });
  return { answer: () => new Response(body(), { headers: { 'Content-Type': 'image/bmp' } }), end };
}

inEveryEngine('the sizes of an in-app message', (setScene) => {
  it.each(POSITIONS)('at %s are the same on a page whose root has small letters', async (position) => {
    const shop = await createMessageShop([{ position, also: { saveToInbox: true } }], {
      head: `<style>:root { font-size: 62.5% } * { text-align: right; font: 9px serif } :root:has(#large) { font-size: 100% }</style>`,
    });
    const { open } = await setScene(shop);
    const page = await open();
    await shownAt(page, SIZE);

    const small = await page.evaluate(measured);
    await page.evaluate(() => document.querySelector('#buy')?.setAttribute('id', 'large'));

    expect(await page.evaluate(measured)).toEqual(small);
    expect(small.button).toMatchObject({ width: 44, height: 44 });
    if (position !== 'Top') expect(small.dialog.width).toBe(position === 'Center' ? 480 : 360);
  });

  it.each(Object.entries(FILLING))('come to rest where it is %s', async (_, html) => {
    const { open } = await setScene(await createMessageShop([{ html }]));
    const page = await open();

    const { height } = await shownAt(page, SIZE);

    expect(height).toBeLessThan(350);
    expect(height).toBeGreaterThan(15);
    if (html.includes('160px')) expect(Math.abs(height - 160)).toBeLessThan(20);
  });

  it('include the margins of its body', async () => {
    const { open } = await setScene(
      await createMessageShop([{ html: '<body style="margin: 30px"><div style="height: 100px">News</div>' }]),
    );
    const page = await open();

    expect((await shownAt(page, SIZE)).height).toBeGreaterThanOrEqual(160);
    const isScrolling = () => document.documentElement.scrollHeight > innerHeight;
    expect(await page.frame('iframe').evaluate(isScrolling)).toBe(false);
  });

  it('end at the bar by which the page scrolls', async () => {
    const head = '<style>main { min-height: 300vh } ::-webkit-scrollbar { width: 20px }</style>';
    const { open } = await setScene(await createMessageShop([{ position: 'Top' }], { head }));
    const page = await open();

    const { x, width } = await shownAt(page, SIZE);

    const room = await page.evaluate(() => document.documentElement.clientWidth);
    expect([x, width]).toEqual([0, room]);
  });

  it('are those of a message with pictures that come as they are scrolled to', async () => {
    const svg = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="100" height="120"/>')}`;
    const html = `<div style="height: 5px"></div>${`<img loading="lazy" src="${svg}" style="display: block" alt="">`.repeat(2)}`;
    const shop = await createMessageShop([{ html }]);
    const { open } = await setScene(shop);
    const page = await open();

    await page.resize(SIZE);
    await expect.poll(async () => (await shown(page)).height).toBeGreaterThanOrEqual(245);
    await page.press('Escape');
    await gone(page);
  });

  it('are those of a message whose picture comes while the page makes room for its text', async () => {
    const html = '<p>News</p><img src="/picture.bmp" style="display: block" alt="">';
    const head = `<script nonce="n">${BUSY_WITH_ROOM}</script>`;
    const shop = await createMessageShop([{ html }], { head });
    const picture = slowPicture();
    const { open } = await setScene({
      ...shop,
      service: (request) => (request.url.endsWith('/picture.bmp') ? picture.answer() : shop.service(request)),
    });
    const page = await open();
    await page.resize(SIZE);
    await shown(page);

    picture.end();

    await expect.poll(async () => (await shown(page)).height).toBeGreaterThanOrEqual(240);
  });

  it('are nothing on paper', async () => {
    const { open } = await setScene(await createMessageShop([{}]));
    const page = await open();
    await shown(page);

    const rules = await page.evaluate(() =>
      [...(document.querySelector('tidings-message')?.shadowRoot?.adoptedStyleSheets ?? [])]
        .flatMap((sheet) => [...sheet.cssRules])
        .flatMap((rule) =>
          rule instanceof CSSMediaRule && rule.media.mediaText === 'print' ? [rule.cssText] : [],
        ),
    );
    expect(rules.join()).toMatch(/:host.*display: none/s);
  });
});
