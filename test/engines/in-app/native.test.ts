import { expect, it } from 'vitest';
import type { NativeView } from '../../../src/index.js';
import type { Page } from '../harness/engine.js';
import { violationsOf } from '../harness/accessible.js';
import { inEveryEngine } from '../harness/harness.js';
import { picture } from '../harness/picture.js';
import { preferring } from '../harness/preferring.js';
import { shareOf } from '../harness/share.js';
import { createMessageShop, gone, shown, strict, type Box } from './message-shop.js';
import { survey, textsOf, viewed } from './native-shop.js';

/** The page's own names, for functions that run in it. */
declare const said: string[];

const sale: Omit<NativeView, 'kind'> = {
  title: 'The sale has begun',
  body: 'Everything for the garden is at half its price, until Sunday.',
  buttons: [
    { label: 'To the sale', url: '/sale' },
    { label: 'Later', url: 'tidings://dismiss' },
  ],
};
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 90"><rect width="160" height="90" fill="#2a6f4e"/><circle cx="80" cy="45" r="28" fill="#ffd166"/></svg>`;
const KINDS: NativeView['kind'][] = ['slide-up', 'modal', 'full'];
const LOOKS = KINDS.flatMap((kind) => [
  { kind, scheme: 'light' },
  { kind, scheme: 'dark' },
]);
/** A page with a 62.5 % root, of either scheme, and colours of its own. */
const head = `<style nonce="n">:root { font: 62.5%/1.5 system-ui; background: Canvas; color: CanvasText }
  button { color: CanvasText; background: Canvas }
  @media (prefers-color-scheme: dark) { :root { color-scheme: dark } }</style>`;

/** A shop whose visitor has a message with a picture in it, from the shop's own site. */
async function shopWith(view: object, options: Parameters<typeof createMessageShop>[1] = {}) {
  const { service, ...shop } = await createMessageShop([viewed(view)], options);
  return {
    ...shop,
    async service(request: Request) {
      const { pathname, origin } = new URL(request.url);
      if (pathname === '/picture.svg')
        return new Response(svg, { headers: { 'Content-Type': 'image/svg+xml' } });
      const answer = await service(request);
      if (!pathname.endsWith('/getMessages')) return answer;
      // The address of the site is not known before it is there.
      return new Response((await answer.text()).replaceAll('SITE', origin), answer);
    },
  };
}
const withPicture = { ...sale, image: { url: 'SITE/picture.svg', alt: 'A sun' } };

/** Waits until a message has come to its place, and gives where. */
async function still(page: Page): Promise<Box> {
  await shown(page);
  await page.evaluate(async () => {
    const dialog = document.querySelector('tidings-message')?.shadowRoot?.querySelector('dialog');
    await Promise.all(dialog?.getAnimations().map(({ finished }) => finished) ?? []);
  });
  return shown(page);
}

