import { expect, it } from 'vitest';
import type { Client } from '../../../src/index.js';
import { inEveryEngine } from '../harness/harness.js';
import { createScriptShop, stub } from './script-shop.js';

/** The page's own names, for functions that run in it. */
declare const tidings: { client: Client };

/** A page whose tag has these attributes, and the address of its own site, which a page cannot know when it is written. */
const pageWith = (attributes: string) => (apiKey: string) =>
  `<title>Shop</title>
  <script>${stub}; globalThis.early = tidings.client.track('viewed').then(() => 'recorded', String)</script>
  <tidings-placement placement-id="1"></tidings-placement>
  <script>
    document.write('<script async src="/slow/tidings.js" data-api-key="${apiKey}" data-base-url="' + location.origin + '"' +
      ' ${attributes}><' + '/script>');
  </script>`;

/** Whether the script is there, and not only its stub. */
const isThere = () => 'ApiError' in tidings;

inEveryEngine('a script tag with attributes', (setScene) => {
  it('starts all that they ask for', async () => {
    const shop = await createScriptShop({
      html: pageWith('data-token-url="/token" data-email="ada@example.com" data-in-app data-embedded="true"'),
    });
    const { open } = await setScene(shop);
    const page = await open();

    await page.waitUntil(isThere);
    expect(await page.evaluate('early')).toBe('recorded');

    await page.waitUntil(() =>
      document.querySelector('tidings-message')?.shadowRoot?.querySelector('[open]'),
    );
    await page.waitUntil(() => document.querySelector('tidings-placement')?.shadowRoot?.querySelector('li'));
    await expect.poll(shop.arrived).toEqual(['ada@example.com viewed']);
    expect(await page.errors()).toEqual([]);
  });

  it('obeys consent, and a page that says that nobody is logged in', async () => {
    const ada = 'data-token-url="/token" data-email="ada@example.com"';
    const shop = await createScriptShop({
      html: pageWith(`${ada} data-consent="pending" data-in-app="false"`),
    });
    const { key, service } = shop;
    const pages = { ...shop.pages, '/out': pageWith('data-email=""')(key) };
    const { open, site } = await setScene({ pages, service });
    const page = await open();
    await page.waitUntil(isThere);
    await page.waitUntil(() => tidings.client.user);
    await page.evaluate('early');
    expect(await page.evaluate(() => tidings.client.stats())).toMatchObject({ waiting: 1 });
    expect(shop.arrived()).toEqual([]);

    await page.goto(`${site.url}/out`);
    await page.waitUntil(isThere);

    expect(await page.evaluate(() => tidings.client.user ?? 'nobody')).toBe('nobody');
    expect(await page.errors()).toEqual([]);
  });

  it.each([
    ['data-consent="yes"', '`data-consent` must be one of granted, pending, denied'],
    ['data-in-app="on"', '`data-in-app` must be true, false, or without a value'],
    ['data-token-url="http://"', '`data-token-url` must be an address of your own server'],
    ['data-email="ada"', 'A user must be `data-email`, with an @ in it, or `data-user-id`'],
    ['data-email="ada@example.com" data-user-id="7"', 'A user must be `data-email`'],
  ])('says on the console what to do about %s, and the page goes on', async (attributes, words) => {
    const { open } = await setScene(await createScriptShop({ html: pageWith(attributes) }));
    const page = await open();
    await page.waitUntil(isThere);

    await expect.poll(() => page.errors()).toEqual([expect.stringContaining(`error: tidings: ${words}`)]);
  });

  it.each([
    ['data-in-app', '`data-api-key` must be a key of your project'],
    ['data-api-key="k"', '`data-base-url` must be a whole address'],
    ['data-api-key="k" data-base-url="ftp://a.b"', '`data-base-url` must be a whole address'],
  ])('starts nothing with %s alone, and says what is missing', async (attributes, words) => {
    const html = () => `<script src="/dist/tidings.js" ${attributes}></script>`;
    const { open } = await setScene(await createScriptShop({ html }));
    const page = await open();

    expect(await page.evaluate('tidings.client ?? "none"')).toBe('none');
    await expect.poll(() => page.errors()).toEqual([expect.stringContaining(`error: tidings: ${words}`)]);
  });
});
