import { expect, it } from 'vitest';
import type { Clicking } from '../harness/engine.js';
import { inEveryEngine } from '../harness/harness.js';
import { createMessageShop, gone, shown } from './message-shop.js';

/** The page's own names, for functions that run in it. */
declare const said: string[];

const html = `<p><a id="page" href="/sale">Sale</a></p><p><a id="tab" href="/sale?tab" target="_blank">Apart</a></p>
  <p><a id="act" href="action://welcome">Act</a></p><p><a id="down" href="#end">Down</a></p>
  <p><a id="named" href="#as-in-mails">Down</a></p>
  <p style="height: 900px">Much to read.</p><p id="end"><a name="as-in-mails"></a>The end</p>`;
const WAYS: Record<string, Clicking> = {
  'the middle button': { button: 'middle' },
  'Control held down': { key: 'Control' },
};
const isOpen = () => !!document.querySelector('tidings-message')?.shadowRoot?.querySelector('[open]');

inEveryEngine('the links of an in-app message', (setScene, engine) => {
  async function show() {
    const shop = await createMessageShop([{ html }]);
    const { open, site } = await setScene(shop);
    const page = await open();
    await shown(page);
    const clicks = async () => (await shop.told(page)).filter(({ type }) => type === 'inAppClick');
    return { page, shop, clicks, frame: page.frame('iframe'), url: site.url };
  }

  it('have the addresses that they lead to, to be copied and opened from the menu', async () => {
    const { frame, url } = await show();
    const hrefs = () =>
      [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].map(({ href }) =>
        href.replace(/.*#/, '#'),
      );

    await frame.waitUntil(() => document.querySelector('a')?.target);

    expect(await frame.evaluate(hrefs)).toEqual([`${url}/sale`, `${url}/sale?tab`, '#', '#', '#']);
  });

  // The middle button of WebKit's automation is not told from the first one.
  const ways = Object.entries(WAYS).slice(engine.name === 'webkit' ? 1 : 0);

  it.each(ways)('open apart by %s, once, and the message stays', async (_, how) => {
    const { page, shop, clicks, frame, url } = await show();

    await frame.click('#page', how);

    await expect.poll(clicks).toMatchObject([{ clickedUrl: `${url}/sale` }]);
    // Its browser opens no tab for that, either.
    if (engine.name !== 'webkit') await expect.poll(() => shop.visits).toEqual(['/sale']);
    expect(await page.evaluate(isOpen)).toBe(true);
    expect(await page.evaluate(() => document.title)).toBe('Shop');
    await frame.click('#act');
    await gone(page);
    expect(shop.visits.length).toBeLessThanOrEqual(1);
  });

  it.each(['#down', '#named'])('to a place in it scroll there, and are told to nobody: %s', async (link) => {
    const { page, clicks, frame, url } = await show();

    await frame.click(link);

    await frame.waitUntil(() => scrollY > 100);
    expect(await page.evaluate(isOpen)).toBe(true);
    expect(await clicks()).toEqual([]);
    expect(await page.evaluate(() => location.href)).toBe(`${url}/`);
  });

  it.each(['#page', '#tab', '#act'])('act once on a double click: %s', async (link) => {
    const { page, shop, clicks, frame } = await show();

    await frame.click(link, { times: 2 });

    if (link === '#page') await page.waitUntil(() => document.title === 'Sale');
    else await gone(page);
    if (link === '#act') expect(await page.evaluate(() => said)).toEqual(['action welcome']);
    else await expect.poll(() => shop.visits).toHaveLength(1);
    if (link !== '#page') expect(await clicks()).toHaveLength(1);
  });
});
