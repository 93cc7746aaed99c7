import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createEmulator } from '../../src/emulator/app.js';
import type { Page } from './engine.js';
import { inEveryEngine, type SetScene } from './harness.js';

/** Where each run leaves pictures of the console, for a person to look at. */
const PICTURES = join(import.meta.dirname, '../../build/pictures');
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 800 };
const places = ['timeline', 'people', 'requests', 'content', 'send', 'switches'];

const ATTACK = '<img src=x onerror="window.attacked = true"><script>window.attacked = true</script>';

/** The console of an emulator, open in a browser. */
async function setup(setScene: SetScene, { contents = 'empty' }: { contents?: 'empty' | 'shop' } = {}) {
  const emulator = createEmulator({ contents });
  const call = (path: string, body: object) =>
    emulator.fetch(`http://emulator${path}`, {
      method: 'POST',
      headers: { 'Api-Key': emulator.keys.server },
      body: JSON.stringify(body),
    });
  const track = (eventName: string, fields: object = {}) =>
    call('/api/events/track', { email: 'ada@example.com', eventName, dataFields: fields });
  const { open, browser, site } = await setScene({
    pages: {},
    service: (request) => emulator.fetch(request),
  });
  return { emulator, call, track, open, browser, site };
}

/** Goes to a part of the console by its link. */
async function visit(page: Page, place: string, title: string): Promise<void> {
  await page.click(`nav a[href="#${place}"]`);
  await page.waitUntil(`document.querySelector('h1')?.textContent === ${JSON.stringify(title)}`);
}

