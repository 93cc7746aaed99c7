import { expect, it, onTestFinished } from 'vitest';
import { serviceOf } from '../../demo/service.js';
import { createEmulator } from '../../src/emulator/app.js';
import { violationsOf } from './harness/accessible.js';
import {
  allow,
  brief,
  DESK,
  enter,
  follow,
  logIn,
  logOut,
  PHONE,
  said,
  settled,
  setup,
  toggle,
  ways,
} from './demo/visit-shop.js';
import { drawn } from './look-in.js';
import { inEveryEngine } from './harness/harness.js';
import { picture } from './harness/picture.js';
import { preferring } from './harness/preferring.js';
import { itInTurn, shareOf } from './harness/share.js';
import { createSite } from './harness/site.js';

/** What to look at as a stranger, and as someone who is known. */
const looks = {
  'a stranger': ['/', '/table', '/account', '/inbox', '/lost'],
  'someone known': ['/', '/product/mug-moss', '/cart', '/checkout', '/thanks', '/account', '/inbox'],
};
const positions = ['Center', 'Full', 'Top', 'Bottom', 'TopLeft', 'TopRight', 'BottomLeft', 'BottomRight'];
const MESSAGE = `document.querySelector('tidings-message')?.shadowRoot.querySelector('[open]')`;

