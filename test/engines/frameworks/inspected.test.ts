import { expect, it } from 'vitest';
import type { Client } from '../../../src/index.js';
import type { Page } from '../harness/engine.js';
import { inEveryEngine } from '../harness/harness.js';
import { picture } from '../harness/picture.js';
import { preferring } from '../harness/preferring.js';
import { shareOf } from '../harness/share.js';
import { drawn, lines, lookIn } from '../look-in.js';
import { complaintsOf, openFrameworkShop } from './framework-shop.js';
import { buildPage } from './pages.js';

/** The page's own names, for functions that run in it. */
declare const client: Client;
declare const roots: ShadowRoot[];

const inspected = { path: '/?inspected', head: lookIn() };
/** A page of either scheme. */
const style = `<style>:root { color-scheme: light dark; font-family: system-ui, sans-serif; background: Canvas; color: CanvasText }
  tidings-placement { display: block; max-width: 40rem; margin-block: 1rem }</style>`;

/** Waits for the inspector that is there, forgets those that are not, and gives how many there are. */
async function there(page: Page): Promise<number> {
  await page.waitUntil(() => document.querySelector('tidings-inspector'));
  return page.evaluate(() => {
    const alive = roots.filter(({ host }) => host.isConnected);
    roots.splice(0, roots.length, ...alive);
    return document.querySelectorAll('tidings-inspector').length;
  });
}

inEveryEngine('the inspector on a page made with react, in StrictMode', (setScene, engine) => {
  it('is there once where an effect starts it twice, and again once it was closed', async () => {
    const { page } = await openFrameworkShop(setScene, await buildPage('react'), inspected);
    expect(await there(page)).toBe(1);
    await page.evaluate(() => client.track('viewed'));
    await expect
      .poll(() => lines(page, 'Events'))
      .toContainEqual(expect.stringMatching(/^good: viewed delivered in \d/));
    await expect
      .poll(() => lines(page, 'Placements'))
      .toEqual([expect.stringMatching('Placement 1 2 messages')]);

    await page.evaluate(() => document.querySelector<HTMLElement>('#inspect')?.click());
    await page.waitUntil(() => !document.querySelector('tidings-inspector'));
    await page.evaluate(() => client.track('unseen'));
    await page.evaluate(() => client.flush());
    await page.evaluate(() => document.querySelector<HTMLElement>('#inspect')?.click());

    expect(await there(page)).toBe(1);
    await page.evaluate(() => client.track('viewed-again'));
    await expect
      .poll(() => lines(page, 'Events'))
      .toContainEqual(expect.stringMatching(/^good: viewed-again delivered in \d/));
    expect(await drawn(page)).not.toContain('unseen');
    expect(await complaintsOf(page)).toEqual([]);
  });

  const looks = [
    ['light', 390],
    ['light', 1280],
    ['dark', 390],
    ['dark', 1280],
  ] as const;
  it.each(shareOf(engine, looks))('can be looked at, %s and %d pixels wide', async (scheme, width) => {
    const { page } = await openFrameworkShop(setScene, await buildPage('react'), {
      ...{ path: '/?inspected', head: lookIn() + style },
      openAt: preferring(engine, { dark: scheme === 'dark' }),
    });
    await page.resize({ width, height: width === 390 ? 844 : 800 });
    await there(page);
    await page.evaluate(() => client.track('viewed'));
    await expect.poll(() => lines(page, 'Events')).toContainEqual(expect.stringMatching(/viewed delivered/));

    const box = await page.evaluate(
      () => document.querySelector('tidings-inspector')?.getBoundingClientRect().toJSON() as DOMRect,
    );
    expect(box.left).toBeGreaterThanOrEqual(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    // What was drawn last has been painted.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    await picture(page, `inspector-react-${scheme}-${width}-${engine.name}`);
  });
});