inEveryEngine('the console', (setScene, engine) => {
  it('shows what happens, as it happens', async () => {
    const { track, open } = await setup(setScene);
    const page = await open();
    await page.waitUntil(`document.querySelector('.empty')?.textContent.includes('Nothing has happened')`);

    await track('product-viewed', { sku: 'A1' });
    await page.waitUntil(`document.querySelector('main .rows li')`);
    await page.click('main .rows summary');

    expect(await page.text('main .rows summary')).toContain('product-viewed · A1');
    expect(await page.text('main .rows pre')).toContain('"sku": "A1"');
    expect(await page.text('nav [data-count=events]')).toBe('1');
    expect(await page.errors()).toEqual([]);
  });

  it('keeps a row open that someone reads while others come', async () => {
    const { track, open } = await setup(setScene);
    const page = await open();
    await track('first');
    await page.click('main .rows summary');
    await track('second');
    await page.waitUntil(`document.querySelectorAll('main .rows li').length === 2`);

    expect(await page.evaluate<string>(`document.querySelector('details[open] .summary').textContent`)).toBe(
      'first',
    );
    expect(await page.text('main .rows li:first-child .summary')).toBe('second');
  });

  it('shows requests with their answers, and what went wrong', async () => {
    const { call, open } = await setup(setScene);
    await call('/api/events/track', { eventName: 'seen' });
    const page = await open('/#requests');

    await page.click('main .rows summary');

    expect(await page.text('main .rows .badge')).toBe('400');
    await page.waitUntil(`document.querySelector('main .unfolded')?.textContent.includes('is missing')`);
  });

  it('finds a person, and shows their profile and messages', async () => {
    const { open } = await setup(setScene, { contents: 'shop' });
    const page = await open('/#people');
    await page.type('input[type=search]', 'ada@example');
    await page.waitUntil(`document.querySelector('.found')?.textContent === '1 person'`);

    await page.click('.cards a');

    await page.waitUntil(`document.querySelector('h1')?.textContent === 'Ada Lovelace'`);
    expect(await page.text('section[aria-label=Profile]')).toContain('favouriteCategory');
    await page.click('section[aria-label="Messages and events"] .rows summary');
    await page.waitUntil(`document.querySelector('iframe')`);
    expect(await page.errors()).toEqual([]);
  });

  it('shows hostile texts as texts', async () => {
    const { emulator, call, track, open } = await setup(setScene);
    await call('/api/users/update', {
      email: 'ada@example.com',
      dataFields: { firstName: ATTACK, [ATTACK]: ATTACK },
    });
    await track(ATTACK, { name: ATTACK, [ATTACK]: ATTACK });
    const [person] = emulator.inspect.people;
    const messages = [
      { channel: 'email', html: `<p>Hi</p>${ATTACK}` },
      { channel: 'embedded', body: ATTACK },
      { channel: 'inApp', html: `<p>Hi</p>${ATTACK}` },
    ];
    for (const message of messages) {
      await call('/_emulator/messages', { personId: person?.id, title: ATTACK, placementId: 1, ...message });
    }
    const page = await open();
    for (const place of [...places, `people/${person?.id}`]) {
      await page.goto(`${await page.evaluate<string>('location.origin')}/#${place}`);
      await page.reload();
      await page.waitUntil(
        `document.querySelector('h1') && document.querySelector('#state').textContent === 'Live'`,
      );
      await page.evaluate(`document.querySelectorAll('details').forEach((one) => (one.open = true))`);
      await page.waitUntil(
        `[...document.querySelectorAll('details')].every((one) => one.children[1].hasChildNodes())`,
      );

      const found = await page.evaluate(
        `[document.querySelectorAll('main img, main script').length, window.attacked === undefined]`,
      );
      expect(found, place).toEqual([0, true]);
    }
    expect(await page.evaluate<string>(`document.querySelector('h1').textContent`)).toBe(ATTACK);
  });

  it('sends a message that arrives, and shows it', async () => {
    const { emulator, open } = await setup(setScene, { contents: 'shop' });
    const ada = emulator.inspect.person({ email: 'ada@example.com' });
    const page = await open(`/#send/${ada?.id}`);
    await page.waitUntil(`document.querySelector('select[name=channel]')`);
    await page.evaluate(() => {
      const channel = document.querySelector<HTMLSelectElement>('select[name=channel]');
      if (channel) channel.value = 'email';
      channel?.dispatchEvent(new Event('change', { bubbles: true }));
    });

    await page.click('button[type=submit]');

    await page.waitUntil(`document.querySelector('form [role=status]').textContent === 'Sent.'`);
    expect(await page.frame('iframe').text('h1')).toBe('Hello Ada');
    const sent = emulator.inspect.events('emailSend').at(-1);
    expect(sent).toMatchObject({ email: 'ada@example.com' });
    expect(await page.errors()).toEqual([]);
  });

  it('switches faults and lets time pass', async () => {
    const { emulator, open } = await setup(setScene);
    const page = await open('/#switches');
    await page.click('form[aria-label="Add a fault"] button');
    await page.waitUntil(`document.querySelector('.bare')?.textContent.includes('503')`);
    expect(emulator.faults.waiting()).toMatchObject([{ kind: 'status', status: 503, times: 1 }]);

    const before = emulator.clock.now();
    await page.click('.buttons button:nth-child(3)');
    await page.waitUntil(`document.body.textContent.includes('1 day went by.')`);
    expect(emulator.clock.now() - before).toBeGreaterThanOrEqual(86_400_000);

    await page.click('section > button');
    await page.waitUntil(`document.querySelector('.bare')?.textContent.includes('None')`);
    expect(emulator.faults.waiting()).toEqual([]);
  });

  it('says that the emulator does not answer, and goes on once it does', async () => {
    const { open, browser } = await setup(setScene);
    const page = await open();
    await page.waitUntil(`document.querySelector('#state').textContent === 'Live'`);

    await browser.offline();
    await page.waitUntil(`document.querySelector('#state').textContent === 'No answer'`);
    await browser.online();

    await page.waitUntil(`document.querySelector('#state').textContent === 'Live'`);
  });

  it('can be used by the keyboard alone', async () => {
    const { track, open } = await setup(setScene);
    await track('seen');
    const page = await open();
    await page.waitUntil(`document.querySelector('main .rows li')`);

    await page.press('Tab');
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

  it('names every control, and fits a phone', async () => {
    const { open } = await setup(setScene, { contents: 'shop' });
    const page = await open();
    await page.resize(PHONE);
    await page.waitUntil(`document.querySelector('h1')`);
    for (const [place, title] of [
      ['people', 'People'],
      ['requests', 'Requests'],
      ['content', 'Campaigns and templates'],
      ['send', 'Send a message'],
      ['switches', 'Switches'],
      ['timeline', 'Timeline'],
    ] as const) {
      await visit(page, place, title);
      expect(await page.evaluate('document.documentElement.scrollWidth'), place).toBeLessThanOrEqual(
        PHONE.width,
      );
      expect(await page.evaluate(namelessControls), place).toEqual([]);
    }
  });

  it.each([false, true])('looks as it should, dark: %s', { timeout: 60_000 }, async (dark) => {
    const { emulator, call, track, site } = await setup(setScene, { contents: 'shop' });
    const ada = emulator.inspect.person({ email: 'ada@example.com' });
    await track('product-viewed', { sku: 'mug-clay', name: 'Clay mug' });
    await call('/api/events/track', { eventName: 'nobody' });
    emulator.faults.add({
      kind: 'status',
      status: 503,
      retryAfter: 2,
      route: 'POST /api/events/track',
      times: 2,
    });
    await track('lost');
    const browser = await engine.launch({ dark });
    onTestFinished(() => browser.close());
    const page = await browser.open(`${site.url}/`);
    await mkdir(PICTURES, { recursive: true });
    for (const size of [PHONE, DESK]) {
      await page.resize(size);
      for (const place of [...places, `people/${ada?.id}`]) {
        await page.evaluate(`location.hash = ${JSON.stringify(place)}`);
        await page.waitUntil(`document.body.dataset.place === ${JSON.stringify(place)}`);
        await page.waitUntil(`document.querySelector('main section, main li')`);
        const name = place.replace(/\/\d+/, '-one');
        const scheme = dark ? 'dark' : 'light';
        await page.screenshot(join(PICTURES, `console-${name}-${engine.name}-${size.width}-${scheme}.png`));
      }
    }
    expect(await page.errors()).toEqual([]);
  });
});

/** The controls of the page that a screen reader could not tell apart. */
function namelessControls(): string[] {
  return [...document.querySelectorAll<HTMLElement>('a, button, input, select, textarea, iframe, summary')]
    .filter((control) => {
      const labels =
        control instanceof HTMLInputElement || control instanceof HTMLSelectElement ? control.labels : null;
      const label = control.closest('label') ?? labels?.[0];
      return !(
        control.getAttribute('aria-label') ??
        control.title.concat(control.textContent, label?.textContent ?? '')
      ).trim();
    })
    .map((control) => control.outerHTML);
}
