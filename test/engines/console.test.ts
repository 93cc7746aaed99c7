import { expect, it } from 'vitest';
import { createEmulator, type Emulator, type EmulatorOptions } from '../../src/emulator/app.js';
import { violationsOf } from './harness/accessible.js';
import type { Page } from './harness/engine.js';
import { inEveryEngine, type SetScene } from './harness/harness.js';
import { picture } from './harness/picture.js';
import { preferring } from './harness/preferring.js';
import { itInTurn, shareOf } from './harness/share.js';

/** Where each run leaves pictures of the console, for a person to look at. */
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 800 };
const places = ['timeline', 'people', 'requests', 'content', 'charts', 'data', 'send', 'switches'];

/** What to look at, one person among it, and in which light. */
const looks = [...places, 'people/one'].flatMap((place) => [
  [place, 'light'] as const,
  [place, 'dark'] as const,
]);

/** How much of what there is one page shows. */
const MOST_ROWS = 250;
const MOST_LETTERS = 250_000;

const ATTACK = '<img src=x onerror="window.attacked = true"><script>window.attacked = true</script>';

/** The console of an emulator, open in a browser. */
async function setup(
  setScene: SetScene,
  { contents = 'empty', behaviour = 'quiet' }: Pick<EmulatorOptions, 'behaviour' | 'contents'> = {},
) {
  const emulator = createEmulator({ contents, behaviour });
  const call = (path: string, body: object) =>
    emulator.fetch(`http://emulator${path}`, {
      method: 'POST',
      headers: { 'Api-Key': emulator.keys.server },
      body: JSON.stringify(body),
    });
  const track = (eventName: string, fields: object = {}) =>
    call('/api/events/track', { email: 'ada@example.com', eventName, dataFields: fields });
  /** What the site was asked for, in the order it came. */
  const asked: string[] = [];
  const { open, browser, site } = await setScene({
    pages: {},
    service(request) {
      asked.push(new URL(request.url).pathname);
      return emulator.fetch(request);
    },
  });
  return { emulator, call, track, open, browser, site, asked };
}

