import { expect, it } from 'vitest';
import { inEveryEngine } from '../harness/harness.js';
import { openImpressions, pass } from './impression-page.js';

/** The page's own names, for functions that run in it. */
declare const said: string[];
declare const inApp: { show(messageId: string): Promise<boolean> };

const COVER = 'position: fixed; inset: 0; z-index: 9; background: white';
const body = `<div id="around" style="position: relative">
    <div id="inner"><tidings-placement placement-id="1"></tidings-placement></div><div id="part"></div></div>
  <dialog id="dialog">Are you sure?</dialog><div id="over"></div>`;

/** What hides a message, as code that does so, and that undoes it. */
const HIDDEN = {
  'an ancestor lets all through': ["around.style.opacity = '0'", "around.style.opacity = ''"],
  'its ancestors together let next to nothing through': [
    "[around, inner].forEach(({ style }) => (style.opacity = '.2'))",
    "[around, inner].forEach(({ style }) => (style.opacity = ''))",
  ],
  'it is not visible': ["around.style.visibility = 'hidden'", "around.style.visibility = ''"],
  'its content is skipped': [
    "inner.style.contentVisibility = 'hidden'",
    "inner.style.contentVisibility = 'visible'",
  ],
  'something stands over it': [`over.style = '${COVER}'`, "over.style = ''"],
  'something stands over most of it': [
    "part.style = 'position: absolute; inset: 30% 0 0; background: red'",
    "part.style.inset = '70% 0 0'",
  ],
  'something stands over it in another shadow tree': [
    `(over.shadowRoot ?? over.attachShadow({ mode: 'open' })).innerHTML = '<div style="${COVER}"></div>'`,
    "over.shadowRoot.innerHTML = ''",
  ],
  'a shade stands over it': [
    "over.style = 'position: fixed; inset: 0; background: rgb(0 0 0 / 40%)'",
    "over.style = ''",
  ],
  'something stands over it, and the page cannot be pointed at': [
    `document.body.style.pointerEvents = 'none', over.style = '${COVER}; pointer-events: auto'`,
    "over.style = ''",
  ],
  'a modal dialog of the page is open': ['dialog.showModal()', 'dialog.close()'],
} as const;

/** What hides nothing, as code. */
const BARE = {
  'what stands over it shows nothing of its own': "over.style = 'position: fixed; inset: 0'",
  'what stands over it lets all through': `over.style = '${COVER}; opacity: 0'`,
  'nobody can point at it': "around.style.pointerEvents = 'none'",
  'nobody can point at it, but at what is drawn behind it': `around.insertAdjacentHTML('beforebegin', '<div style="position: fixed; inset: 0; background: white"></div>');
    around.style.pointerEvents = 'none'`,
  'it is turned, and lets a little through':
    "around.style = 'rotate: 3deg; opacity: .9; filter: contrast(.9)'",
  'it stands in a slot of another element': `const host = document.createElement('section');
    host.attachShadow({ mode: 'open' }).innerHTML = '<div><slot></slot></div>';
    around.after(host);
    host.append(around)`,
} as const;

inEveryEngine('what a visitor sees of embedded messages', (setScene) => {
  it.each(Object.entries(HIDDEN))('is nothing while %s', async (_, [hide, show]) => {
    const { page, impressions } = await openImpressions(setScene, [{}], { body });
    await page.evaluate(`void (${hide})`);
    await pass(page, 3_000);

    await page.evaluate(`void (${show})`);
    await pass(page, 1_000);
    await page.evaluate(`void (${hide})`);
    await pass(page, 3_000);
    await page.hide();

    await expect.poll(impressions).toMatchObject([{ displayCount: 1 }]);
    const [{ displayDuration } = { displayDuration: NaN }] = await impressions();
    // It is looked at four times a second.
    expect(displayDuration).toBeGreaterThanOrEqual(0.75);
    expect(displayDuration).toBeLessThanOrEqual(1.25);
  });

  it.each(Object.entries(BARE))('is all of it although %s', async (_, code) => {
    const { page, impressions } = await openImpressions(setScene, [{}], { body });

    await page.evaluate(`void (() => { ${code} })()`);
    await pass(page, 1_000);
    await page.hide();

    await expect.poll(impressions).toMatchObject([{ displayCount: 1, displayDuration: 1 }]);
  });

  it('is nothing while one of our own is open over it', async () => {
    const { page, shop, impressions } = await openImpressions(setScene, [{}], {
      body,
      also: 'startInApp',
      before: 'globalThis.inApp = startInApp(client); inApp.pause();',
    });
    const id = await shop.sendInApp();
    await page.evaluate('inApp.refresh()');
    await page.evaluate((id: string) => void inApp.show(id), id);
    await page.waitUntil(() =>
      document.querySelector('tidings-message')?.shadowRoot?.querySelector('dialog:modal'),
    );
    await pass(page, 3_000);

    await page.evaluate('inApp.close()');
    await page.waitUntil(() => !document.querySelector('tidings-message'));
    await pass(page, 1_000);
    await page.hide();

    await expect.poll(impressions).toMatchObject([{ displayCount: 1 }]);
    const [{ displayDuration } = { displayDuration: NaN }] = await impressions();
    expect(displayDuration).toBeLessThanOrEqual(1);
    expect(await page.evaluate(() => said)).toEqual([]);
  });
});
