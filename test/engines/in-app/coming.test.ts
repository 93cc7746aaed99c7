import { expect, it } from 'vitest';
import { inEveryEngine } from '../harness/harness.js';
import { advance, pageClock } from '../harness/page-clock.js';
import { createMessageShop, shown, withEarlyPage, type Sent } from './message-shop.js';

declare const inApp: {
  messages: { message: { messageId: string }; state: string }[];
  refresh(): Promise<void>;
};
declare const client: { track(name: string, fields: object): Promise<void> };
declare const bell: EventTarget;
declare const said: string[];
declare const come: () => void;
/** A page in a frame that stands still before its body. */
type Early = Window & { inApp?: typeof inApp; said: string[] };

/** A message that waits for an event of the page. */
const waiting: Sent = {
  also: {
    trigger: { type: 'event' },
    customPayload: { tidings: { show: { event: 'product-viewed', where: { sku: 'A1' } } } },
  },
};
/** A message of the front page alone. */
const here: Sent = {
  html: '<h2>Here</h2>',
  also: { customPayload: { tidings: { show: { pages: ['/'] } } } },
};
/** Lets a message come by `come()`. */
const held = 'beforeShow: () => new Promise((show) => (globalThis.come = () => show(true)))';
const states = () => inApp.messages.map(({ state }) => state);
const isShown = () => !!document.querySelector('tidings-message')?.shadowRoot?.querySelector('[open]');

