import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createEmulator } from '../../src/emulator/app.js';
import type { InAppPosition } from '../../src/api/in-app.js';
import { violationsOf } from './accessible.js';
import { inEveryEngine } from './harness.js';
import type { Page } from './engine.js';

const user = { email: 'ada@example.com' };

declare const said: string[];

interface Sent {
  position?: InAppPosition;
  html?: string;
}

const card = `<h2>Good to see you</h2><p>Your first order ships for free.</p>
  <p><a id="page" href="/sale">Sale</a> <a id="tab" href="/sale" target="_blank">Sale, apart</a>
  <a id="act" href="action://welcome">Act</a> <a id="dismiss" href="tidings://dismiss">Later</a>
  <a id="bad" href="javascript:parent.document.title='owned'">Bad</a></p>`;

/** A shop whose only visitor was sent messages. */
async function createShop(messages: Sent[], { options = '', headers = {} } = {}) {
  const emulator = createEmulator();
  const call = (path: string, body: object) =>
    emulator.fetch(
      new Request(`http://127.0.0.1${path}`, {
        method: 'POST',
        headers: { 'Api-Key': emulator.keys.server, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
  await call('/api/users/update', { ...user, dataFields: { firstName: 'Ada' } });
  await emulator.settle();
  const { id: personId } = emulator.inspect.person(user) ?? expect.fail('Nobody is there');
  for (const { position = 'Center', html = card } of messages) {
    const answer = await call('/_emulator/messages', {
      personId,
      channel: 'inApp',
      title: 'News',
      html,
      position,
    });
    expect(answer.status).toBe(200);
  }
  const html = `<html lang="en"><title>Shop</title><main><h1>A shop</h1><button id="buy">Buy</button></main>
    <script type="module" nonce="n">
      import { createClient, startInApp } from 'tidings';
      globalThis.said = [];
      const client = createClient({
        apiKey: '${emulator.keys.web}', baseUrl: location.origin,
        getToken: async (who) => (await fetch('/token?email=' + who.email)).text(),
      });
      client.on('error', ({ message }) => said.push(message));
      document.querySelector('#buy').onclick = () => said.push('bought');
      globalThis.inApp = startInApp(client, {
        interval: 0, cspNonce: 'n', onAction: (name) => said.push('action ' + name), ${options}
      });
      globalThis.flush = () => client.flush();
      await client.identify({ email: '${user.email}' });
    </script>`;
  return {
    pages: { '/': { html, headers }, '/sale': '<title>Sale</title>Sale' },
    async service(request: Request) {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname !== '/token') return emulator.fetch(request);
      return new Response(await emulator.signToken({ email: searchParams.get('email') ?? '' }));
    },
    /** The types of what the service was told of messages, once all is delivered. */
    async told(page: Page) {
      await page.evaluate('flush()');
      return emulator.inspect
        .events()
        .map(({ type }) => type)
        .filter((type) => type.startsWith('inApp') && type !== 'inAppSend');
    },
  };
}

/** Waits until a message stands on the page, and gives where. */
async function shown(page: Page) {
  return page.waitUntil(() => {
    const dialog = document.querySelector('tidings-message')?.shadowRoot?.querySelector('dialog[open]');
    const { x = 0, y = 0, width = 0, height = 0 } = dialog?.getBoundingClientRect() ?? {};
    return dialog && { x, y, width, height };
  }) as Promise<{ x: number; y: number; width: number; height: number }>;
}

const strict = {
  'content-security-policy':
    "default-src 'self'; script-src 'self' 'nonce-n'; style-src 'self'; img-src 'self' data:; frame-src 'self'; require-trusted-types-for 'script'; trusted-types tidings",
};

inEveryEngine('an in-app message', (setScene, engine) => {
  it('is shown, told of, and closed by Escape from inside its frame', async () => {
    const { told, ...shop } = await createShop([{}]);
    const { open } = await setScene(shop);
    const page = await open();
    await shown(page);
    await page.screenshot(join('build/pictures', `in-app-${engine.name}.png`));
    expect(await page.frame('iframe').text('h2')).toBe('Good to see you');

    await page.press('Escape');

    await page.waitUntil(() => !document.querySelector('tidings-message'));
    expect(await told(page)).toEqual(['inAppDelivery', 'inAppOpen', 'inAppClose']);
    expect(await page.errors()).toEqual([]);
  });

  it.each(['Top', 'Bottom', 'TopRight', 'BottomRight', 'TopLeft', 'BottomLeft'] as const)(
    'at %s leaves the page to its visitor',
    async (position) => {
      const { open } = await setScene(await createShop([{ position }]));
      const page = await open();
      for (const width of [320, 768, 1440]) {
        await page.resize({ width, height: 700 });
        const box = await shown(page);
        const at = `${position} at ${width}`;
        expect(box.x, at).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width, at).toBeLessThanOrEqual(width);
        expect(box.height, at).toBeGreaterThan(50);
        expect(box.height, at).toBeLessThan(500);
        if (position.startsWith('Top')) expect(box.y, at).toBeLessThan(40);
        else expect(box.y + box.height, at).toBeGreaterThan(660);
        if (width > 400 && position.endsWith('Right')) expect(box.x, at).toBeGreaterThan(width / 2 - 20);
        if (width > 400 && position.endsWith('Left'))
          expect(box.x + box.width, at).toBeLessThan(width / 2 + 20);
      }
      await page.screenshot(join('build/pictures', `in-app-${position}-${engine.name}.png`));
      if (!position.startsWith('Top')) await page.click('#buy');
      else await page.evaluate(() => document.querySelector<HTMLButtonElement>('#buy')?.click());
      expect(await page.evaluate(() => said)).toEqual(['bought']);
      expect(await violationsOf(page)).toEqual([]);
    },
  );

  it.each(['Center', 'Full'] as const)('at %s keeps the focus until it is closed', async (position) => {
    const { open } = await setScene(await createShop([{ position }]));
    const page = await open();
    await shown(page);
    for (const width of [320, 1440]) {
      await page.resize({ width, height: 700 });
      const box = await shown(page);
      if (position === 'Full') expect(box).toMatchObject({ x: 0, y: 0, width, height: 700 });
      else expect(Math.abs(box.x - (width - box.x - box.width))).toBeLessThan(2);
    }
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe('tidings-message');
    expect(await violationsOf(page)).toEqual([]);
    await page.screenshot(join('build/pictures', `in-app-${position}-${engine.name}.png`));

    await page.click('button[aria-label=Close]');

    await page.waitUntil(() => !document.querySelector('tidings-message'));
  });

  it('does what its links say, each told once', async () => {
    const { told, ...shop } = await createShop([{}, {}, {}]);
    const { open } = await setScene(shop);
    const page = await open();
    await shown(page);
    await page.frame('iframe').click('#act');
    await page.waitUntil(() => said.includes('action welcome'));
    await shown(page);
    await page.frame('iframe').click('#bad');
    await page.waitUntil(() => said.some((line) => line.includes('refused')));
    await page.evaluate(() => document.querySelector('tidings-message')?.setAttribute('data-seen', ''));
    await page.frame('iframe').click('#dismiss');
    await page.waitUntil(() => !document.querySelector('tidings-message[data-seen]'));
    await shown(page);
    const types = await told(page);
    expect(types.filter((type) => type === 'inAppClick')).toHaveLength(1);
    expect(types.filter((type) => type === 'inAppClose')).toHaveLength(2);
    expect(await page.evaluate(() => document.title)).toBe('Shop');

    await page.frame('iframe').click('#page');

    await page.waitUntil(() => document.title === 'Sale');
  });

  it('is shown, and works, under a strict policy with Trusted Types', async () => {
    const html = `<style>h2 { color: rgb(1, 2, 3) }</style>${card}<p id="inline" style="color: rgb(4, 5, 6)">Inline</p>`;
    const { open } = await setScene(await createShop([{ html }], { headers: strict }));
    const page = await open();
    await shown(page);
    const colorOf = (selector: string) =>
      page.frame('iframe').evaluate((selector: string) => {
        const element = document.querySelector(selector);
        return element && getComputedStyle(element).color;
      }, selector);
    expect(await colorOf('h2')).toBe('rgb(1, 2, 3)');
    expect(await colorOf('#inline')).toBe('rgb(4, 5, 6)');
    await page.frame('iframe').click('#act');
    await page.waitUntil(() => said.includes('action welcome'));
  });

  it('does not wait for a picture that does not come', async () => {
    const { service, ...shop } = await createShop([{ html: `${card}<img src="/never.png" alt="">` }]);
    const never = (request: Request) =>
      request.url.endsWith('/never.png') ? new Promise<Response>(() => {}) : service(request);
    const { open } = await setScene({ ...shop, service: never });
    const page = await open();

    await shown(page);
  });

  it('comes one at a time, in one tab at a time', async () => {
    const { open } = await setScene(await createShop([{}, {}]));
    const first = await open();
    await shown(first);
    const second = await open();
    await second.waitUntil('globalThis.inApp');
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await second.evaluate(() => document.querySelectorAll('tidings-message').length)).toBe(0);
    expect(await first.evaluate(() => document.querySelectorAll('tidings-message').length)).toBe(1);
  });
});
