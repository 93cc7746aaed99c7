import { beforeAll, describe, expect, it } from 'vitest';
import { listed, wordsOf } from '../embedded/placement-shop.js';
import type { Page } from '../harness/engine.js';
import { inEveryEngine, type SetScene } from '../harness/harness.js';
import { complaintsOf, openFrameworkShop, type FrameworkShopOptions } from './framework-shop.js';
import { buildPage, type FrameworkPage } from './pages.js';

const both = ['Two Ships for free. Join', 'One Ships for free.'];

/** What the visitor has asked the page for. */
const askedOf = (page: Page) => page.text('output');

const attributesOf = (page: Page) =>
  page.evaluate(() =>
    Object.fromEntries(
      [...(document.querySelector('tidings-placement')?.attributes ?? [])].map(({ name, value }) => [
        name,
        value,
      ]),
    ),
  );

describe.each(['react', 'vue', 'svelte'])('a page made with %s', (framework) => {
  let built: FrameworkPage;
  beforeAll(async () => void (built = await buildPage(framework)));

  const openShop = (setScene: SetScene, options?: FrameworkShopOptions) =>
    openFrameworkShop(setScene, built, options);

  inEveryEngine(
    'its placement',
    (setScene) => {
      it('shows the messages, asked for once', async () => {
        const { shop, page } = await openShop(setScene);

        expect(await wordsOf(page)).toEqual(both);
        expect(shop.queries.map((query) => query.getAll('placementId'))).toEqual([['1']]);
        expect(await shop.told(page, 'embeddedReceived')).toHaveLength(2);
        expect(await complaintsOf(page)).toEqual([]);
      });

      it('hands a click on a button to `onAction`', async () => {
        const { shop, page } = await openShop(setScene);

        await page.click('.button');

        await expect.poll(() => askedOf(page)).toBe('join');
        expect(await shop.told(page, 'embeddedClick')).toHaveLength(1);
        expect(await complaintsOf(page)).toEqual([]);
      });

      it('takes `limit`, `view` and `render` as they change, and without them is as it was', async () => {
        const { page } = await openShop(setScene);

        await page.click('#one');
        await listed(page, 1);
        await page.click('#banner');
        await page.click('#own');
        expect(await page.text('.own-line')).toBe('Two');
        expect(await attributesOf(page)).toEqual({ 'placement-id': '1', limit: '1', view: 'banner' });

        await page.click('#plain');
        await listed(page, 2);
        expect(await wordsOf(page)).toEqual(both);
        expect(await attributesOf(page)).toEqual({ 'placement-id': '1' });
        expect(await complaintsOf(page)).toEqual([]);
      });

      it('comes and goes as the page renders, without asking again', async () => {
        const { shop, page } = await openShop(setScene);

        await page.click('#toggle');
        await page.waitUntil(() => !document.querySelector('tidings-placement'));
        await page.click('#toggle');
        await listed(page, 2);
        await page.click('.button');

        await expect.poll(() => askedOf(page)).toBe('join');
        expect(shop.queries).toHaveLength(1);
        expect(await complaintsOf(page)).toEqual([]);
      });

      it('is hydrated as its server has rendered it', async () => {
        expect(built.rendered).toContain(
          '<tidings-placement placement-id="1"><p slot="empty">Nothing today</p></tidings-placement>',
        );
        const { shop, page } = await openShop(setScene, { isServed: true });

        await page.click('.button');
        await expect.poll(() => askedOf(page)).toBe('join');
        await page.click('#own');
        expect(await page.text('.own-line')).toBe('Two');

        expect(await page.evaluate('served === document.querySelector("tidings-placement")')).toBe(true);
        expect(shop.queries).toHaveLength(1);
        expect(await complaintsOf(page)).toEqual([]);
      });

      it.each([
        ['made in the browser', false],
        ['hydrated', true],
      ])('has its own `render` from the start when %s, also with kept messages', async (_, isServed) => {
        const { page } = await openShop(setScene, { isServed, path: '/?own' });
        expect(await page.text('.own-line')).toBe('Two');

        await page.reload();
        await listed(page, 2);

        expect(await page.text('.own-line')).toBe('Two');
        expect(await complaintsOf(page)).toEqual([]);
      });
    },
    { only: ['chromium'] },
  );
});

describe('a page made with react, in StrictMode', () => {
  inEveryEngine(
    '`startEmbedded`',
    (setScene) => {
      it('gives the same when an effect starts it twice', async () => {
        const { shop, page } = await openFrameworkShop(setScene, await buildPage('react'), {
          path: '/?goes-on',
        });

        await page.click('.button');

        await expect.poll(() => askedOf(page)).toBe('join');
        expect(shop.queries).toHaveLength(1);
        expect(await shop.told(page, 'embeddedReceived')).toHaveLength(2);
        expect(await shop.told(page, 'embeddedClick')).toHaveLength(1);
        expect(await complaintsOf(page)).toEqual([]);
      });
    },
    { only: ['chromium'] },
  );
});