inEveryEngine('the shop', (setScene, engine) => {
  const inTurn = itInTurn(engine);
  const openInTheDark = preferring(engine, { dark: true });
  const openCalmly = preferring(engine, { calm: true });

  inTurn.each(ways)('is walked through by a stranger who becomes a customer: %s', async (way) => {
    const { open, arrived } = await setup(setScene, { way });
    const page = await open('/');
    await follow(page, '[href="/product/mug-harbour"]', 'product');
    await allow(page);

    await page.click('#order button.primary');
    await page.waitUntil(`document.querySelector('[data-count=cart]').textContent === '1'`);
    await follow(page, '[href="/cart"]', 'cart');
    await page.click('[aria-label="One more of Harbour mug"]');
    await page.waitUntil(`document.querySelector('#sums .total dd').textContent === '€33.90'`);
    expect(arrived('customEvent')).toEqual([]);
    await logIn(page);
    await follow(page, '[href="/cart"]', 'cart');
    await page.waitUntil(`document.querySelector('.total dd')?.textContent === '€33.90'`);
    await follow(page, '#go-pay', 'checkout');
    await follow(page, '#pay button', 'thanks');
    await page.waitUntil(`document.querySelector('#order-id')?.textContent.startsWith('order-')`);
    await settled(page);

    const email = 'ben.aydin@example.com';
    expect(arrived('customEvent')).toMatchObject([
      { email, fields: { eventName: 'product-viewed', sku: 'mug-harbour' } },
    ]);
    expect(arrived('purchase')).toMatchObject([{ email, fields: { total: 33.9 } }]);
    expect(await page.evaluate(`document.querySelector('[data-count=cart]').hidden`)).toBe(true);
    expect(await page.text('h1')).toBe('Thank you, Ben');
  });

  inTurn('keeps nothing of one who refuses', async () => {
    const { open, arrived } = await setup(setScene);
    const page = await open('/product/mug-moss');
    await page.click('#consent [data-consent=denied]');

    await logIn(page);
    await follow(page, '[href="/wear"]', 'category');
    await page.waitUntil(brief);

    expect(await page.evaluate(brief)).toBe('0 waiting · 0 delivered');
    expect(await page.evaluate(`document.querySelector('#consent').hidden`)).toBe(true);
    expect(arrived('customEvent')).toEqual([]);
  });

  inTurn.each(ways)(
    'keeps what is done without a network, over pages, and delivers it when that returns: %s',
    async (way) => {
      const { open, arrived } = await setup(setScene, { way });
      const page = await open('/');
      await page.resize(DESK);
      await allow(page);
      await logIn(page);
      await settled(page);

      await page.click('.panel-switch button');
      await page.goto(new URL('/product/tea-honey', await page.evaluate<string>('location.href')).href);
      // What was seen of messages may wait too.
      await page.waitUntil(said('There is no network: '));
      expect(arrived('customEvent')).toEqual([]);
      await page.click('.panel-switch button');

      await page.waitUntil(said('Nothing was lost.'));
      expect(arrived('customEvent')).toMatchObject([{ fields: { sku: 'tea-honey' } }]);
    },
  );

  inTurn('shares the visitor, the cart and the outbox with a second tab', async () => {
    const { open, openTab } = await setup(setScene);
    const page = await open('/');
    await page.resize(DESK);
    await allow(page);
    const second = await openTab('/product/bowl-clay');

    await second.click('#order button.primary');

    await page.waitUntil(`document.querySelector('[data-count=cart]').textContent === '1'`);
    await page.waitUntil(said('was recorded in another tab'));
    expect(await second.evaluate(`document.querySelector('#consent').hidden`)).toBe(true);
  });

  it('sends a message in each position, and keeps them in the inbox', async () => {
    const some = shareOf(engine, positions);
    const { open, arrived } = await setup(setScene);
    const page = await open('/');
    await page.resize(DESK);
    await allow(page);
    await logIn(page, 'Elif Dubois');
    await follow(page, '[href="/inbox"]', 'inbox');
    await page.waitUntil(`document.querySelectorAll('.panel-screen button').length === 8`);

    for (const position of some) {
      await page.evaluate(`document.querySelector('[data-position=${position}]').click()`);
      await page.waitUntil(said('It came'));
      await page.waitUntil(MESSAGE);
      await page.click('dialog > button');
      await page.waitUntil(`!document.querySelector('tidings-message')`);
      await page.evaluate(
        `document.querySelectorAll('.panel-outcome').forEach((one) => (one.textContent = ''))`,
      );
    }

    await settled(page);
    expect(arrived('inAppOpen').length).toBeGreaterThanOrEqual(some.length);
    const rows = `document.querySelector('tidings-inbox').shadowRoot.querySelectorAll('li').length`;
    expect(await page.evaluate(rows)).toBeGreaterThanOrEqual(some.length);
  });

  inTurn.each(ways)('tells what each trouble shows, when it happens: %s', async (way) => {
    const { open, arrived } = await setup(setScene, { way });
    const page = await open('/');
    await page.resize(DESK);
    await allow(page);
    await logIn(page);
    await settled(page);
    const choose = (trouble: string) => page.evaluate(`document.querySelector('[value=${trouble}]').click()`);
    const press = (words: string) =>
      page.evaluate(
        `[...document.querySelectorAll('.panel-switch button')].find((one) => one.textContent === '${words}').click()`,
      );

    await press('Make the token void');
    await page.waitUntil(
      said(way === 'relay' ? 'then the relay signed a new token' : 'then a new token came'),
    );
    await press('Record nonsense');
    await page.waitUntil(
      said(`Given up, with ${way === 'relay' ? 'the relay’s' : 'the service’s own'} word`),
    );
    await choose('lost');
    await enter(page, '#preferences button');
    await page.waitUntil(said('No answer came, though the service has acted.'));
    await choose('none');
    await page.waitUntil(said('It is well again'));
    await choose('broken');
    await enter(page, '#preferences button');
    await page.waitUntil(said('It answered 500.'));
    await choose('none');
    await page.waitUntil(said('It is well again'));
    await choose('busy');
    await enter(page, '#preferences button');
    await page.waitUntil(said('It answered 429 and asked for five seconds.'));
    await choose('none');
    await settled(page);

    // By way of the relay, no event needs a token.
    const tried = way === 'relay' ? [] : [{ fields: { eventName: 'token-tried' } }];
    expect(arrived('customEvent')).toMatchObject(tried);
    expect(await drawn(page)).toMatch(/Dropped1 \(1 \w+\)/);
  });

  inTurn.each(ways)('tells what one customer did from what the next did: %s', async (way) => {
    const { open, arrived } = await setup(setScene, { way });
    const page = await open('/');
    await allow(page);
    await logIn(page, 'Ben Aydin');
    await follow(page, '[href="/wear"]', 'category');
    await follow(page, '[href="/product/scarf-moss"]', 'product');
    await settled(page);

    await logOut(page);
    await logIn(page, 'Dario Costa');
    await follow(page, '[href="/desk"]', 'category');
    await follow(page, '[href="/product/notebook-clay"]', 'product');
    await settled(page);

    expect(arrived('customEvent')).toMatchObject([
      { email: 'ben.aydin@example.com', fields: { sku: 'scarf-moss' } },
      { email: 'dario.costa@example.com', fields: { sku: 'notebook-clay' } },
    ]);
  });

  inTurn('keeps messages of a kind away that the visitor does not want', async () => {
    const { open, emulator } = await setup(setScene);
    const page = await open('/');
    await page.resize(DESK);
    await allow(page);
    await logIn(page, 'Dario Costa');
    await page.evaluate(
      `[...document.querySelectorAll('.tick')].find((one) => one.textContent.includes('On the site')).click()`,
    );
    await enter(page, '#preferences button');
    await page.waitUntil(`document.querySelector('#toast').textContent.startsWith('Kept.')`);
    await settled(page);
    await page.reload();

    await page.waitUntil(`document.querySelectorAll('.panel-screen button').length === 8`);
    await page.evaluate(`document.querySelector('[data-position=Center]').click()`);

    await page.waitUntil(said('The service kept it back'));
    const dario = emulator.inspect.person({ email: 'dario.costa@example.com' });
    expect(dario?.unsubscribedMessageTypeIds).toHaveLength(1);
    expect(await page.evaluate(`document.querySelectorAll('#preferences :checked').length`)).toBe(4);
  });

  inTurn.each(ways)('runs on a real service, and says which switches are away: %s', async (way) => {
    const real = createEmulator({ contents: 'shop', tokenSecret: 'real-secret' });
    const far = await createSite({ pages: {}, service: (request) => real.fetch(request) });
    onTestFinished(() => far.close());
    const service = serviceOf({
      TIDINGS_BASE_URL: far.url,
      TIDINGS_WEB_KEY: real.keys.web,
      TIDINGS_SERVER_KEY: real.keys.server,
      TIDINGS_TOKEN_SECRET: 'real-secret',
    });
    const { open } = await setup(setScene, { service, way });
    const page = await open('/');
    await page.resize(DESK);
    await allow(page);
    await logIn(page, 'Elif Dubois');
    await page.waitUntil(`document.querySelectorAll('.panel-screen button').length === 8`);

    await page.evaluate(`document.querySelector('[data-position=TopRight]').click()`);

    await page.waitUntil(said('It came'));
    await settled(page);
    expect(await page.evaluate(`document.querySelector('fieldset:has([name=trouble])').disabled`)).toBe(true);
    expect(await page.evaluate('document.documentElement.textContent')).toContain(
      'this shop runs on a real service',
    );
    expect(await page.evaluate('document.documentElement.outerHTML')).not.toContain(real.keys.server);
  });

  inTurn('can be used by the keyboard alone', async () => {
    const { open } = await setup(setScene);
    const page = await open('/');
    await page.resize(DESK);
    // Where there is room for it, a page begins with the panel beside it.
    await page.reload();
    await page.waitUntil(brief);

    await page.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
    await page.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    await page.evaluate(`${toggle}.focus()`);
    await page.press('Enter');

    expect(await page.evaluate(`${toggle}.ariaExpanded`)).toBe('false');
    expect(await page.evaluate(`document.querySelector('[name=way]').checkVisibility()`)).toBe(false);
    await page.reload();
    await page.waitUntil(brief);
    expect(await page.evaluate(`${toggle}.ariaExpanded`)).toBe('false');
    await page.evaluate(`${toggle}.click()`);
    await page.reload();
    await page.waitUntil(brief);
    expect(await page.evaluate(`${toggle}.ariaExpanded`)).toBe('true');
  });

  inTurn('moves nothing for one who prefers little motion', async () => {
    const { site } = await setup(setScene);
    const track = `globalThis.roots?.[0]?.querySelector('.track i')`;
    const page = await openCalmly(`${site.url}/product/mug-moss`);
    await page.resize(DESK);
    await page.reload();
    await page.waitUntil(track);

    const [calm, motion] = await page.evaluate<[boolean, string]>(
      `[matchMedia('(prefers-reduced-motion: reduce)').matches, getComputedStyle(${track}).animationName]`,
    );

    expect(calm).toBe(true);
    expect(motion).toBe('none');
  });

  it.each([
    ['a stranger', 'light'],
    ['a stranger', 'dark'],
    ['someone known', 'light'],
    ['someone known', 'dark'],
  ] as const)('looks as it should to %s and suits axe, %s', async (who, scheme) => {
    const { site, open } = await setup(setScene);
    const page = await open('/', scheme === 'dark' ? openInTheDark : undefined);
    if (who === 'someone known') {
      await page.resize(DESK);
      await allow(page);
      await logIn(page, 'Chiara Berger');
    }

    for (const path of shareOf(engine, looks[who])) {
      await page.goto(site.url + path);
      await page.waitUntil(brief);
      for (const size of [PHONE, DESK]) {
        await page.resize(size);
        const name = `shop-${path.replace(/\W+/g, '-')}-${who.replace(/.* /, '')}-${engine.name}`;
        await picture(page, `${name}-${size.width}-${scheme}`);
        const width = await page.evaluate('document.documentElement.scrollWidth');
        expect(width, path).toBeLessThanOrEqual(size.width);
      }
      expect(await violationsOf(page), path).toEqual([]);
    }
    expect((await page.errors()).filter((line) => line.startsWith('uncaught'))).toEqual([]);
  });
});
