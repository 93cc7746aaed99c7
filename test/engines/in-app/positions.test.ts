import { expect, it } from 'vitest';
import type { InAppPosition } from '../../../src/api/models/in-app.js';
import { violationsOf } from '../harness/accessible.js';
import { inEveryEngine } from '../harness/harness.js';
import { picture } from '../harness/picture.js';
import { preferring } from '../harness/preferring.js';
import { shareOf } from '../harness/share.js';
import { createMessageShop, shown, shownAt } from './message-shop.js';

/** The page's own names, for functions that run in it. */
declare const said: string[];

const BANNERS: InAppPosition[] = ['Top', 'Bottom', 'TopRight', 'BottomRight', 'TopLeft', 'BottomLeft'];
const MODALS: InAppPosition[] = ['Center', 'Full'];
const ALL = [...BANNERS, ...MODALS];
const LOOKS = ALL.flatMap((position) => [[position, 'light'] as const, [position, 'dark'] as const]);
/** A phone, one on its side, a tablet, a desk; and that desk at 200 %. */
const SIZES = [
  { width: 320, height: 700 },
  { width: 667, height: 320 },
  { width: 768, height: 700 },
  { width: 1440, height: 700 },
  { width: 640, height: 360 },
];
const PLACES = ALL.flatMap((position) => SIZES.map((size) => ({ position, size })));
/** With all that is asked of a page, since axe takes a message for one. */
const html =
  '<main><h1>Good to see you</h1><p>Your first order <a href="/sale">ships for free</a>.</p></main>';
/** Taller than any of them. */
const long = `<h2>Good to see you</h2>${'<p>Your first order ships for free.</p>'.repeat(40)}`;
/** A page of either scheme. */
const head = `<style nonce="n">:root { font-family: system-ui, sans-serif; background: Canvas; color: CanvasText }
  button { color: CanvasText; background: Canvas }
  @media (prefers-color-scheme: dark) { :root { color-scheme: dark } }</style>`;

inEveryEngine('an in-app message', (setScene, engine) => {
  const openInTheDark = preferring(engine, { dark: true });
  const openCalmly = preferring(engine, { calm: true });
  const places = shareOf(engine, PLACES);
  const sizesOf = (position: InAppPosition) =>
    places.flatMap((place) => (place.position === position ? [place.size] : []));

  it.each(BANNERS)('at %s leaves the page to its visitor', async (position) => {
    const { open } = await setScene(await createMessageShop([{ position }]));
    const page = await open();
    for (const size of sizesOf(position)) {
      const { width, height } = size;
      const box = await shownAt(page, size);
      const at = `${position} at ${width} × ${height}`;
      expect(box.x, at).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width, at).toBeLessThanOrEqual(width);
      expect(box.height, at).toBeGreaterThan(50);
      expect(box.height, at).toBeLessThan(height);
      if (position.startsWith('Top')) expect(box.y, at).toBeLessThan(40);
      else expect(box.y + box.height, at).toBeGreaterThan(height - 40);
      const middle = box.x + box.width / 2 - width / 2;
      if (width < 400 || !/Left|Right/.test(position)) expect(Math.abs(middle), at).toBeLessThan(2);
      else expect(Math.sign(middle), at).toBe(position.endsWith('Right') ? 1 : -1);
    }
    await picture(page, `in-app-${position}-${engine.name}`);
    if (position.startsWith('Top'))
      await page.evaluate(() => document.querySelector<HTMLButtonElement>('#buy')?.click());
    else await page.click('#buy');
    expect(await page.evaluate(() => said)).toEqual(['bought']);
    expect(await page.evaluate(() => document.activeElement?.localName)).not.toBe('tidings-message');
    await expect.poll(() => page.text('[role=status]')).toBe('Good to see you');
  });

  it.each(MODALS)('at %s is alone on the page, with the focus in it', async (position) => {
    const { open } = await setScene(await createMessageShop([{ position }]));
    const page = await open();
    for (const size of sizesOf(position)) {
      const box = await shownAt(page, size);
      const at = `${position} at ${size.width} × ${size.height}`;
      if (position === 'Full') expect(box, at).toMatchObject({ x: 0, y: 0, ...size });
      else {
        expect(Math.abs(box.x + box.width / 2 - size.width / 2), at).toBeLessThan(2);
        expect(Math.abs(box.y + box.height / 2 - size.height / 2), at).toBeLessThan(2);
      }
    }
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe('tidings-message');
    await picture(page, `in-app-${position}-${engine.name}`);
  });

  it.each(shareOf(engine, ALL))(
    'at %s that is long can be read to its end and closed, on the smallest screen',
    async (position) => {
      const { open } = await setScene(await createMessageShop([{ position, html: long }]));
      const page = await open();
      const box = await shownAt(page, { width: 320, height: 320 });
      expect(box.y).toBeGreaterThanOrEqual(0);
      expect(box.y + box.height).toBeLessThanOrEqual(320);
      const end = await page.frame('iframe').evaluate(() => {
        document.querySelector('p:last-of-type')?.scrollIntoView();
        return document.querySelector('p:last-of-type')?.getBoundingClientRect().bottom;
      });
      expect(end).toBeLessThanOrEqual(box.height);

      await page.click('button[aria-label=Close]');
      await page.waitUntil(() => !document.querySelector('tidings-message'));
    },
  );

  it.each(shareOf(engine, LOOKS))('has nothing that keeps anyone out: %s, %s', async (position, scheme) => {
    const { site, open } = await setScene(await createMessageShop([{ position, html }], { head }));
    const page = await (scheme === 'dark' ? openInTheDark(site.url) : open());
    await shown(page);

    expect(await violationsOf(page)).toEqual([]);
    expect(await violationsOf(page.frame('iframe'))).toEqual([]);
    for (const width of [390, 1280]) {
      await page.resize({ width, height: 700 });
      await picture(page, `in-app-${position}-${width}-${scheme}-${engine.name}`);
    }
  });

  it('stands on the other side of a page that is read from right to left', async () => {
    const shop = await createMessageShop([{ position: 'TopRight' }], { attributes: 'lang="ar" dir="rtl"' });
    const { open } = await setScene(shop);
    const page = await open();
    const box = await shown(page);
    const button = await page.evaluate(() => {
      const button = document.querySelector('tidings-message')?.shadowRoot?.querySelector('button');
      return button?.getBoundingClientRect().x ?? 0;
    });
    expect(button).toBeLessThan(box.x + box.width / 2);
    expect(
      await page.frame('iframe').evaluate(() => getComputedStyle(document.documentElement).direction),
    ).toBe('rtl');
    await picture(page, `in-app-rtl-${engine.name}`);
  });

  it('moves only for those who do not mind', async () => {
    const also = { content: { html: '<h2>News</h2>', inAppDisplaySettings: { shouldAnimate: true } } };
    const { open, site } = await setScene(await createMessageShop([{ also }, { also }]));
    const animation = () => {
      const dialog = document.querySelector('tidings-message')?.shadowRoot?.querySelector('dialog');
      return dialog && getComputedStyle(dialog).animationName;
    };
    const page = await open();
    await shown(page);
    expect(await page.evaluate(animation)).toBe('come');
    await page.close();

    const still = await openCalmly(site.url);
    await shown(still);
    expect(await still.evaluate(animation)).toBe('none');
  });
});
