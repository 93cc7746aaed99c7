import { expect, it } from 'vitest';
import { inEveryEngine } from '../harness/harness.js';
import { advance, pageClock } from '../harness/page-clock.js';
import { createMessageShop, gone, shown } from './message-shop.js';

/** The page's own names, for functions that run in it. */
declare const said: string[];

const ofType = (told: { type: string }[], type: string) => told.filter((one) => one.type === type);

inEveryEngine('the links of an in-app message', (setScene) => {
  it('do what they say, each told once', async () => {
    const { told, ...shop } = await createMessageShop([{}, {}, {}], { head: pageClock });
    const { open, site } = await setScene(shop);
    const page = await open();
    await shown(page);
    await page.frame('iframe').click('#act');
    await page.waitUntil(() => said.includes('action welcome'));
    await shown(page);
    await page.frame('iframe').click('#bad');
    await page.waitUntil(() => said.some((line) => line.includes('refused')));
    await page.evaluate(() => document.querySelector('tidings-message')?.setAttribute('data-seen', ''));
    await page.frame('iframe').click('#dismiss');
    await page.waitUntil(() => !document.querySelector('tidings-message[data-seen]'));
    await shown(page);
    const facts = await told(page);
    expect(ofType(facts, 'inAppClick')).toMatchObject([{ clickedUrl: 'action://welcome' }]);
    expect(ofType(facts, 'inAppClose')).toMatchObject([{ closeAction: 'link' }, { closeAction: 'link' }]);
    expect(await page.evaluate(() => document.title)).toBe('Shop');

    await page.frame('iframe').click('#page');
    await page.waitUntil(() => document.title === 'Sale');

    await page.back();
    await page.waitUntil('globalThis.client?.user');
    // What a page had sent as it ended is its own for five seconds.
    await advance(page, 6_000);
    expect(ofType(await told(page), 'inAppClick')).toMatchObject([
      { clickedUrl: 'action://welcome' },
      { clickedUrl: `${site.url}/sale` },
    ]);
  });

  it.each([
    ['page', '#page', false],
    ['page', '#tab', true],
    ['new-tab', '#page', true],
    ['external-new-tab', '#page', false],
    ['external-new-tab', '#far', true],
  ])('open in a new tab or not: %s, %s', async (handleLinks, link, isNewTab) => {
    const options = `handleLinks: '${handleLinks}'`;
    const shop = await createMessageShop([], { options });
    const { open, site } = await setScene(shop);
    const far = site.url.replace('127.0.0.1', 'localhost');
    const html = `<p><a id="page" href="/sale">Sale</a></p><p><a id="tab" href="/sale" target="_blank">Apart</a></p>
      <p><a id="far" href="${far}/sale">Far</a></p>`;
    await shop.send({ html });
    const page = await open();
    await shown(page);

    await page.frame('iframe').click(link);

    await expect.poll(() => shop.visits).toEqual(['/sale']);
    if (isNewTab) await gone(page);
    else await page.waitUntil(() => document.title === 'Sale');
    expect(await page.evaluate(() => document.title)).toBe(isNewTab ? 'Shop' : 'Sale');
  });

  it('are given to a router that asks for them', async () => {
    const options = "openUrl: (url) => said.push('open ' + url)";
    const { open, site } = await setScene(await createMessageShop([{}], { options }));
    const page = await open();
    await shown(page);

    await page.frame('iframe').click('#page');

    await gone(page);
    expect(await page.evaluate(() => said)).toEqual([`open ${site.url}/sale`]);
    expect(await page.evaluate(() => document.title)).toBe('Shop');
  });
});
