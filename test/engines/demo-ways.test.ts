import { expect } from 'vitest';
import { violationsOf } from './harness/accessible.js';
import type { Page } from './harness/engine.js';
import { inEveryEngine } from './harness/harness.js';
import { picture } from './harness/picture.js';
import { preferring } from './harness/preferring.js';
import { itInTurn } from './harness/share.js';
import { lines } from './look-in.js';
import { allow, brief, DESK, logIn, PHONE, said, settled, setup } from './demo/visit-shop.js';

const press = (page: Page, words: string) =>
  page.evaluate(
    `[...document.querySelectorAll('.panel-switch button')].find((one) => one.textContent === '${words}').click()`,
  );

/** Goes over to the other way, and waits until the page has come again. */
async function choose(page: Page, way: string) {
  await page.evaluate('void (document.isLeft = true)');
  await page.click(`[name=way][value=${way}]`);
  await page.waitUntil(`!document.isLeft && document.querySelector('[name=way][value=${way}]')?.checked`);
}

/** Does several things on the page of something. */
async function shop(page: Page) {
  await page.waitUntil(brief);
  await page.evaluate(`document.querySelector('#favourite').click()`);
  await page.evaluate(`document.querySelector('#order button.primary').click()`);
}

/** What the panel draws of the requests that carry several events, the latest first. */
const batches = `[...roots[0].querySelectorAll('li:has(> ol)')].map((one) =>
  [...one.querySelectorAll('li')].map(({ textContent }) => textContent))`;
/** What it draws of the calls that the relay made. */
const onward = `[...document.querySelectorAll('.panel-onward p')].map(({ textContent }) => textContent)`;

inEveryEngine('the way of the shop', (setScene, engine) => {
  const inTurn = itInTurn(engine);
  const schemes = { light: preferring(engine, {}), dark: preferring(engine, { dark: true }) };

  inTurn.each(['light', 'dark'] as const)(
    'is the relay, and what went in one request stands as one: %s',
    async (scheme) => {
      const { site, open, arrived } = await setup(setScene);
      const page = await open('/', schemes[scheme]);
      await page.resize(DESK);
      await allow(page);
      await logIn(page, 'Chiara Berger');
      await settled(page);
      await press(page, 'Take the network away');
      await page.goto(`${site.url}/product/tea-honey`);
      await shop(page);
      await press(page, 'Record nonsense');
      await page.waitUntil(said('There is no network: '));

      await press(page, 'Give the network back');

      await page.waitUntil(said('Nothing was lost.'));
      await page.waitUntil(`(${batches}).flat().some((line) => line.includes('refused'))`);
      const drawn = await page.evaluate<string[][]>(batches);
      // Which of them go together depends on which was tried last before there was a network: that one goes first.
      expect(Math.max(...drawn.map(({ length }) => length))).toBeGreaterThan(1);
      expect(drawn.flat()).toEqual(
        expect.arrayContaining([
          'product-viewed delivered',
          'favourite-added delivered',
          expect.stringMatching(/^nonsense-.* refused: \w+$/),
        ]),
      );
      // The relay refuses the third itself.
      expect(await page.evaluate<string[]>(onward)).toContainEqual(
        expect.stringMatching(/^events\/trackBulk of [12] 200 · \d+ ms$/),
      );
      expect(arrived('customEvent')).toHaveLength(2);
      const asked = `performance.getEntriesByType('resource').filter(({ name }) => /^\\/(api\\/|session\\/token)/.test(new URL(name).pathname))`;
      expect(await page.evaluate(`${asked}.length`)).toBe(0);
      for (const size of [PHONE, DESK]) {
        await page.resize(size);
        await page.evaluate(
          `roots[0].querySelector('[aria-label=Requests]').scrollIntoView({ block: 'start', behavior: 'instant' })`,
        );
        const width = await page.evaluate('document.documentElement.scrollWidth');
        expect(width).toBeLessThanOrEqual(size.width);
        await picture(page, `shop-batch-${engine.name}-${size.width}-${scheme}`);
      }
      expect(await violationsOf(page)).toEqual([]);
    },
  );

  inTurn('is changed without losing what waits, and remembered', async () => {
    const { site, open, arrived } = await setup(setScene);
    const page = await open('/');
    await page.resize(DESK);
    await allow(page);
    await logIn(page);
    await settled(page);
    await press(page, 'Take the network away');
    await page.goto(`${site.url}/product/mug-moss`);
    await page.waitUntil(said('There is no network: '));

    await choose(page, 'direct');
    await page.waitUntil(said('out directly.'));
    await press(page, 'Give the network back');
    await page.waitUntil(said('that waited went out directly. Nothing was lost.'));
    await page.goto(`${site.url}/product/mug-clay`);
    await settled(page);
    expect(await lines(page, 'Requests')).toContainEqual(
      expect.stringMatching(/^good: \/api\/events\/track 200 · \d/),
    );
    expect(await page.evaluate(`(${batches}).length`)).toBe(0);
    await choose(page, 'relay');
    await settled(page);

    const names = arrived('customEvent').map(({ fields }) => fields['sku']);
    // The page that came again for each change was looked at again.
    expect([...new Set(names)].toSorted()).toEqual(['mug-clay', 'mug-moss']);
    expect(names).toHaveLength(4);
    expect(await page.evaluate(`localStorage.getItem('panel-way')`)).toBe(null);
  });
});
