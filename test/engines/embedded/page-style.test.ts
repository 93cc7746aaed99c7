import { expect, it } from 'vitest';
import { inEveryEngine } from '../harness/harness.js';
import { picture } from '../harness/picture.js';
import { createPlacementShop, listed, PICTURE } from './placement-shop.js';

const VIEWS = ['card', 'banner', 'notification'];
const buttons = [
  { id: 'a', title: 'Shop the sale', action: { type: 'openUrl' as const, data: '/sale' } },
  { id: 'b', title: 'Not now', action: { type: 'action://later' as const } },
];
const elements = { mediaUrl: PICTURE, mediaUrlCaption: 'Hills', buttons };
const messages = VIEWS.map((_, index) => ({ placementId: index + 1, url: '/sale', elements }));
const body = VIEWS.map(
  (view, index) =>
    `<p>A ${view}:</p><tidings-placement placement-id="${index + 1}" view="${view}"></tidings-placement>`,
).join('');

/** All that a page may have set for its own text. */
const ODD = `<style>
  html { font-size: 62.5% }
  body { font: italic 700 small-caps 2.4rem/3 'Courier New', monospace; text-align: right; letter-spacing: .3em;
    text-transform: uppercase; white-space: pre; text-indent: 4em; word-spacing: 1em; text-shadow: 1px 1px red;
    cursor: crosshair; color: green; --tidings-accent: rgb(0, 90, 200) }
  main { width: 640px }
</style>`;
const PLAIN = '<style>body { --tidings-accent: rgb(0, 90, 200) } main { width: 640px }</style>';

/** What each part of each message looks like. It runs in the page. */
function looks() {
  const names = [
    ...['font', 'font-variant-caps', 'letter-spacing', 'word-spacing', 'text-align', 'text-transform'],
    ...['text-indent', 'text-shadow', 'white-space', 'cursor', 'color', 'background-color', 'line-height'],
    ...['padding', 'gap', 'width', 'height', 'border-radius', 'flex-direction', 'min-height', 'direction'],
  ];
  return [...document.querySelectorAll('tidings-placement')].flatMap(({ shadowRoot }) =>
    [...(shadowRoot?.querySelectorAll('ul, ul *') ?? [])].map((part) => {
      const style = getComputedStyle(part);
      return [part.className, ...names.map((name) => `${name}: ${style.getPropertyValue(name)}`)];
    }),
  );
}

inEveryEngine('embedded messages on a page with a style of its own', (setScene, engine) => {
  const openWith = async (head: string, attributes = 'lang="en"') => {
    const { open } = await setScene(await createPlacementShop(messages, { body, head, attributes }));
    const page = await open();
    for (let id = 1; id <= VIEWS.length; id++) await listed(page, 1, `[placement-id="${id}"]`);
    return page;
  };

  it('look as on one without, text and sizes alike', async () => {
    const plain = await (await openWith(PLAIN)).evaluate(looks);
    const page = await openWith(ODD);

    const odd = await page.evaluate(looks);

    // The list itself is around all messages, and says nothing.
    const ofMessages = (all: string[][]) => all.filter(([part]) => part !== 'list');
    expect(ofMessages(odd)).toEqual(ofMessages(plain));
    await picture(page, `embedded-odd-page-${engine.name}`);
  });

  it('read in its direction, keep its light, and are not seen where it hides them', async () => {
    const page = await openWith(
      `${ODD}<style>:root { color-scheme: dark; background: Canvas } #hidden { visibility: hidden }</style>`,
      'lang="en" dir="rtl"',
    );
    const styleOf = () => {
      const message = document.querySelector('tidings-placement')?.shadowRoot?.querySelector('.message');
      const { direction, colorScheme, visibility } = getComputedStyle(message ?? document.body);
      return [direction, colorScheme, visibility];
    };

    expect(await page.evaluate(styleOf)).toEqual(['rtl', 'dark', 'visible']);
    await page.evaluate("void (document.body.style.visibility = 'hidden')");
    expect(await page.evaluate(styleOf)).toEqual(['rtl', 'dark', 'hidden']);
  });

  it('take a template’s markup as it would stand there', async () => {
    const own = `<tidings-placement placement-id="1"><template slot="message"><p data-text="title"></p></template>
      </tidings-placement><p id="beside">Beside</p>`;
    const { open } = await setScene(await createPlacementShop([{}], { body: own, head: ODD }));
    const page = await open();
    await listed(page, 1);

    const fonts = await page.evaluate(() =>
      ['tidings-placement > p', '#beside'].map((path) => {
        const { font, color, textAlign } = getComputedStyle(document.querySelector(path) ?? document.body);
        return [font, color, textAlign];
      }),
    );

    expect(fonts[0]).toEqual(fonts[1]);
  });

  it('are waited for in as much room as on one without', async () => {
    const shop = await createPlacementShop([{}], {
      body: '<tidings-placement placement-id="1"><span slot="loading">…</span></tidings-placement>',
      head: ODD,
    });
    shop.hold();
    const { open } = await setScene(shop);
    const page = await open();
    const height = () =>
      Math.round(document.querySelector('tidings-placement')?.getBoundingClientRect().height ?? 0);

    await expect.poll(() => page.evaluate(height)).toBe(320);
  });

  it('stay below what the page puts over them, buttons and all', async () => {
    const page = await openWith(PLAIN);
    const isOver = await page.evaluate(() => {
      const { shadowRoot } = document.querySelector('tidings-placement') as HTMLElement;
      const button = shadowRoot?.querySelector('.button') as HTMLElement;
      button.scrollIntoView();
      const { x, y } = button.getBoundingClientRect();
      const over = document.body.appendChild(document.createElement('div'));
      over.style.cssText = 'position: fixed; inset: 0; background: white';
      return document.elementFromPoint(x + 5, y + 5) === over;
    });

    expect(isOver).toBe(true);
  });
});