/** Goes to a part of the console by its address, and waits until something of it is there. */
async function goTo(page: Page, place: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(place)}`);
  await page.waitUntil(
    `document.body.dataset.place === ${JSON.stringify(place)} &&
      document.querySelector('main li, main form, main .empty')`,
  );
}

/** Goes to a part of the console by its link. */
async function visit(page: Page, place: string, title: string): Promise<void> {
  await page.click(`nav a[href="#${place}"]`);
  await page.waitUntil(`document.querySelector('h1')?.textContent === ${JSON.stringify(title)}`);
}

inEveryEngine('the console', (setScene, engine) => {
  const inTurn = itInTurn(engine);
  const openInTheDark = preferring(engine, { dark: true });

  inTurn('shows what happens, as it happens', async () => {
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

  inTurn('keeps a row open that someone reads while others come', async () => {
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

  inTurn('shows requests with their answers, and what went wrong', async () => {
    const { call, open } = await setup(setScene);
    await call('/api/events/track', { eventName: 'seen' });
    const page = await open('/#requests');

    await page.click('main .rows summary');

    expect(await page.text('main .rows .badge')).toBe('400');
    await page.waitUntil(`document.querySelector('main .unfolded')?.textContent.includes('is missing')`);
  });

  inTurn('tells what a first message and a first placement need', async () => {
    const { emulator, open } = await setup(setScene, { contents: 'shop' });
    const page = await open('/#switches');
    await page.waitUntil(`document.querySelectorAll('main .card').length === 5`);
    const told = await page.text('main');
    for (const key of Object.values(emulator.keys)) expect(told).toContain(key);
    expect(told).toContain('emulator-token-secret');
    expect(told).toMatch(/808.*809.*810.*811/s);

    await visit(page, 'send', 'Send a message');

    expect(
      await page.evaluate(
        `[...document.querySelector('[name=placementId]').list.options].map((one) => one.value)`,
      ),
    ).toEqual(['808', '809', '810', '811']);
  });

  inTurn('finds a person, and shows their profile and messages', async () => {
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

  inTurn('finds what happened long before what it shows', async () => {
    const { call, track, open } = await setup(setScene);
    await track('needle', { sku: 'A1' });
    const hay = { email: 'ada@example.com', eventName: 'hay' };
    await call('/api/events/trackBulk', { events: Array(250).fill(hay) });
    const page = await open();
    await page.waitUntil(`document.querySelectorAll('main .rows li').length === 200`);
    expect(await page.text('main div > .empty')).toBe('The latest 200 of 251; filter to find others.');

    await page.type('input[type=search]', 'a1 needle');

    await page.waitUntil(`document.querySelector('.found').textContent === '1 found'`);
    expect(await page.text('main .rows .summary')).toBe('needle · A1');
    await track('needle', { sku: 'A1' });
    await page.waitUntil(`document.querySelector('.found').textContent === '2 found'`);
  });

  inTurn('keeps up with a profile that someone looks at', async () => {
    const { emulator, call, track, open } = await setup(setScene);
    await track('seen');
    const page = await open(`/#people/${emulator.inspect.people[0]?.id}`);
    await page.click('section[aria-label="Messages and events"] .rows summary');

    await call('/api/users/update', { email: 'ada@example.com', dataFields: { city: 'Oslo' } });
    await track('bought');

    await page.waitUntil(
      `document.querySelector('section[aria-label=Profile]').textContent.includes('Oslo')`,
    );
    await page.waitUntil(`document.querySelectorAll('ol[aria-label=Events] > li').length === 2`);
    expect(await page.text('details[open] > summary .summary')).toBe('seen');
  });

  inTurn('shows what happened over time, and how far the readers of a campaign went', async () => {
    const { emulator, open } = await setup(setScene, { contents: 'shop', behaviour: 'busy' });
    emulator.clock.advance(5 * 86_400_000);
    const page = await open('/#charts');
    await page.waitUntil(`document.querySelector('.bars.tall rect.email')`);

    const opens = emulator.inspect
      .events('emailOpen')
      .filter(({ createdAt }) => createdAt > emulator.clock.now() - 6 * 86_400_000);
    const label = `[...document.querySelectorAll('.charted svg')].map((one) => one.ariaLabel).find((one) => one?.startsWith('emailOpen'))`;
    expect(await page.evaluate<string>(label)).toContain(`emailOpen: ${opens.length} in all`);
    expect(await page.text('[aria-label=Funnels] .funnel')).toMatch(
      /Picks of the week.*Sent.*100 %.*Opened/s,
    );

    await page.click('[aria-label=Span] button:last-child');
    await page.waitUntil(`document.querySelector('.bars.tall')?.getAttribute('viewBox') === '0 0 52 100'`);
    expect(await page.errors()).toEqual([]);
  });

  inTurn('has the reader of a message do what one can do with it', async () => {
    const { emulator, call, track, open } = await setup(setScene);
    await track('seen');
    const personId = emulator.inspect.people[0]?.id;
    const html = '<p>Here</p><a href="https://shop.example.com/new">New</a>';
    await call('/_emulator/messages', { personId, channel: 'email', title: 'Hello', html });
    const page = await open(`/#people/${personId}`);

    await page.click('ol[aria-label=Messages] summary');
    // The console shows the message, whose pixel says so.
    await page.waitUntil(`document.querySelector('ol[aria-label=Events]').textContent.includes('emailOpen')`);
    await page.click('section[aria-label="What its reader does"] button:last-child');

    await page.waitUntil(
      `document.querySelector('ol[aria-label=Events]').textContent.includes('emailClick')`,
    );
    expect(await page.text('section[aria-label="What its reader does"] [role=status]')).toBe(
      'Recorded emailClick.',
    );
    expect(emulator.inspect.events('emailClick')[0]?.fields['url']).toBe('https://shop.example.com/new');
    expect(emulator.inspect.events('emailOpen')).toHaveLength(1);
    expect(await violationsOf(page)).toEqual([]);
    expect(await page.errors()).toEqual([]);
  });

  inTurn('shows lists with their members, catalogs with their items, and journeys', async () => {
    const { open } = await setup(setScene, { contents: 'shop' });
    const page = await open('/#data');

    await page.click('ol[aria-label=Lists] summary');
    await page.waitUntil(`document.querySelector('ul[aria-label=Members] a[href^="#people/"]')`);
    await page.click('ol[aria-label=Catalogs] summary');
    await page.waitUntil(`document.querySelectorAll('ol[aria-label=Items] > li').length === 40`);
    await visit(page, 'content', 'Campaigns and templates');
    await page.click('ol[aria-label=Journeys] summary');

    await page.waitUntil(`document.querySelector('ol[aria-label=Journeys] dl')`);
    expect(await page.text('ol[aria-label=Journeys] dl')).toContain('Reminds of a cart that was left.');
    expect(await page.errors()).toEqual([]);
  });

  inTurn('stays whole with enormous contents, of which it shows no more than can be read', async () => {
    const { emulator, open } = await setup(setScene);
    await enormous(emulator);
    const ada = emulator.inspect.person({ email: 'ada@example.com' });
    const page = await open();

    for (const place of [...places, `people/${ada?.id}`]) {
      await goTo(page, place);
      const [rows, letters] = await page.evaluate(() => {
        const main = document.querySelector('main');
        return [main?.querySelectorAll('li').length ?? 0, main?.textContent.length ?? 0] as const;
      });
      expect(rows, place).toBeLessThanOrEqual(MOST_ROWS);
      expect(letters, place).toBeLessThan(MOST_LETTERS);
    }

    expect(await page.text('h1')).toBe('Ada Enormous');
    await visit(page, 'requests', 'Requests');
    await page.type('input[type=search]', 'needle');
    await page.waitUntil(`document.querySelector('.found').textContent === '1 found'`);
    await page.click('main .rows summary');
    await page.waitUntil(`document.querySelector('main .unfolded').textContent.includes('more characters')`);
    expect(await page.errors()).toEqual([]);
  });

  inTurn('shows hostile texts as texts', async () => {
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
      await goTo(page, place);
      // Where it was there already, the page is made once more meanwhile.
      await page.waitUntil(`[...document.querySelectorAll('details')]
        .map((one) => (one.open = true) && one.children[1].hasChildNodes()).every(Boolean)`);

      const found = await page.evaluate(
        `[document.querySelectorAll('main img, main script').length, window.attacked === undefined]`,
      );
      expect(found, place).toEqual([0, true]);
    }
    expect(await page.evaluate<string>(`document.querySelector('h1').textContent`)).toBe(ATTACK);
  });

  inTurn('sends a message that arrives, and shows it', async () => {
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
    expect(await page.text('.message dl')).toContain('Hello Ada');
    const sent = emulator.inspect.events('emailSend').at(-1);
    expect(sent).toMatchObject({ email: 'ada@example.com' });
    expect(await violationsOf(page)).toEqual([]);
    expect(await page.errors()).toEqual([]);
  });

  inTurn('keeps a message in its frame when its link is clicked', async () => {
    const { emulator, call, track, open, site, asked } = await setup(setScene);
    await track('seen');
    const personId = emulator.inspect.people[0]?.id;
    const html = `<p>Here</p><a href="${site.url}/left" style="position: fixed; inset: 0">Shop</a>`;
    await call('/_emulator/messages', { personId, channel: 'email', title: 'Hello', html });
    const page = await open(`/#people/${personId}`);
    await page.click('ol[aria-label=Messages] summary');

    await page.click('iframe'); // Its whole is a link; nothing inside can be waited for, where no timer runs.
    // No window of WebKit has the focus under automation.
    if (engine.name !== 'webkit') await page.waitUntil(`document.activeElement.localName === 'iframe'`);
    // What is clicked and asked for after that comes after it.
    await visit(page, 'requests', 'Requests');
    await page.evaluate(`fetch('/right').then(({ status }) => status)`);

    expect(asked.filter((path) => /left|right/.test(path))).toEqual(['/right']);
  });

  inTurn('switches faults and lets time pass', async () => {
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

  inTurn('starts anew, with what someone chooses', async () => {
    const { emulator, track, open } = await setup(setScene);
    await track('seen');
    const page = await open('/#switches');
    await page.evaluate('window.confirm = () => true');

    await page.click('form[aria-label="Start anew"] button');

    await page.waitUntil(`document.querySelector('nav [data-count=people]').textContent === '60'`);
    expect(emulator.inspect.person({ email: 'ada@example.com' })).toBeDefined();
    await visit(page, 'timeline', 'Timeline');
    expect(await page.text('main .rows')).not.toContain('seen');
  });

  inTurn('says that the emulator does not answer, and goes on once it does', async () => {
    const { open, browser } = await setup(setScene);
    const page = await open();
    await page.waitUntil(`document.querySelector('#state').textContent === 'Live'`);

    await browser.offline();
    await page.waitUntil(`document.querySelector('#state').textContent === 'No answer'`);
    expect(await violationsOf(page)).toEqual([]);
    await browser.online();

    await page.waitUntil(`document.querySelector('#state').textContent === 'Live'`);
  });

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

/** Fills an emulator with 2,500 events, 500 requests, a profile and a request of great size, and many people. */
async function enormous(emulator: Emulator): Promise<void> {
  const call = (path: string, body: object) =>
    emulator.fetch(`http://emulator${path}`, {
      method: 'POST',
      headers: { 'Api-Key': emulator.keys.server },
      body: JSON.stringify(body),
    });
  const email = 'ada@example.com';
  const long = 'long '.repeat(2_500);
  await call('/api/users/update', { email, dataFields: { firstName: 'Ada', lastName: 'Enormous' } });
  for (let count = 0; count < 50; count += 1) {
    await call('/api/users/update', {
      email,
      dataFields: { [`field${count}`]: long, [`list${count}`]: [[long]] },
    });
  }
  await call('/api/events/track', { email, eventName: 'needle', dataFields: { long: long + long } });
  const events = Array.from({ length: 500 }, (_, index) => ({
    email: `${index}@example.com`,
    eventName: 'hay',
  }));
  for (let count = 0; count < 5; count += 1) await call('/api/events/trackBulk', { events });
  for (let count = 0; count < 500; count += 1) {
    await emulator.fetch('http://emulator/api/lists', { headers: { 'Api-Key': emulator.keys.server } });
  }
}
