import { expect, it } from 'vitest';
import { violationsOf } from '../harness/accessible.js';
import type { Page } from '../harness/engine.js';
import { inEveryEngine } from '../harness/harness.js';
import { advance, pageClock, stopTime } from '../harness/page-clock.js';
import { picture } from '../harness/picture.js';
import { shareOf } from '../harness/share.js';
import { asked, createPromptShop, prompt, still } from './prompt-shop.js';

/** In which light, and from which side. */
const LOOKS: [scheme: string, dir: string][] = [
  ['light', 'ltr'],
  ['dark', 'ltr'],
  ['light', 'rtl'],
];

/** What stands in an element of the page, where it is seen. */
const words = (page: Page, name: string) =>
  page.evaluate((name: string) => {
    const panel = document
      .querySelector(name)
      ?.shadowRoot?.querySelector<HTMLElement>('.panel:not([hidden])');
    return panel?.innerText.trim() ?? '';
  }, name);

/** Whether something stands in an element. It runs in the page. */
const isThere = (name: string, selector: string) =>
  !!document.querySelector(name)?.shadowRoot?.querySelector(selector);

/** Waits until the page is counted: the device answers in order, and is told of a page once it has been asked. */
async function isCounted(page: Page) {
  await page.waitUntil(isThere, 'tidings-push-prompt', '.panel');
  await page.evaluate('client.stats().then(() => client.stats())');
}

/** What has the focus. */
const focused = (page: Page) =>
  page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element?.getAttribute('aria-label') ?? element?.parentElement?.textContent ?? '';
  });

/** Ticks a box in an element, or unticks it. */
const tick = (page: Page, name: string, index: number) =>
  page.evaluate(
    (name: string, index: number) =>
      document.querySelector(name)?.shadowRoot?.querySelectorAll('input')[index]?.click(),
    name,
    index,
  );

const gone = (page: Page, name: string) => expect.poll(() => words(page, name)).toBe('');