inEveryEngine('an in-app message that comes by itself', (setScene, engine) => {
  it('stops none in another tab, once its own tab is hidden, and stays there', async () => {
    const { send, ...shop } = await createMessageShop([{ position: 'Top' }]);
    const { open } = await setScene(shop);
    const behind = await open();
    await shown(behind);
    await behind.hide();
    await send({ position: 'Top', html: '<h2>Another</h2>' });

    const page = await open();

    await shown(page);
    expect(await page.frame('iframe').text('h2')).toBe('Another');
    expect(await behind.evaluate(isShown)).toBe(true);
  });

  it('comes to a page whose forms are called as what scripts ask a document for', async () => {
    const names = ['visibilityState', 'hidden', 'readyState', 'activeElement', 'fullscreenElement', 'title'];
    const body = names.map((name) => `<form name="${name}"></form>`).join('');
    const { open } = await setScene(
      await createMessageShop([{}], { body: `<button id="buy">Buy</button><img name="body" alt="">${body}` }),
    );

    const page = await open();

    await shown(page);
    const inTheMiddle = () => document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.localName;
    expect(await page.evaluate(inTheMiddle)).toBe('tidings-message');
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('hidden');
  });

  it('waits for a body to stand in', async () => {
    const { goOn, ...shop } = withEarlyPage(await createMessageShop([{}]));
    const { open } = await setScene(shop);
    const page = await open('/sale');
    await page.evaluate(
      () => void document.body.append(Object.assign(document.createElement('iframe'), { src: '/early' })),
    );
    await page.waitUntil(() => (frames[0] as Early).inApp);
    // Firefox gets no module while its parser waits, so no message either.
    if (engine.name !== 'firefox') await page.waitUntil(() => (frames[0] as Early).inApp?.messages.length);
    expect(await page.evaluate(() => (frames[0] as Early).document.body)).toBeNull();

    goOn();

    await page.waitUntil(() =>
      (frames[0] as Early).document.querySelector('tidings-message')?.shadowRoot?.querySelector('[open]'),
    );
    expect(await page.evaluate(() => (frames[0] as Early).said)).toEqual([]);
  });

  it('comes although another one is nested more deeply than a device gives back', async () => {
    const customPayload = JSON.parse('{"a":'.repeat(3_000) + '1' + '}'.repeat(3_000)) as Record<
      string,
      unknown
    >;
    const { open } = await setScene(await createMessageShop([{ also: { customPayload } }, {}]));

    const page = await open();

    await shown(page);
    expect(await page.evaluate(() => [inApp.messages.length, said])).toEqual([
      1,
      ['A message is left out: it has no usable `messageId`, or is too large to keep'],
    ]);
  });

  it('is fetched again when that failed at first', async () => {
    const { service, ...shop } = await createMessageShop([{}]);
    let failures = 0;
    const { open } = await setScene({
      ...shop,
      service: async (request: Request) =>
        request.url.includes('/getMessages') && failures++ < 2
          ? new Response('', { status: 503 })
          : service(request),
    });

    const page = await open();

    await shown(page);
    expect(failures).toBeGreaterThan(2);
  });

  it('comes on the next page of a page with a router, where this one refuses it', async () => {
    const { open } = await setScene(
      await createMessageShop([{}], { options: "beforeShow: () => location.pathname === '/cart'" }),
    );
    const page = await open();
    await page.waitUntil(`inApp.messages[0]?.state === 'deferred'`);
    expect(await page.evaluate(isShown)).toBe(false);

    await page.evaluate(() => history.pushState(null, '', '/cart'));

    await shown(page);
  });

  it('comes with the event that its rule names', async () => {
    const { open } = await setScene(await createMessageShop([waiting]));
    const page = await open();
    await page.waitUntil('inApp.messages.length');
    await page.evaluate(() => client.track('product-viewed', { sku: 'B2' }));
    expect(await page.evaluate(states)).toEqual(['waiting']);
    expect(await page.evaluate(isShown)).toBe(false);

    await page.evaluate(() => client.track('product-viewed', { sku: 'A1' }));

    await shown(page);
  });

  it('comes once in a session, counted from when somebody saw it', async () => {
    const show = { event: 'product-viewed', once: 'session' };
    const once: Sent = {
      position: 'Top',
      also: { trigger: { type: 'event' }, customPayload: { tidings: { show } } },
    };
    const { send, ...shop } = await createMessageShop([once], { options: 'interval: 0' });
    const { open } = await setScene(shop);
    const page = await open();
    await page.waitUntil('inApp.messages.length');
    const view = () => page.evaluate(() => client.track('product-viewed', {}));
    await page.evaluate(() => {
      const dialog = document.body.appendChild(document.createElement('dialog'));
      dialog.showModal();
    });
    await view();
    await page.waitUntil(() => !!document.querySelector('tidings-message'));
    expect(await page.evaluate(isShown)).toBe(false);
    await page.reload();
    await page.waitUntil('inApp.messages.length');

    await view();
    await shown(page);
    // Before that is kept, a page that is left shows it again.
    await page.waitUntil('inApp.messages[0]?.message.read');

    await send(once);
    await page.reload();
    // The device knows the first; the service brings the other.
    await page.waitUntil('inApp.messages.length === 2');
    await view();
    await page.waitUntil(`inApp.messages[0].state === 'waiting'`);
    expect(await page.evaluate(isShown)).toBe(false);
  });

  it('comes at once, where the page says that there is news', async () => {
    const { send, ...shop } = await createMessageShop([], {
      options: 'news: (globalThis.bell = new EventTarget())',
    });
    const { open } = await setScene(shop);
    const page = await open();
    await page.waitUntil('inApp.inbox.isLoaded');
    await send({});

    await page.evaluate(() => void bell.dispatchEvent(new Event('message')));

    await shown(page);
  });

  it('comes with the news also where the clock was set back since', async () => {
    const head = `<script>
      const { now } = Date;
      Date.now = () => now.call(Date) - (globalThis.isBack ? 3_600_000 : 0);
    </script>`;
    const { send, ...shop } = await createMessageShop([], {
      ...{ head, options: 'news: (globalThis.bell = new EventTarget())' },
    });
    const { open } = await setScene(shop);
    const page = await open();
    await page.waitUntil('inApp.inbox.isLoaded');
    await send({});

    await page.evaluate('void (globalThis.isBack = true)');
    await page.evaluate(() => void bell.dispatchEvent(new Event('message')));

    await shown(page);
  });

  it('is for no other page than its rule says, also where the visitor goes on while the page thinks about it', async () => {
    const { open } = await setScene(
      await createMessageShop([here, { html: '<h2>Anywhere</h2>' }], { options: held }),
    );
    const page = await open();
    await page.waitUntil('!!globalThis.come');

    await page.evaluate(() => history.pushState(null, '', '/other'));
    await page.waitUntil(() => {
      come();
      return !!document.querySelector('tidings-message')?.shadowRoot?.querySelector('[open]');
    });

    expect(await page.frame('iframe').text('h2')).toBe('Anywhere');
  });

  it.each([
    ['the page pauses', 'inApp.pause()', 'inApp.resume()'],
    ['its page is left', "history.pushState(null, '', '/other')", "history.pushState(null, '', '/')"],
  ])('and waits for a visitor who types does not come once %s, but after that', async (_, end, again) => {
    // Nobody hears when the typing in it ends.
    const body = '<button id="buy">Buy</button><iframe id="form" src="/sale" title="A form"></iframe>';
    const { open } = await setScene(
      await createMessageShop([here], { body, options: held, head: pageClock }),
    );
    const page = await open();
    await page.waitUntil('!!globalThis.come');
    await page.evaluate(() => document.querySelector<HTMLElement>('#form')?.focus());
    await page.evaluate('come()');
    await page.waitUntil(() => !!document.querySelector('tidings-message'));
    // It is laid out before it is its turn.
    await advance(page, 500);

    await page.evaluate(end);
    await page.waitUntil(() => !document.querySelector('tidings-message'));
    await page.evaluate('void (globalThis.come = undefined)');
    // Longer than a page takes to hear of its own address.
    await advance(page, 500);
    await page.evaluate(again);
    await page.waitUntil('!!globalThis.come');
    await page.evaluate('come()');
    // In WebKit, a frame that is told to give the focus away keeps it.
    await page.evaluate(() => document.querySelector<HTMLElement>('#buy')?.focus());

    await shown(page);
  });

  it('and whose answer comes after all was closed is given to nobody but to who starts again', async () => {
    const { service, ...shop } = await createMessageShop(
      [{ also: { jsonOnly: true, content: {}, customPayload: { code: 'A1' } } }],
      {
        options: `onMessage: () => said.push('closed'),
          ...void (globalThis.again = () => startInApp(client, { onMessage: () => said.push('again') }))`,
      },
    );
    let goOn = () => {};
    const released = new Promise<void>((resolve) => (goOn = resolve));
    let times = 0;
    const { open } = await setScene({
      ...shop,
      async service(request: Request) {
        if (request.url.includes('/getMessages') && !times++) await released;
        return service(request);
      },
    });
    const page = await open();
    await expect.poll(() => times).toBe(1);

    await page.evaluate('inApp.close()');
    goOn();
    await page.evaluate('void again()');

    await page.waitUntil(() => said.length);
    expect(await page.evaluate(() => said)).toEqual(['again']);
  });
});