inEveryEngine('a message from fields alone', (setScene, engine) => {
  const openInTheDark = preferring(engine, { dark: true });
  const openCalmly = preferring(engine, { calm: true });

  it.each(['slide-up', 'modal'] as const)(
    'is walked through by keyboard, to its end and back, from the page or from its beginning: %s',
    async (kind) => {
      const { open } = await setScene(await shopWith({ ...sale, kind }));
      const page = await open();
      await still(page);
      const focused = () =>
        page.evaluate(() => {
          let element = document.activeElement;
          while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
          return element?.textContent ?? '';
        });

      /** Goes on to what has such a text, or gives what there was instead. */
      async function walk(key: string, to: string): Promise<string[]> {
        const met: string[] = [];
        while (met.length < 12 && met.at(-1) !== to) {
          await page.press(key);
          met.push(await focused());
        }
        return met;
      }
      expect(await walk('Tab', 'Later')).toContain('To the sale');
      expect((await walk('Shift+Tab', 'To the sale')).at(-1)).toBe('To the sale');
    },
  );

  it.each([
    { kind: 'slide-up', isModal: false },
    { kind: 'modal', isModal: true },
    { kind: 'full', isModal: true },
  ])('shows as $kind, and does what its buttons say', async ({ kind, isModal }) => {
    const shop = await shopWith({ ...withPicture, kind }, { headers: strict });
    const { open, site } = await setScene(shop);
    const page = await open();
    const { width, height, ...box } = await still(page);

    expect(await textsOf(page, 'h2, p, .button')).toEqual([sale.title, sale.body, 'To the sale', 'Later']);
    if (kind === 'full') expect(box).toEqual({ x: 0, y: 0 });
    if (kind === 'slide-up') expect(box.y + height).toBeCloseTo(700, 0);
    expect(width).toBeGreaterThan(300);
    expect(await page.evaluate(() => document.activeElement?.localName === 'tidings-message')).toBe(isModal);
    await page.click('a.button');

    await page.waitUntil(() => location.pathname === '/sale');
    expect(shop.visits).toEqual(['/sale']);
    await page.goto(site.url);
    await page.waitUntil('globalThis.isReady');
    const clicks = (await shop.told(page)).filter(({ type }) => type === 'inAppClick');
    expect(clicks).toMatchObject([{ clickedUrl: `${site.url}/sale` }]);
  });

  it('closes by its own button, by Escape, and where its data say', async () => {
    const titles = ['First', 'Second', 'Third'];
    const { open } = await setScene(
      await createMessageShop(
        titles.map((title, createdAt) => viewed({ ...sale, title, kind: 'modal' }, { createdAt })),
      ),
    );
    const page = await open();
    const isThere = async (title: string) => expect.poll(() => textsOf(page, 'h2')).toEqual([title]);
    await isThere('First');
    await page.click('button.button');
    await isThere('Second');
    await shown(page);
    await page.press('Escape');
    await isThere('Third');
    await page.click('button[aria-label=Close]');
    await gone(page);
    expect(await page.evaluate(() => said)).toEqual([]);
  });

  it('is closed by Escape, but by none that gives up what is composed, such as Japanese', async () => {
    const { open } = await setScene(await createMessageShop([viewed({ ...sale, kind: 'slide-up' })]));
    const page = await open();
    await still(page);
    const press = (code: number) =>
      page.evaluate((code: number) => {
        const key = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true });
        // As browsers say of a key; of one that a page makes, some do not.
        Object.defineProperty(key, 'keyCode', { value: code });
        const message = document.querySelector('tidings-message');
        return message?.dispatchEvent(key) && message.isConnected;
      }, code);

    expect(await press(229)).toBe(true);
    expect(await press(27)).toBe(false);
    await gone(page);
  });

  it('stands where the message says', async () => {
    const { open } = await setScene(
      await createMessageShop([viewed({ ...sale, kind: 'slide-up' }, { position: 'TopRight' })]),
    );
    const page = await open();

    expect(await still(page)).toMatchObject({ y: 16 });
  });

  it('is never HTML, and left out where it cannot be read', async () => {
    const { open } = await setScene(
      await createMessageShop([
        viewed({ kind: 'modal', title: 'x', onload: 'x' }, { createdAt: 1 }),
        viewed({ kind: 'modal', title: '<img src=x onerror=said.push(1)>', body: '<b>b</b>' }),
      ]),
    );
    const page = await open();
    await shown(page);

    expect(await textsOf(page, 'h2, p, img, b')).toEqual(['<img src=x onerror=said.push(1)>', '<b>b</b>']);
    expect(await page.evaluate(() => said)).toEqual(['A message is left out: its `view` cannot be read']);
  });

  it('is not said to be shown where it cannot be read', async () => {
    const unreadable = viewed(
      { kind: 'modal', title: 'x', onload: 'x' },
      { trigger: { type: 'never' }, saveToInbox: true },
    );
    const shop = await createMessageShop([unreadable]);
    const { open } = await setScene(shop);
    const page = await open();
    await page.evaluate('inApp.refresh()');
    const [id] = shop.ids();

    expect(await page.evaluate(`inApp.show('${id}')`)).toBe(false);
    expect(await page.evaluate(`inApp.inbox.open('${id}')`)).toBe(false);
    expect(await page.evaluate(() => said)).toEqual(
      Array.from({ length: 2 }, () => 'A message is left out: its `view` cannot be read'),
    );
  });

  it('takes the page’s own properties', async () => {
    const own = `<style nonce="n">:root { --tidings-background: rgb(1, 2, 3); --tidings-accent: rgb(4, 5, 6); --tidings-radius: 3px }</style>`;
    const { open } = await setScene(await shopWith({ ...sale, kind: 'modal' }, { head: own }));
    const page = await open();
    await shown(page);

    const style = await page.evaluate(() => {
      const view = document.querySelector('tidings-message')?.shadowRoot?.querySelector('dialog > div');
      const button = view?.shadowRoot?.querySelector('.button');
      if (!view || !button) return undefined;
      const { backgroundColor, borderRadius } = getComputedStyle(button);
      return [getComputedStyle(view).backgroundColor, backgroundColor, borderRadius];
    });
    expect(style).toEqual(['rgb(1, 2, 3)', 'rgb(4, 5, 6)', '3px']);
  });

  it.each(KINDS)('says in its own text what a picture shows that does not come: %s', async (kind) => {
    const image = { ...withPicture.image, url: 'SITE/gone.svg' };
    const { open } = await setScene(await shopWith({ ...withPicture, kind, image }));
    const page = await open();
    await page.resize({ width: 320, height: 700 });
    await still(page);

    expect(await textsOf(page, '.content > :is(h2, p), img')).toEqual(['A sun', sale.title, sale.body]);
    const { inset, isInLine } = await page.evaluate(() => {
      const view = document.querySelector('tidings-message')?.shadowRoot?.querySelector('dialog > div');
      const boxOf = (selector: string) => view?.shadowRoot?.querySelector(selector)?.getBoundingClientRect();
      const { left = NaN } = boxOf('p') ?? {};
      return { inset: left - (boxOf('.view')?.left ?? NaN), isInLine: boxOf('h2')?.left === left };
    });
    expect(inset).toBeGreaterThanOrEqual(20);
    expect(isInLine).toBe(true);
  });

  it('has each of ten marks in one line where there is little room', async () => {
    const rating = { name: 'rating', type: 'rating', label: 'How do you like the shop?', max: 10 };
    const { open } = await setScene(
      await createMessageShop([
        viewed({ kind: 'slide-up', title: 'A question', fields: [rating], submit: { to: 'user' } }),
      ]),
    );
    const page = await open();
    await page.resize({ width: 320, height: 700 });
    await still(page);

    const lines = await page.evaluate(() => {
      const view = document.querySelector('tidings-message')?.shadowRoot?.querySelector('dialog > div');
      return [...(view?.shadowRoot?.querySelectorAll('.value') ?? [])].map((mark) => {
        const range = document.createRange();
        range.selectNodeContents(mark);
        return new Set([...range.getClientRects()].map(({ top }) => top)).size;
      });
    });
    expect(lines).toEqual(Array.from({ length: 10 }, () => 1));
  });

  it('leaves its title half of the line, however long its buttons are', async () => {
    const labels = [
      'Show me the whole sale',
      'Remind me tomorrow morning',
      'Tell me less of this',
      'Not for me',
    ];
    const buttons = labels.map((label) => ({ label, url: 'tidings://dismiss' }));
    const { open } = await setScene(
      await createMessageShop([viewed({ ...sale, kind: 'slide-up', buttons })]),
    );
    const page = await open();
    await page.resize({ width: 1024, height: 700 });
    await still(page);
    await picture(page, `native-slide-up-long-buttons-${engine.name}`);

    const [title = 0, content = 0] = await page.evaluate(() => {
      const view = document.querySelector('tidings-message')?.shadowRoot?.querySelector('dialog > div');
      return ['.title', '.content'].map((name) => view?.shadowRoot?.querySelector(name)?.clientWidth ?? 0);
    });
    expect(title).toBeGreaterThan(content * 0.4);
  });

  it('moves only for those who do not mind', async () => {
    const { open, site } = await setScene(
      await createMessageShop([0, 1].map(() => viewed({ ...sale, kind: 'slide-up' }))),
    );
    const animation = () => {
      const dialog = document.querySelector('tidings-message')?.shadowRoot?.querySelector('dialog');
      return dialog && getComputedStyle(dialog).animationName;
    };
    const page = await open();
    await shown(page);
    expect(await page.evaluate(animation)).toBe('come');
    await page.close();

    const still = await openCalmly(site.url);
    await shown(still);
    expect(await still.evaluate(animation)).toBe('none');
  });

  it.each(shareOf(engine, LOOKS))('keeps nobody out: $kind, $scheme', async ({ kind, scheme }) => {
    const view =
      kind === 'slide-up' ? { ...withPicture, kind } : { ...survey, image: withPicture.image, kind };
    const { site, open } = await setScene(await shopWith(view, { head }));
    const page = await (scheme === 'dark' ? openInTheDark(site.url) : open());
    await still(page);

    expect(await violationsOf(page)).toEqual([]);
    for (const width of [320, 390, 1280]) {
      await page.resize({ width, height: 700 });
      await page.waitUntil((width: number) => innerWidth === width, width);
      const small = await page.evaluate(() => {
        const view = document.querySelector('tidings-message')?.shadowRoot?.querySelector('dialog > div');
        const all = [...(view?.shadowRoot?.querySelectorAll('.button, .input, .value') ?? [])];
        const isSmall = ({ width, height }: DOMRect) => width < 43.9 || height < 43.9;
        const cut = (view?.scrollWidth ?? 0) > (view?.clientWidth ?? 0) ? ['wider than its place'] : [];
        return [
          ...cut,
          ...all.filter((one) => isSmall(one.getBoundingClientRect())).map(({ textContent }) => textContent),
        ];
      });
      expect(small).toEqual([]);
      await picture(page, `native-${kind}-${width}-${scheme}-${engine.name}`);
    }
  });

  it('is read from right to left where the page is', async () => {
    const { open } = await setScene(
      await shopWith({ ...withPicture, kind: 'slide-up' }, { attributes: 'lang="ar" dir="rtl"', head }),
    );
    const page = await open();
    const box = await still(page);

    const image = await page.evaluate(() => {
      const view = document.querySelector('tidings-message')?.shadowRoot?.querySelector('dialog > div');
      return view?.shadowRoot?.querySelector('img')?.getBoundingClientRect().x ?? 0;
    });
    expect(image).toBeGreaterThan(box.x + box.width / 2);
    await picture(page, `native-rtl-${engine.name}`);
  });
});