inEveryEngine('the push prompt', (setScene, engine) => {
  it.each(shareOf(engine, LOOKS))('is handsome and accessible, %s, %s', async (scheme, dir) => {
    const { open } = await setScene(createPromptShop({ scheme, dir }));
    const page = await open();
    await asked(page);
    await still(page, 'tidings-push-prompt');
    for (const width of [320, 390, 1280]) {
      await page.resize({ width, height: 700 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `at ${width}`).toBeLessThanOrEqual(0);
      await picture(page, `push-prompt-${scheme}-${dir}-${width}-${engine.name}`);
    }
    expect(await violationsOf(page)).toEqual([]);
    expect(
      await page.evaluate(() => {
        const { shadowRoot } = document.querySelector('tidings-push-prompt') as HTMLElement;
        const { fontSize, textAlign, letterSpacing } = getComputedStyle(
          shadowRoot?.querySelector('.body') as Element,
        );
        return [fontSize, textAlign, letterSpacing];
      }),
    ).toEqual(['16px', 'start', 'normal']);
    expect(await page.errors()).toEqual([]);
  });

  it.each(shareOf(engine, LOOKS))('and its bell is, %s, %s', async (scheme, dir) => {
    const { open } = await setScene(createPromptShop({ scheme, dir, options: { ...prompt, fromPage: 9 } }));
    const page = await open();
    for (const [width, state] of [
      [390, 'default'],
      [1280, 'granted'],
      [1280, 'denied'],
    ] as const) {
      await page.resize({ width, height: 700 });
      if (state !== 'default') {
        await page.evaluate((state: string) => {
          const page = globalThis as unknown as {
            said: { permission: string };
            push: { turnOn(): Promise<unknown> };
          };
          page.said.permission = state;
          return page.push.turnOn();
        }, state);
      }
      await page.click('.bell');
      await expect.poll(() => words(page, 'tidings-push-bell')).not.toBe('');
      await still(page, 'tidings-push-bell');
      await picture(page, `push-bell-${state}-${scheme}-${dir}-${width}-${engine.name}`);
      expect(await violationsOf(page)).toEqual([]);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
      await page.press('Escape');
      await gone(page, 'tidings-push-bell');
    }
    expect(await page.errors()).toEqual([]);
  });

  it('takes no focus, is answered by keyboard, and tells what is chosen', async () => {
    const { open } = await setScene(createPromptShop());
    const page = await open();
    await page.evaluate(() => document.querySelector<HTMLElement>('#buy')?.focus());
    await asked(page);
    expect(await focused(page)).toContain('Buy');

    await page.evaluate(() => {
      document.querySelector('tidings-push-prompt')?.shadowRoot?.querySelectorAll('input')[1]?.focus();
    });
    await page.press(' ');
    await page.press('Tab');
    await page.press('Enter');

    await page.waitUntil('push.isOn');
    await gone(page, 'tidings-push-prompt');
    await expect.poll(() => page.evaluate('choices')).toEqual([{ chosen: [1], left: [2] }]);
    expect(await page.evaluate('[said.asked, errors]')).toEqual([1, []]);
  });

  it('and its bell know of each other what was chosen', async () => {
    const { open } = await setScene(createPromptShop());
    const page = await open();
    await asked(page);
    await tick(page, 'tidings-push-prompt', 1);
    await page.click('.panel .yes');
    await page.waitUntil('push.isOn && choices.length');

    await page.click('.bell');
    await expect.poll(() => words(page, 'tidings-push-bell')).toContain('Notifications are on');
    await tick(page, 'tidings-push-bell', 0);

    await expect
      .poll(() => page.evaluate('choices'))
      .toEqual([
        { chosen: [1], left: [2] },
        { chosen: [], left: [1, 2] },
      ]);
  });

  it('is spared whoever turns pushes on by the bell, with what they have ticked there', async () => {
    const { open } = await setScene(createPromptShop({ options: { ...prompt, fromPage: 9 } }));
    const page = await open();
    await page.waitUntil(isThere, 'tidings-push-bell', '.bell:not([hidden])');
    await page.click('.bell');
    await page.waitUntil(isThere, 'tidings-push-bell', '.panel:not([hidden]) .yes');

    await tick(page, 'tidings-push-bell', 1);
    await page.click('.panel .yes');

    await expect.poll(() => words(page, 'tidings-push-bell')).toContain('Notifications are on');
    await expect.poll(() => page.evaluate('choices')).toEqual([{ chosen: [1], left: [2] }]);
    const boxes = () =>
      page.evaluate(() =>
        [...(document.querySelector('tidings-push-bell')?.shadowRoot?.querySelectorAll('input') ?? [])].map(
          ({ checked }) => checked,
        ),
      );
    expect(await boxes()).toEqual([true, false]);
  });

  it('is put off by Escape, which the page does not hear, and does not come again', async () => {
    const { open } = await setScene(createPromptShop());
    const page = await open();
    await page.evaluate(() => {
      (globalThis as { escapes?: number }).escapes = 0;
      for (const type of ['keydown', 'keyup'] as const)
        addEventListener(type, ({ key }) => {
          if (key === 'Escape') (globalThis as unknown as { escapes: number }).escapes += 1;
        });
    });
    await asked(page);
    await page.evaluate(() => {
      document.querySelector<HTMLElement>('#buy')?.focus();
      const { shadowRoot } = document.querySelector('tidings-push-prompt') as HTMLElement;
      shadowRoot?.querySelector<HTMLElement>('.later')?.focus();
    });

    await page.press('Escape');
    await gone(page, 'tidings-push-prompt');

    expect(await page.evaluate('escapes')).toBe(0);
    expect(await focused(page)).toContain('Buy');
    // The device answers in order: what was put off is kept by then.
    await page.evaluate('client.stats()');
    await page.reload();
    await page.click('.bell');
    await expect.poll(() => words(page, 'tidings-push-bell')).toContain('May we');
    expect(await words(page, 'tidings-push-prompt')).toBe('');
  });

  it('waits for what is to be recorded, over pages', async () => {
    const { open, site } = await setScene(
      createPromptShop({ options: { delay: 0, fromPage: 2, afterEvent: 'bought' } }),
    );
    const page = await open();
    await isCounted(page);
    // The bell, once it is there, moves what is to be clicked.
    await page.waitUntil(isThere, 'tidings-push-bell', '.bell');
    await page.click('#buy');
    await page.waitUntil('client.flush().then(() => true)');
    await page.evaluate('client.stats()');
    expect(await words(page, 'tidings-push-prompt')).toBe('');

    await page.goto(`${site.url}/other`);

    await asked(page);
  });

  it('knows what was recorded before it was there', async () => {
    const { open } = await setScene(
      createPromptShop({
        options: { delay: 0, fromPage: 1, afterEvent: 'bought' },
        script: `
          const element = document.querySelector('tidings-push-prompt');
          element.remove();
          await client.track('bought');
          document.querySelector('main').append(element);`,
      }),
    );
    const page = await open();

    await asked(page);
  });

  it('counts the page on which the visitor becomes known', async () => {
    const { open, site } = await setScene(createPromptShop({ options: { delay: 0, fromPage: 2 }, user: '' }));
    const page = await open();
    await page.waitUntil(isThere, 'tidings-push-prompt', '.panel');
    await page.evaluate("client.identify({ email: 'ada@example.com' })");
    await isCounted(page);
    expect(await words(page, 'tidings-push-prompt')).toBe('');

    await page.goto(`${site.url}/other`);

    await asked(page);
  });

  it('counts a page that was loaded ahead, or in a tab behind, once it is seen', async () => {
    const head = `<script nonce="n">
      const isHidden = () => location.pathname === '/' && !globalThis.isOpened;
      Object.defineProperty(document, 'visibilityState', { get: () => (isHidden() ? 'hidden' : 'visible') });
    </script>`;
    const { open, site } = await setScene(createPromptShop({ head, options: { delay: 0, fromPage: 2 } }));
    const page = await open();
    await isCounted(page);
    await page.goto(`${site.url}/other`);
    await isCounted(page);
    expect(await words(page, 'tidings-push-prompt')).toBe('');

    await page.evaluate(() => history.pushState(null, '', '/'));
    await page.evaluate('globalThis.isOpened = true');
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

    await asked(page);
  });

  it('counts a page once, however often its element comes, and whichever part of it is gone to', async () => {
    const { open, site } = await setScene(createPromptShop({ options: { delay: 0, fromPage: 2 } }));
    const page = await open();
    for (let times = 0; times < 3; times++) {
      await isCounted(page);
      expect(await words(page, 'tidings-push-prompt')).toBe('');
      await page.evaluate(() => {
        location.hash += '-part';
        const element = document.createElement('tidings-push-prompt');
        document.querySelector('tidings-push-prompt')?.replaceWith(element);
      });
    }

    await page.goto(`${site.url}/other`);

    await asked(page);
  });

  it('waits while the page has something modal', async () => {
    const { open } = await setScene(createPromptShop({ isModal: true }));
    const page = await open();
    await page.waitUntil(isThere, 'tidings-push-bell', '.bell');
    await page.waitUntil(`client.track('seen').then(() => client.flush()).then(() => true)`);
    expect(await words(page, 'tidings-push-prompt')).toBe('');

    await page.evaluate(() => document.querySelector('dialog')?.close());

    await asked(page);
  });

  it('waits while the page has a modal dialog in a shadow tree', async () => {
    const head = `<script nonce="n">
      addEventListener('DOMContentLoaded', () => {
        const root = document.body.appendChild(document.createElement('shop-sizes')).attachShadow({ mode: 'open' });
        globalThis.sizes = root.appendChild(document.createElement('dialog'));
        sizes.showModal();
      });
    </script>`;
    const { open } = await setScene(createPromptShop({ head }));
    const page = await open();
    await page.waitUntil(isThere, 'tidings-push-bell', '.bell');
    await page.waitUntil(`client.track('seen').then(() => client.flush()).then(() => true)`);
    await isCounted(page);
    expect(await words(page, 'tidings-push-prompt')).toBe('');

    await page.evaluate('sizes.close()');

    await asked(page);
  });

  it('waits from when the visitor sees the page', async () => {
    const head = `${pageClock.replace('>', ' nonce="n">')}<script nonce="n">
      Object.defineProperty(document, 'visibilityState', { get: () => (globalThis.isOpened ? 'visible' : 'hidden') });
    </script>`;
    const { open } = await setScene(createPromptShop({ head, options: { delay: 2_000, fromPage: 1 } }));
    const page = await open();
    await isCounted(page);
    await stopTime(page);
    await advance(page, 2_000);

    await page.evaluate('globalThis.isOpened = true');
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await isCounted(page);
    await advance(page, 1_999);
    expect(await words(page, 'tidings-push-prompt')).toBe('');

    await advance(page, 1);
    await asked(page);
  });

  it('is no more where it is turned on by the bell, which turns it off again', async () => {
    const { open } = await setScene(createPromptShop());
    const page = await open();
    await asked(page);

    await page.click('.bell');
    await page.waitUntil(() =>
      document.querySelector('tidings-push-bell')?.shadowRoot?.querySelector('.panel:not([hidden]) .yes'),
    );
    await page.evaluate(() => document.querySelector('tidings-push-prompt')?.remove());
    await page.click('.panel .yes');
    await page.waitUntil('push.isOn');
    await expect.poll(() => words(page, 'tidings-push-bell')).toContain('Notifications are on');
    await page.click('.panel .yes');

    await page.waitUntil('!push.isOn');
    await expect.poll(() => words(page, 'tidings-push-bell')).toContain('May we');
    expect(await page.evaluate('errors')).toEqual([]);
  });

  it('asks nobody who is not known', async () => {
    const { open } = await setScene(createPromptShop({ user: '' }));
    const page = await open();
    await page.waitUntil(() =>
      document.querySelector('tidings-push-bell')?.shadowRoot?.querySelector('.bell'),
    );
    expect(
      await page.evaluate(
        () =>
          document.querySelector('tidings-push-bell')?.shadowRoot?.querySelector<HTMLElement>('.bell')
            ?.hidden,
      ),
    ).toBe(true);
    expect(await words(page, 'tidings-push-prompt')).toBe('');
  });
});
