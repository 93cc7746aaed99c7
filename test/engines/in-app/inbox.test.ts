import { expect, it } from 'vitest';
import { violationsOf } from '../harness/accessible.js';
import { inEveryEngine } from '../harness/harness.js';
import { picture } from '../harness/picture.js';
import { shareOf } from '../harness/share.js';
import { createInboxShop, focus, focused, inAppMessages, listed, wordsOf } from './inbox-shop.js';

/** In which light, and from which side. */
const LOOKS: [scheme: string, dir: string][] = [
  ['light', 'ltr'],
  ['dark', 'ltr'],
  ['light', 'rtl'],
];
/** What a page may say of its own text, and none of which is meant for the list. */
const leaking = `<style nonce="n">:root { font-size: 62.5% }
  main { text-align: center; letter-spacing: .3em; line-height: 3; text-transform: uppercase; text-indent: 4em; font-style: italic; white-space: pre; word-spacing: 1em }</style>`;

inEveryEngine('<tidings-inbox>', (setScene, engine) => {
  it.each(shareOf(engine, LOOKS))('is handsome and accessible, %s, %s', async (scheme, dir) => {
    const { open } = await setScene(
      createInboxShop({ scheme, dir, attributes: 'filters="all unread categories"' }),
    );
    const page = await open();
    await listed(page, inAppMessages.length);
    await focus(page, 'li:nth-child(2) .remove');
    await page.press('Enter');
    await listed(page, inAppMessages.length - 1);
    for (const width of [240, 320, 390, 1280]) {
      await page.resize({ width, height: 700 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `at ${width}`).toBeLessThanOrEqual(0);
      await picture(page, `inbox-${scheme}-${dir}-${width}-${engine.name}`);
    }
    expect(await violationsOf(page)).toEqual([]);
    expect(await page.errors()).toEqual([]);
  });

  it('opens and deletes by keyboard, and never loses the focus', async () => {
    const { open } = await setScene(createInboxShop());
    const page = await open();
    await listed(page, inAppMessages.length);
    await focus(page, '.open');
    const first = await focused(page);

    await page.press('Enter');
    await page.waitUntil(() =>
      document.querySelector('tidings-message')?.shadowRoot?.querySelector('[open]'),
    );
    await page.press('Escape');
    await page.waitUntil(() => !document.querySelector('tidings-message'));

    expect(await focused(page)).toBe(first);
    await focus(page, '.remove');
    await page.press('Enter');
    await listed(page, inAppMessages.length - 1);
    expect(await focused(page)).not.toBe('');
  });

  it("has the visitor's own size of text, and of the page's text its font and colour alone", async () => {
    const { open } = await setScene(createInboxShop({ head: leaking }));
    const page = await open();
    await listed(page, inAppMessages.length);

    const look = await page.evaluate(() => {
      const title =
        document.querySelector('tidings-inbox')?.shadowRoot?.querySelector('.title') ?? document.body;
      const style = getComputedStyle(title);
      const { fontSize, textAlign, letterSpacing, lineHeight, textTransform, textIndent, fontStyle } = style;
      const { wordSpacing, fontFamily } = style;
      const isLeft = /^(start|left)$/.test(textAlign);
      const is = { fontSize, isLeft, letterSpacing, lineHeight, textTransform, textIndent, fontStyle };
      return { ...is, wordSpacing, fontFamily };
    });

    expect(look).toEqual({
      ...{
        fontSize: '16px',
        isLeft: true,
        letterSpacing: 'normal',
        lineHeight: '22.4px',
        textTransform: 'none',
      },
      ...{ textIndent: '0px', fontStyle: 'normal', wordSpacing: '0px' },
      fontFamily: 'system-ui, sans-serif',
    });
    await picture(page, `inbox-in-a-small-root-${engine.name}`);
  });

  it('has a tab for each filter, with the keys that tabs have', async () => {
    const { open } = await setScene(createInboxShop({ attributes: 'filters="all unread categories"' }));
    const page = await open();
    await listed(page, inAppMessages.length);
    expect(await wordsOf(page, '[role=tab]')).toEqual(['All', 'Unread', 'Offers', 'Orders']);

    await focus(page, '[aria-selected=true]');
    await page.press('ArrowRight');
    await listed(page, 2);
    expect(await focused(page)).toBe('Unread');
    await page.press('End');
    expect(await focused(page)).toBe('Orders');
    await listed(page, 2);
    await page.press('ArrowRight');
    await listed(page, inAppMessages.length);
    expect(await focused(page)).toBe('All');
    await page.press('ArrowLeft');
    expect(await focused(page)).toBe('Orders');
    await page.press('Home');
    expect(await focused(page)).toBe('All');

    await page.evaluate(() => document.querySelector('tidings-inbox')?.setAttribute('filters', 'unread'));
    await listed(page, 2);
    expect(await wordsOf(page, '[role=tab]')).toEqual([]);
  });

  it('goes the other way through its tabs from right to left', async () => {
    const { open } = await setScene(createInboxShop({ dir: 'rtl' }));
    const page = await open();
    await listed(page, inAppMessages.length);

    await focus(page, '[aria-selected=true]');
    await page.press('ArrowLeft');

    expect(await focused(page)).toBe('Unread');
  });

  it('keeps in its place what is read among the unread, until another tab is chosen', async () => {
    const { open } = await setScene(createInboxShop());
    const page = await open();
    await listed(page, inAppMessages.length);
    await page.click('#tab-1');
    await listed(page, 2);

    await page.click('li:first-child .open');
    await page.waitUntil(() =>
      document.querySelector('tidings-message')?.shadowRoot?.querySelector('[open]'),
    );
    await page.press('Escape');
    await page.waitUntil(() => !document.querySelector('tidings-message'));
    await listed(page, 2);
    expect(await wordsOf(page, '.mark')).toEqual(['New']);
    await page.click('#tab-0');
    await page.click('#tab-1');

    await listed(page, 1);
  });
});
