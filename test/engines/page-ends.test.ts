import { expect, it, onTestFinished } from 'vitest';
import type { Client } from '../../src/index.js';
import type { Page } from './engine.js';
import { inEveryEngine } from './harness.js';
import { createShop } from './shop.js';
import { createSite } from './site.js';

const ada = { email: 'ada@example.com' };

/** The page's own names, for functions that run in it. */
declare const client: Client;

/** A shop, whose service may be of another origin: each of its calls then needs a preflight. */
async function shopWithService({ isForeign = false, options = '', before = '' }) {
  const service = createShop();
  const foreign = await createSite({ service: service.service, pages: {} });
  onTestFinished(() => foreign.close());
  const shop = createShop({ options, before, ...(isForeign && { baseUrl: `'${foreign.url}'` }) });
  return isForeign ? { ...service, pages: shop.pages } : shop;
}

async function identify(page: Page) {
  await page.waitUntil('globalThis.client');
  await page.evaluate(async (ada: { email: string }) => {
    await client.identify(ada);
    await client.flush();
  }, ada);
}

/** Visits the site again, and waits until nothing is left to deliver: what its last page may have sent waits a while. */
async function visitAgain(page: Page, url: string) {
  await page.goto(url);
  await page.waitUntil('globalThis.client');
  await expect
    .poll(() => page.evaluate(() => client.stats()), { timeout: 20_000 })
    .toMatchObject({ waiting: 0 });
}

const origins = [
  ['the same origin', false],
  ['another origin', true],
] as const;

inEveryEngine('a page that ends', (setScene) => {
  it.each(origins)('sends what waits when it is hidden, to %s', async (_, isForeign) => {
    // Recorded at the last moment, so that nothing but the end of the page can send it so soon.
    const before = `<script>
      document.addEventListener('visibilitychange', () => document.hidden && client.track('left'));
      globalThis.keptAlive = [];
      const sendAndLook = (...call) => {
        keptAlive.push(new Request(...call).keepalive);
        return fetch(...call);
      };
    </script>`;
    const shop = await shopWithService({ isForeign, before, options: 'fetch: sendAndLook' });
    const { open } = await setScene(shop);
    const page = await open();
    await identify(page);

    await page.hide();

    await expect.poll(shop.arrived, { timeout: 3_000 }).toEqual(['left']);
    expect(await page.evaluate('keptAlive.at(-1)')).toBe(true);
  });

  it.each(origins)(
    'loses nothing that was recorded in the task of leaving by a link, to %s',
    async (_, isForeign) => {
      const shop = await shopWithService({ isForeign });
      const { open, site } = await setScene(shop);
      const page = await open();
      await identify(page);
      await page.evaluate(() =>
        document.querySelector('a')?.addEventListener('click', () => void client.track('clicked')),
      );

      await page.click('a');
      await page.waitUntil("location.pathname === '/away'");
      await visitAgain(page, site.url);

      expect(shop.arrived()).toEqual(['clicked']);
    },
  );

  it.each(origins)(
    'loses nothing that was recorded in the task of leaving by script, to %s',
    async (_, isForeign) => {
      const shop = await shopWithService({ isForeign });
      const { open, site } = await setScene(shop);
      const page = await open();
      await identify(page);

      await page.evaluate(
        () =>
          void setTimeout(() => {
            void client.track('left');
            location.href = '/away';
          }, 200),
      );
      await page.waitUntil("location.pathname === '/away'");
      await visitAgain(page, site.url);

      expect(shop.arrived()).toEqual(['left']);
    },
  );

  it.each(['visibilitychange', 'pagehide'])(
    'loses nothing that was recorded at its `%s`, on the way to another',
    async (type) => {
      // Before the client's own script, and after it.
      const before = `<script>
        const last = (name) => addEventListener('${type}', () => client.track(name), true);
        last('first to hear');
        addEventListener('load', () => last('last to hear'));
      </script>`;
      const shop = await shopWithService({ before });
      const { open, site } = await setScene(shop);
      const page = await open();
      await identify(page);

      await page.goto(`${site.url}/away`);
      await visitAgain(page, site.url);

      expect(shop.arrived().sort()).toEqual(['first to hear', 'last to hear']);
    },
  );

  it.each(origins)('loses nothing that was recorded as it is closed, to %s', async (_, isForeign) => {
    const shop = await shopWithService({ isForeign });
    const { open, site } = await setScene(shop);
    const [page, next] = [await open(), await open('/away')];
    await identify(page);
    await page.evaluate(() => client.track('last'));

    await page.close();
    await visitAgain(next, site.url);

    expect(shop.arrived()).toEqual(['last']);
  });

  it('sends no more than a browser lets out, smallest first, and the rest at the next visit', async () => {
    const before = `<script>
      document.addEventListener('visibilitychange', () => {
        if (!document.hidden || globalThis.hasLeft) return;
        globalThis.hasLeft = true;
        client.track('large', { text: 'x'.repeat(59_000) });
        for (let index = 0; index < 15; index++) client.track('small', { index });
      });
    </script>`;
    const shop = await shopWithService({ before });
    const { open, site } = await setScene(shop);
    const page = await open();
    await identify(page);

    await page.hide();
    await expect.poll(() => shop.arrived().length, { timeout: 3_000 }).toBeGreaterThanOrEqual(12);
    expect(shop.arrived().slice(0, 12)).toEqual(Array.from({ length: 12 }, () => 'small'));
    await page.show();
    await visitAgain(page, site.url);

    expect(shop.arrived().filter((name) => name === 'small')).toHaveLength(15);
    expect(shop.arrived()).toContain('large');
    expect(shop.arrived()).toHaveLength(16);
  });
});
