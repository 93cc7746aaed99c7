import { expect, it } from 'vitest';
import type { Page } from '../harness/engine.js';
import { inEveryEngine } from '../harness/harness.js';
import { advance, pageClock } from '../harness/page-clock.js';
import { createMessageShop, gone, shown, type Sent } from './message-shop.js';

/** The page's own names, for functions that run in it. */
declare const said: string[];

const HOUR = 3_600_000;

/** Moves a finger over the message, as far down as that; or one of two that stretch it. */
const swipe = (page: Page, by: number, fingers: 1 | 2 = 1) =>
  page
    .frame('iframe')
    .evaluate(
      (by: number, fingers: 1 | 2) => {
        const touch = (type: string, clientY: number, resting: object[] = []) => {
          const touches = [{ clientY }];
          dispatchEvent(
            Object.assign(new Event(type), { touches: [...touches, ...resting], changedTouches: touches }),
          );
        };
        touch('touchstart', 100, fingers > 1 ? [{ clientY: 150 }] : []);
        touch('touchend', 100 + by);
      },
      by,
      fingers,
    )
    // The document may end with it, before its answer has come.
    .catch(() => undefined);

inEveryEngine('an in-app message is closed', (setScene) => {
  /** A page with a message on it. */
  async function show(sent: Sent, options = '') {
    const { told, ...shop } = await createMessageShop([sent], { options, head: pageClock });
    const { open } = await setScene(shop);
    const page = await open();
    const box = await shown(page);

    async function closedBy() {
      await gone(page);
      expect(await page.errors()).toEqual([]);
      return (await told(page)).flatMap((fact) => (fact.type === 'inAppClose' ? [fact] : []));
    }
    return { page, box, closedBy };
  }

  /** A page with a message that its visitor has asked for by a button. */
  async function askFor() {
    const shop = await createMessageShop([{ also: { trigger: { type: 'never' } } }]);
    const { open } = await setScene(shop);
    const page = await open();
    await page.waitUntil('globalThis.client?.user');
    await page.evaluate(() => document.querySelector<HTMLElement>('#buy')?.focus());
    await page.evaluate(`inApp.refresh().then(() => inApp.show('${shop.ids()[0]}'))`);
    await shown(page);
    return page;
  }

  it('by its button', async () => {
    const { page, closedBy } = await show({});
    await page.click('button[aria-label=Close]');
    expect(await closedBy()).toMatchObject([{ closeAction: 'button' }]);
  });

  it('by a click beside it, which the page does not get', async () => {
    const { page, box, closedBy } = await show({});
    await page.clickAt({ x: Math.floor(box.x / 2), y: 350 });
    expect(await closedBy()).toMatchObject([{ closeAction: 'backdrop' }]);
  });

  it('by no press in it that is let go beside it, as where text is marked: a click after that is what closes it', async () => {
    const { page, box, closedBy } = await show({});
    await page.evaluate(() => {
      const dialog = document.querySelector('tidings-message')?.shadowRoot?.querySelector('dialog');
      dialog?.firstElementChild?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
      // What is let go elsewhere is a click on what has both.
      dialog?.click();
    });

    expect(await page.evaluate(() => !!document.querySelector('tidings-message'))).toBe(true);
    await page.clickAt({ x: Math.floor(box.x / 2), y: 350 });
    expect(await closedBy()).toMatchObject([{ closeAction: 'backdrop' }]);
  });

  it('by a finger that pushes it out over its edge', async () => {
    const { page, closedBy } = await show({ position: 'Top' });
    await swipe(page, -100);
    expect(await closedBy()).toMatchObject([{ closeAction: 'swipe' }]);
  });

  it('by no push that is short, away from its edge, or of two fingers: a click after those is what closes it', async () => {
    const { page, closedBy } = await show({ position: 'Top' });
    await swipe(page, 100);
    await swipe(page, -20);
    await swipe(page, -100, 2);
    await page.frame('iframe').click('#act');
    expect(await closedBy()).toMatchObject([{ closeAction: 'link' }]);
  });

  it('when its time is over, also while it is on the page', async () => {
    const { page, closedBy } = await show({ also: { expiresAt: Date.now() + HOUR } });
    await advance(page, HOUR);
    expect(await closedBy()).toMatchObject([{ closeAction: 'timeout' }]);
  });

  it('when a router shows another page, if the site wants that', async () => {
    const { page, closedBy } = await show({}, 'closeOnNavigation: true');
    await page.evaluate(() => history.pushState({}, '', '/somewhere-else'));
    expect(await closedBy()).toMatchObject([{ closeAction: 'api' }]);
  });

  it('when the visitor logs out', async () => {
    const { page } = await show({});
    await page.evaluate('client.reset()');
    await gone(page);
    expect(await page.errors()).toEqual([]);
  });

  it('when the page swaps its whole body, and the next one comes', async () => {
    const { open } = await setScene(await createMessageShop([{}, {}]));
    const page = await open();
    await shown(page);
    await page.evaluate(() => document.body.replaceWith(document.createElement('body')));
    await shown(page);
    expect(await page.evaluate(() => said)).toEqual([]);
  });

  it('when the page puts it elsewhere, where its frame is empty and nothing is modal', async () => {
    const { page, closedBy } = await show({});

    await page.evaluate(() => {
      const around = document.createElement('main');
      around.append(...document.body.childNodes);
      document.body.append(around);
    });

    expect(await closedBy()).toMatchObject([{ closeAction: 'api' }]);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('visible');
  });

  it.each([
    ['writes', "document.open(); document.write('<h1>Next</h1>'); document.close()"],
    [
      'swaps',
      "const next = document.createElement('html'); next.innerHTML = '<body><h1>Next</h1>'; document.documentElement.replaceWith(next)",
    ],
  ])('when the page %s its whole document, which scrolls again, and the next one comes', async (_, code) => {
    const { open } = await setScene(await createMessageShop([{}, { position: 'Top' }]));
    const page = await open();
    await shown(page);
    const scrolling = () => getComputedStyle(document.documentElement).overflow;
    expect(await page.evaluate(scrolling)).toBe('hidden');

    await page.evaluate(`(() => { ${code} })()`);

    await expect.poll(() => page.evaluate(scrolling)).toBe('visible');
    expect(await page.text('h1')).toBe('Next');
    await shown(page);
    expect(await page.evaluate('said')).toEqual([]);
  });

  it('with the focus where it was, also by a page that takes it away', async () => {
    const page = await askFor();

    await page.evaluate(() => document.querySelector('tidings-message')?.remove());

    await page.waitUntil(() => document.activeElement?.id === 'buy');
  });

  it('with the focus where it was, having kept it inside', async () => {
    const page = await askFor();

    const seen = new Set<string | undefined>();
    for (let times = 0; times < 12; times++) {
      seen.add(await page.evaluate(() => document.activeElement?.localName));
      await page.press('Tab');
    }
    await page.press('Escape');
    await gone(page);

    expect([...seen]).toContain('tidings-message');
    expect([...seen]).not.toContain('button');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('buy');
  });
});
