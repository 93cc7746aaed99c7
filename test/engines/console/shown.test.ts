import { expect } from 'vitest';
import { inEveryEngine } from '../harness/harness.js';
import { itInTurn } from '../harness/share.js';
import { setup, visit } from './console.js';

inEveryEngine('what the console shows', (setScene, engine) => {
  const inTurn = itInTurn(engine);

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
});
