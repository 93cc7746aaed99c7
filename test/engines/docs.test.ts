import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { expect, it } from 'vitest';
import { violationsOf } from './harness/accessible.js';
import { inEveryEngine } from './harness/harness.js';
import { preferring } from './harness/preferring.js';
import { isAllMet, shareOf } from './harness/share.js';

const PAGES = join(import.meta.dirname, '../../build/demo/docs');
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 800 };

const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
};

/** Every guide, and one page of each kind from the reference. */
const guides = readdirSync(PAGES).filter((name) => name.endsWith('.html'));
const reference = [
  'api/index.html',
  'api/tidings/index.html',
  'api/tidings/functions/createClient.html',
  'api/tidings/interfaces/Client.html',
  'api/tidings/type-aliases/TrackedEvent.html',
  'api/tidings/admin/classes/ApiError.html',
  'api/tidings/admin/interfaces/Admin.html',
];

/** Pages, and at which size axe reads each: where not all is met, at the one or the other by turn. */
const READINGS = [...guides, ...reference].map((path, index) => ({
  path,
  axeSize: index % 2 ? DESK : PHONE,
}));

/** The pages as the demo serves them. */
const site = {
  pages: {},
  async service(request: Request) {
    const file = join(PAGES, new URL(request.url).pathname.replace(/^\/docs\//, ''));
    if (!existsSync(file)) return new Response('Not found', { status: 404 });
    return new Response(new Uint8Array(await readFile(file)), {
      headers: { 'Content-Type': types[extname(file)] ?? 'application/octet-stream' },
    });
  },
};

/** The tables that have to be scrolled sideways, by the name of their first column. */
const widerTables = `[...document.querySelectorAll('.table')]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  .map((table) => table.querySelector('th').textContent)`;

/** Whether a page is there, with its style: what is clicked before would move. */
const isOpen = (title: string) =>
  `document.querySelector('h1')?.textContent === '${title}' && document.readyState === 'complete'`;

inEveryEngine('a page of the guides', (setScene, engine) => {
  const openInTheDark = preferring(engine, { dark: true });

  it.each(shareOf(engine, READINGS))('can be read by everyone: $path', async ({ path, axeSize }) => {
    const { open } = await setScene(site);
    const page = await open(`/docs/${path}`);

    for (const size of [PHONE, DESK]) {
      await page.resize(size);
      if (isAllMet() || size === axeSize) expect(await violationsOf(page)).toEqual([]);
      // Only code may be wider than its place, and types in the reference; it scrolls by itself.
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
      if (guides.includes(path)) expect(await page.evaluate(widerTables)).toEqual([]);
    }
    expect(await page.errors()).toEqual([]);
  });

  it('is read in the dark too', async () => {
    const { site: served } = await setScene(site);
    const page = await openInTheDark(`${served.url}/docs/client.html`);

    expect(await page.evaluate(`getComputedStyle(document.body).backgroundColor`)).toBe('rgb(18, 22, 29)');
    expect(await violationsOf(page)).toEqual([]);
  });

  it('is reached by keyboard, past what stands on every page', async () => {
    const { open } = await setScene(site);
    const page = await open('/docs/client.html');

    await page.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the text');
    await page.press('Enter');
    await page.waitUntil(`location.hash === '#text'`);
    await page.press('Tab');

    expect(await page.evaluate(`document.querySelector('main').contains(document.activeElement)`)).toBe(true);
  });

  it('leads to the next', async () => {
    const { open } = await setScene(site);
    const page = await open('/docs/client.html');
    await page.resize(PHONE);

    await page.click('.neighbours .next');
    await page.waitUntil(isOpen('A tracking plan'));
    await page.click('details.pages summary');
    await page.click('details.pages a[href="delivery.html"]');
    await page.waitUntil(isOpen('Delivery'));
    await page.waitUntil(`document.querySelector('article img').naturalWidth > 0`);
  });
});
