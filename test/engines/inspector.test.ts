import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Client } from '../../src/index.js';
import { violationsOf } from './harness/accessible.js';
import { inEveryEngine } from './harness/harness.js';
import { picture } from './harness/picture.js';
import { preferring } from './harness/preferring.js';
import { shareOf } from './harness/share.js';
import type { SitePage } from './harness/site.js';
import { drawn, lines, lookIn, press } from './look-in.js';
import { serviceWithTokens } from './shop.js';
import { createVisitor } from './visitor.js';

/** The page's own names, for functions that run in it. */
declare const client: Client;
declare const roots: ShadowRoot[];
declare const given: string[];
declare const inspector: { close(): void };
declare const startInspector: (client: Client) => unknown;

const POLICY = [
  "default-src 'none'",
  "script-src 'nonce-n'",
  "connect-src 'self'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** Keeps the roots that the page does not see into, and the tokens that it was given. */
const watching = (mode?: string) => `${lookIn({ mode })}<script nonce="n">
  globalThis.given = [];
  const before = globalThis.fetch;
  globalThis.fetch = async (...call) => {
    const response = await before(...call);
    if (String(call[0]).startsWith('/token')) given.push(await response.clone().text());
    return response;
  };
</script>`;

/** What the service has for the visitor to see. */
const inAppMessages = [
  {
    ...{ messageId: 'later-1', jsonOnly: false, content: { html: '<h2>Later</h2>' } },
    ...{ trigger: { type: 'event' }, customPayload: { tidings: { show: { event: 'bought' } } } },
  },
  {
    ...{ messageId: 'kept-1', jsonOnly: false, content: { html: '<h2>Kept</h2>' }, priorityLevel: 100.5 },
    ...{ trigger: { type: 'never' }, saveToInbox: true, inboxMetadata: { title: 'A gift' } },
  },
];

/** A page that speaks through a relay, and knew a key before. */
const relayPage = `<!doctype html><html lang="en"><title>Shop</title>${lookIn()}
  <script type="module">
    import { createClient } from 'tidings';
    import { startInspector } from 'tidings/inspector';
    globalThis.client = createClient({ relay: '/tidings', apiKey: 'a-web-key', baseUrl: 'https://api.example.com' });
    startInspector(client);
    await client.identify({ email: 'ada@example.com' });
  </script>`;

/** What the guide has a page do that may be inspected. */
const guide = /if \(new URLSearchParams[^]*?\n}/.exec(readFileSync('docs/inspector.md', 'utf8'))?.[0] ?? '';

interface Setting {
  /** Options of the inspector, as code. */
  options?: string;
  script?: string;
  /** Whether the page has a strict policy. */
  isStrict?: boolean;
  /** The mode of the inspector's root; as code. Default: what it asks for. */
  mode?: string;
}

/** A page with an inspector, whose service refuses events called `refused`. */
async function setup({ script = '', options = '{}', isStrict = false, mode }: Setting = {}) {
  const visitor = await createVisitor();
  const html = visitor.pageOf({
    head: watching(mode),
    body: '<p>Mugs and tables.</p><tidings-placement placement-id="808"></tidings-placement>',
    name: 'startEmbedded, startInApp',
    script: `
        const { startInspector } = await import('tidings/inspector');
        globalThis.startInspector = startInspector;
        globalThis.inspector = startInspector(client, ${options});
        ${script}`,
  });
  const page: SitePage = { html, headers: isStrict ? { 'content-security-policy': POLICY } : {} };
  const service = serviceWithTokens(visitor.emulator, async (request) => {
    if (request.url.includes('/inApp/web/getMessages')) return Response.json({ inAppMessages });
    // It has not sent them, and would refuse to hear of them.
    if (/InApp/.test(request.url)) return Response.json({ code: 'Success', msg: '' });
    return (await request.clone().text()).includes('"refused"')
      ? Response.json({ code: 'BadParams', msg: 'no' }, { status: 400 })
      : visitor.emulator.fetch(request);
  });
  return { ...visitor, service, pages: { '/': page } };
}

inEveryEngine('the inspector', (setScene, engine) => {
  it.each([
    ['a plain page', false],
    ['a page with a strict policy', true],
  ])(
    'shows on %s each event from recorded to delivered or dropped, and never a key or token',
    async (_, isStrict) => {
      const { emulator, ...site } = await setup({ isStrict });
      const { open } = await setScene(site);
      const page = await open();
      await page.waitUntil('globalThis.isReady');
      emulator.faults.add({ kind: 'status', status: 503, times: Infinity });
      await page.evaluate(() => client.track('viewed'));

      await expect
        .poll(() => lines(page, 'Events'))
        .toContainEqual(expect.stringMatching(/^\w*: viewed waits/));
      emulator.faults.clear();
      await page.evaluate(async (key: string) => {
        await client.flush();
        await client.track('refused');
        await client.track(`holds ${key} and ${given[0] ?? ''}`);
      }, emulator.keys.web);

      await expect
        .poll(() => lines(page, 'Events'))
        .toEqual(
          expect.arrayContaining([
            expect.stringMatching(/^good: viewed delivered in \d/),
            expect.stringMatching(/^bad: refused dropped: BadParams/),
            expect.stringMatching(/^good: holds ••• and ••• delivered in \d/),
          ]),
        );
      await expect
        .poll(() => drawn(page))
        .toMatch(/Whoada@example.comTokenasked .* accepted at .*, ends in \d/);
      expect(await drawn(page)).toContain('Dropped1 (1 BadParams)');
      const tokens = await page.evaluate(() => given);
      expect(tokens.length).toBeGreaterThan(0);
      for (const secret of [emulator.keys.web, ...tokens]) expect(await drawn(page)).not.toContain(secret);
      expect(await page.evaluate(() => document.querySelector('tidings-inspector')?.shadowRoot ?? null)).toBe(
        null,
      );
      // That the service does not take it is what this is about.
      const errors = (await page.errors()).filter((error) => !error.includes('Failed to load resource'));
      expect(errors).toEqual([]);
    },
  );

  it('shows why each message comes or does not, how placements are filled, and what was asked', async () => {
    const {
      emulator: _,
      send,
      ...site
    } = await setup({ script: 'startInApp(client); startEmbedded(client);' });
    await send({ channel: 'embedded', placementId: 808, title: 'Free shipping', body: 'Today.', url: '' });
    const { open } = await setScene(site);
    const page = await open();

    await expect
      .poll(() => lines(page, 'In-app messages'))
      .toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^wait: message later-1 waits for “bought”.*priority 300.5/),
          expect.stringMatching(
            /^: A gift for the inbox: it never comes by itself priority 100.5 · in the inbox$/,
          ),
        ]),
      );
    await expect
      .poll(() => lines(page, 'Placements'))
      .toEqual(['good: Placement 808 1 message Free shipping']);
    await expect
      .poll(() => lines(page, 'Requests'))
      .toContainEqual(expect.stringMatching(/\/api\/inApp\/web\/getMessages (200|answered) · \d/));
    expect(await drawn(page)).not.toMatch(/[?]email=/);
    // The service knows nothing of messages that this test has made up.
    const errors = (await page.errors()).filter((error) => !error.includes('Failed to load resource'));
    expect(errors).toEqual([]);
  });

  it('is loaded only where the address asks for it, as its guide has it', async () => {
    const { pageOf, service } = await createVisitor();
    const html = pageOf({ body: '', name: 'startInApp', script: guide });
    const { open, site } = await setScene({ pages: { '/': html }, service });
    const page = await open();
    await page.waitUntil('globalThis.isReady');
    const loaded = `[document.querySelectorAll('tidings-inspector').length,
      performance.getEntriesByType('resource').filter(({ name }) => /inspector/.test(name)).length > 0]`;
    expect(await page.evaluate(loaded)).toEqual([0, false]);

    await page.goto(`${site.url}/?tidings-inspect`);

    await page.waitUntil(`document.querySelector('tidings-inspector')`);
    expect(await page.evaluate(loaded)).toEqual([1, true]);
  });

  it('outlines what is counted as seen of embedded messages, for as long, and says how often and how long', async () => {
    const { emulator: _, send, ...site } = await setup({ script: 'startEmbedded(client, { time: 1 });' });
    const messageId = await send({
      ...{ channel: 'embedded', placementId: 808, title: 'Free shipping', body: 'Today.', url: '' },
    });
    const { open } = await setScene(site);
    const page = await open();
    await page.resize({ width: 1280, height: 800 });
    const boxes = () =>
      page.evaluate(() => {
        const card = document.querySelector('tidings-placement')?.shadowRoot?.querySelector('li');
        const outlines = [...(roots[0]?.querySelectorAll('.outlines > div') ?? [])];
        return [card, ...outlines].map((one) => {
          const { x, y, width, height } = one?.getBoundingClientRect() ?? new DOMRect();
          return [x, y, width, height].map(Math.round);
        });
      });
    await page.waitUntil(() => roots[0]?.querySelector('.outlines > div'));
    const areEqual = async () => {
      const [card = [], ...outlines] = await boxes();
      return outlines.join(' ') === card.join();
    };
    await expect.poll(areEqual).toBe(true);
    await page.evaluate(() => document.documentElement.style.setProperty('zoom', '1.5'));
    await expect.poll(areEqual).toBe(true);
    // One that begins later finds what is in view.
    await page.evaluate(() => {
      inspector.close();
      roots.pop();
      startInspector(client);
    });
    await expect.poll(areEqual).toBe(true);
    const name = messageId.slice(0, 8);
    await expect
      .poll(() => lines(page, 'Counted as seen'))
      .toEqual([expect.stringMatching(new RegExp(`^good: message ${name} once, .*, and now$`))]);

    await page.evaluate(() => {
      document.querySelector<HTMLElement>('tidings-placement')?.style.setProperty('opacity', '0');
    });

    await page.waitUntil(() => !roots[0]?.querySelector('.outlines > div'));
    await expect
      .poll(() => lines(page, 'Counted as seen'))
      .toEqual([expect.stringMatching(new RegExp(`^: message ${name} once, [\\d.]+ m?s$`))]);
  });

  it('marks what breaks a tracking plan, and says why', async () => {
    const plan = `{ plan: { properties: { viewed: { properties: { sku: { type: 'string' } } } } } }`;
    const { emulator: _, ...site } = await setup({ options: plan });
    const { open } = await setScene(site);
    const page = await open();
    await page.waitUntil('globalThis.isReady');

    await page.evaluate(async () => {
      await client.track('viewed', { sku: 'A1' });
      await client.track('viewed', { sku: 7 });
      await client.track('veiwed');
    });

    const why = async () => (await lines(page, 'Events')).map((line) => /breaks.*/.exec(line)?.[0]);
    await expect
      .poll(why)
      .toEqual([
        'breaks the plan: it is not in the plan',
        'breaks the plan: sku must be string, and is number',
        undefined,
      ]);
  });

  it('shows sections of the page’s own, which the page finds and styles, and tells that it is closed', async () => {
    const own = `{
      own: ['first', 'last'].map((id) => {
        const section = document.createElement('section');
        section.id = id;
        section.append(document.createElement('button'));
        section.firstChild.textContent = 'Break it';
        if (id === 'last') section.slot = 'end';
        return section;
      }),
      onToggle: (isOpen) => (document.title = isOpen ? 'beside' : 'alone'),
    }`;
    const style = `document.adoptedStyleSheets = [new CSSStyleSheet()];
      document.adoptedStyleSheets[0].replaceSync('tidings-inspector { --tidings-inspector-width: 20rem } #first { color: var(--bad) }');`;
    const { emulator: _, ...site } = await setup({ options: own, script: style, isStrict: true });
    const { open } = await setScene(site);
    const page = await open();
    await page.waitUntil(`roots[0]?.querySelector('.brief').textContent`);
    await page.resize({ width: 1280, height: 800 });

    const [first, last, events, placements] = await page.evaluate(() =>
      [
        document.querySelector('#first'),
        document.querySelector('#last'),
        roots[0]?.querySelector('[aria-label=Events]'),
        roots[0]?.querySelector('[aria-label=Requests]'),
      ].map((one) => one?.getBoundingClientRect().top ?? NaN),
    );
    expect(first).toBeLessThan(events ?? NaN);
    expect(last).toBeGreaterThan(placements ?? NaN);
    const [color, width] = await page.evaluate(() => [
      getComputedStyle(document.querySelector('#first') ?? document.body).color,
      document.querySelector('tidings-inspector')?.getBoundingClientRect().width,
    ]);
    expect([color, width]).toEqual(['rgb(179, 38, 30)', 320 + 12]);
    await page.evaluate(() => document.querySelector<HTMLElement>('#first button')?.focus());
    await page.press('Escape');
    expect(await page.evaluate(() => document.title)).toBe('alone');
    expect(await page.evaluate(() => document.querySelector('#first')?.checkVisibility())).toBe(false);
    await page.press('Enter');
    expect(await page.evaluate(() => document.title)).toBe('beside');
    await page.evaluate('inspector.close()');
    expect(await page.evaluate(() => document.querySelectorAll('#first, #last').length)).toBe(0);
    expect(await page.errors()).toEqual([]);
  });

  it('shows sections once all is drawn in them, since none may move under a press', async () => {
    const page = relayPage.replace(
      'startInspector(client)',
      `
      const own = document.createElement('button');
      globalThis.isSeen = () => own.checkVisibility({ visibilityProperty: true });
      startInspector(client, { own: [own] });
      globalThis.atFirst = isSeen()`,
    );
    const { open } = await setScene({ pages: { '/': page } });
    const opened = await open();

    await opened.waitUntil(`roots[0]?.querySelector('.brief').textContent`);

    expect(await opened.evaluate('[atFirst, isSeen()]')).toEqual([false, true]);
  });

  it('shows what went in each request to a relay, and what became of each event', async () => {
    let isUp = false;
    const outcomeOf = (line: string) =>
      line.includes('"viewed"') ? '[200,{}]' : '[400,{"code":"BadParams","msg":"no"}]';
    const { open } = await setScene({
      pages: { '/': relayPage },
      async service(request) {
        if (!isUp) return new Response(null, { status: 503 });
        // What was tried before may go behind what was not.
        return new Response((await request.text()).trim().split('\n').map(outcomeOf).join('\n'));
      },
    });
    const page = await open();
    const track = (names: string[]) =>
      page.evaluate(async (names: string[]) => {
        await Promise.all(names.map((name) => client.track(name)));
        await client.flush().catch(() => {}); // What the relay says of them is what this is about.
      }, names);
    await page.waitUntil('globalThis.client');

    await track(['viewed', 'bought a-web-key']);
    await expect.poll(() => lines(page, 'Requests')).toContainEqual('wait: viewed waits');
    isUp = true;
    await track([]);

    await expect.poll(() => drawn(page)).toContain('2 events at once 200');
    // What became of each is read after the request is drawn.
    await expect
      .poll(() => lines(page, 'What went in it'))
      .toEqual(
        expect.arrayContaining([
          'good: viewed delivered',
          'bad: bought ••• refused: BadParams',
          'wait: viewed waits',
        ]),
      );
  });

  it('lets a page of a test project be offline, or meet an expired token, and loses nothing', async () => {
    const { emulator, ...site } = await setup({ options: '{ faults: true }', mode: "'open'" });
    const { open } = await setScene(site);
    const page = await open();
    await page.waitUntil('globalThis.isReady');
    await page.evaluate(() => client.track('before'));
    await page.evaluate(() => client.flush());
    const arrived = () => emulator.inspect.events('customEvent').map(({ fields }) => fields['eventName']);

    await press(page, 'Offline');
    await page.evaluate(async () => {
      await client.track('offline');
      await client.flush().catch(() => {}); // That is what this is about.
    });
    expect(arrived()).toEqual(['before']);
    await press(page, 'Offline');
    await page.evaluate(() => client.flush());
    expect(arrived()).toEqual(['before', 'offline']);
    const tokens = await page.evaluate(() => given.length);
    await press(page, 'Token expired');
    await page.evaluate(() => client.track('renewed'));
    await page.evaluate(() => client.flush());
    expect(arrived()).toEqual(['before', 'offline', 'renewed']);
    expect(await page.evaluate(() => given.length)).toBe(tokens + 1);
  });

  it('is used by keyboard alone, and heard', async () => {
    const { emulator: _, ...site } = await setup({ mode: "'open'" });
    const { open } = await setScene(site);
    const page = await open();
    await page.waitUntil('globalThis.isReady');
    const focused = () => page.evaluate(() => roots[0]?.activeElement?.localName ?? '');
    const isOpen = () =>
      page.evaluate(() => roots[0]?.querySelector('button')?.getAttribute('aria-expanded') ?? '');

    await expect
      .poll(() => page.evaluate(() => roots[0]?.querySelector('[role=status]')?.textContent))
      .toMatch(/\d waiting/);
    expect(await violationsOf(page)).toEqual([]);
    await page.evaluate(() => roots[0]?.querySelector('button')?.focus());
    await page.press('Tab');
    expect(await focused()).toBe('div');
    await page.press('Escape');
    expect([await isOpen(), await focused()]).toEqual(['false', 'button']);
    await page.press('Enter');
    expect(await isOpen()).toBe('true');
    await page.press('Enter');
    expect(await isOpen()).toBe('false');
    expect(await violationsOf(page)).toEqual([]);
  });

  it('leaves nothing behind once all who started it have closed it, and begins anew', async () => {
    const { emulator: _, ...site } = await setup();
    const { open } = await setScene(site);
    const page = await open();
    await page.waitUntil('globalThis.isReady');
    const there = () => page.evaluate(() => document.querySelectorAll('tidings-inspector').length);

    await page.evaluate('(globalThis.second = startInspector(client), inspector.close())');
    expect(await there()).toBe(1);
    await page.evaluate('second.close()');
    expect(await there()).toBe(0);
    const before = await drawn(page);
    await page.evaluate(() => client.track('viewed'));
    await page.evaluate(() => client.flush());
    expect(await drawn(page)).toBe(before);
    await page.evaluate('(globalThis.third = startInspector(client), undefined)');
    expect(await there()).toBe(1);
    await page.evaluate(() => client.close());
    expect(await there()).toBe(0);
    expect(await page.errors()).toEqual([]);
  });

  const looks = [
    ['light', 390, 'a plain'],
    ['light', 1280, 'a plain'],
    ['dark', 390, 'a plain'],
    ['dark', 1280, 'a plain'],
    ['light', 390, 'a strict'],
    ['dark', 1280, 'a strict'],
  ] as const;
  it.each(shareOf(engine, looks))('can be looked at, %s, %d pixels, on %s page', async (...look) => {
    const [scheme, width, kind] = look;
    const script = 'startInApp(client); startEmbedded(client);';
    const isStrict = kind === 'a strict';
    const { emulator, send, ...site } = await setup({ script, options: '{ faults: true }', isStrict });
    await send({ channel: 'embedded', placementId: 808, title: 'Free shipping', body: 'Today.', url: '' });
    const { site: place } = await setScene(site);
    const page = await preferring(engine, { dark: scheme === 'dark' })(place.url);
    await page.resize({ width, height: width === 390 ? 844 : 800 });
    await page.waitUntil('globalThis.isReady');
    await page.evaluate(async () => {
      await client.track('viewed');
      await client.track('refused');
      await client.updateCart([]);
      await client.flush();
    });
    emulator.faults.add({ kind: 'status', status: 503, times: 9 });
    await page.evaluate(() => client.track('product-viewed', { sku: 'A1' }));
    await expect
      .poll(() => lines(page, 'Events'))
      .toContainEqual(expect.stringMatching('product-viewed waits'));
    await expect.poll(() => lines(page, 'Placements')).toHaveLength(1);

    const box = await page.evaluate(
      () => document.querySelector('tidings-inspector')?.getBoundingClientRect().toJSON() as DOMRect,
    );
    expect(box.left).toBeGreaterThanOrEqual(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    // Beside however long a state, there is room for what it is about.
    const narrowest = await page.evaluate(() =>
      Math.min(...[...(roots[0]?.querySelectorAll('li > .what') ?? [])].map((what) => what.clientWidth)),
    );
    expect(narrowest).toBeGreaterThan(100);
    // What was drawn last has been painted.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    await picture(page, `inspector-${isStrict ? 'strict-' : ''}${scheme}-${width}-${engine.name}`);
  });
});
