import { expect, it } from 'vitest';
import { violationsOf } from '../harness/accessible.js';
import { inEveryEngine } from '../harness/harness.js';
import { picture } from '../harness/picture.js';
import { preferring } from '../harness/preferring.js';
import { itInTurn, shareOf } from '../harness/share.js';
import { goTo, places, setup } from './console.js';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 800 };

/** What to look at, one person among it, and in which light. Each run leaves pictures, for a person to look at. */
const looks = [...places, 'people/one'].flatMap((place) => [
  [place, 'light'] as const,
  [place, 'dark'] as const,
]);

inEveryEngine('the look of the console', (setScene, engine) => {
  const inTurn = itInTurn(engine);
  const openInTheDark = preferring(engine, { dark: true });

  inTurn('can be used by the keyboard alone', async () => {
    const { track, open } = await setup(setScene);
    await track('seen');
    const page = await open();
    await page.waitUntil(`document.querySelector('main .rows li')`);

    await page.press('Tab');
    expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('Skip to the content');
    await page.press('Enter');
    expect(await page.evaluate<string>('document.activeElement.id + location.hash')).toBe('main');
    await page.press('Shift+Tab');
    const reached = await page.evaluate<string>('document.activeElement.textContent');
    expect(reached, 'backwards from the content').toContain('Switches');
    for (let step = 0; step < places.length; step += 1) await page.press('Shift+Tab');
    expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('Skip to the content');
    await page.press('Tab');
    await page.press('Tab');
    await page.press('Enter');
    await page.waitUntil(
      `document.activeElement.matches('h1') && document.activeElement.textContent === 'People'`,
    );
    await page.waitUntil(`document.querySelector('main a[href^="#people/"]')`);
    await page.press('Tab');
    await page.press('Tab');
    await page.press('Enter');

    await page.waitUntil(
      `document.activeElement.matches('h1') && document.title.startsWith('ada@example.com')`,
    );
    const current = `document.querySelector('[aria-current=page]').textContent.trim()`;
    expect(await page.evaluate<string>(current)).toMatch(/^People/);
  });

  inTurn.each(places)('shows where someone stands: %s', async (place) => {
    const { track, open } = await setup(setScene);
    await track('seen');
    const page = await open();
    await goTo(page, place);
    // From the heading to the last, and not out of the page.
    const stops = await page.evaluate(stopsOf);
    for (let count = 0; count < Math.min(stops, 12); count += 1) {
      await page.press('Tab');
      expect(await page.evaluate(standing)).toBe('seen');
    }
  });

  inTurn.each([
    ['a phone', PHONE],
    ['a small phone', { width: 320, height: 568 }],
    ['a window at 200 %', { width: 640, height: 400 }],
  ])('fits %s', async (_, size) => {
    const { emulator, open } = await setup(setScene, { contents: 'shop' });
    const ada = emulator.inspect.person({ email: 'ada@example.com' });
    const page = await open();
    await page.resize(size);
    for (const place of [...places, `people/${ada?.id}`]) {
      await goTo(page, place);
      await page.evaluate(openSome);
      await page.waitUntil(someAreOpen);

      expect(await page.evaluate('document.documentElement.scrollWidth'), place).toBeLessThanOrEqual(
        size.width,
      );
    }
  });

  it.each(shareOf(engine, looks))('looks as it should and suits axe: %s, %s', async (shown, scheme) => {
    const { emulator, call, track, site, open } = await setup(setScene, { contents: 'shop' });
    const ada = emulator.inspect.person({ email: 'ada@example.com' });
    await track('product-viewed', { sku: 'mug-clay', name: 'Clay mug' });
    await call('/api/events/track', { eventName: 'nobody' });
    const route = 'POST /api/events/track';
    emulator.faults.add({ kind: 'status', status: 503, retryAfter: 2, route, times: 2 });
    await track('lost');
    const place = shown === 'people/one' ? `people/${ada?.id}` : shown;
    const page = await (scheme === 'dark' ? openInTheDark(`${site.url}/#${place}`) : open(`/#${place}`));
    await goTo(page, place);

    const name = `console-${shown.replace('/', '-')}-${engine.name}`;
    for (const size of [PHONE, DESK]) {
      await page.resize(size);
      await picture(page, `${name}-${size.width}-${scheme}`);
    }
    await page.evaluate(openSome);
    await page.waitUntil(someAreOpen);
    await picture(page, `${name}-open-${scheme}`);
    expect(await violationsOf(page)).toEqual([]);
    expect(await page.errors()).toEqual([]);
  });
});

/** Opens the first rows of each list. */
const openSome = `document.querySelectorAll('.rows > li:nth-child(-n + 2) > details').forEach((one) => (one.open = true))`;
const someAreOpen = `[...document.querySelectorAll('details[open]')].every((one) => one.children[1].hasChildNodes())`;

/** How often one can tab onwards in the content. */
function stopsOf(): number {
  const stops = document.querySelectorAll<HTMLElement>(
    'main :is(a, button, input, select, textarea, summary)',
  );
  return [...stops].filter((stop) => stop.offsetParent).length;
}

/** Whether the element that has the focus shows it, and is not behind another; else what is wrong. */
function standing(): string {
  // WebKit on a display without a window manager takes no window for the active one.
  if (!document.hasFocus()) return 'seen';
  const element = document.activeElement;
  if (!element || element === document.body) return 'nowhere';
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  const { x, y, width, height } = element.getBoundingClientRect();
  const hit = document.elementFromPoint(x + width / 2, y + Math.min(height / 2, 20));
  if (outlineStyle === 'none' || parseFloat(outlineWidth) < 2)
    return `without an outline: ${element.outerHTML}`;
  const isSeen = hit !== null && (element.contains(hit) || hit.contains(element));
  return isSeen ? 'seen' : `behind another: ${element.outerHTML}`;
}
