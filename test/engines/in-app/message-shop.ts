import type { InAppMessage, InAppMessages, InAppPosition } from '../../../src/api/models/in-app.js';
import type { Page, Size } from '../harness/engine.js';
import { createVisitor } from '../visitor.js';

/** A message that the visitor was sent. */
export interface Sent {
  /** Default: `Center`. */
  position?: InAppPosition;
  /** Default: a heading, a line and a link of each kind. */
  html?: string;
  /** What the service says of it besides. */
  also?: Partial<InAppMessage>;
}

export interface MessageShopOptions {
  /** Options of the in-app messages beyond our own, as code. */
  options?: string;
  headers?: Record<string, string>;
  /** Whether the page has the one script instead of modules. Default: no. */
  isScripted?: boolean;
  /** HTML in the head of the front page. */
  head?: string;
  /** Default: `A shop`. */
  heading?: string;
  /** What stands on it. Default: a button. */
  body?: string;
  /** The attributes of its `<html>`. */
  attributes?: string;
}

/** What the service was told of a message: the call's name, and its body. */
export interface MessageCall {
  name: string;
  [field: string]: unknown;
}

/** Where a message stands, in CSS pixels. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const card = `<h2>Good to see you</h2><p>Your first order ships for free.</p>
  <p><a id="page" href="/sale">Sale</a> <a id="tab" href="/sale?tab" target="_blank">Sale, apart</a>
  <a id="act" href="action://welcome">Act</a> <a id="dismiss" href="tidings://dismiss">Later</a>
  <a id="bad" href="javascript:parent.document.title='owned'">Bad</a></p>`;

/** A shop whose only visitor was sent messages. What its page is told stands in `said`. */
export async function createMessageShop(messages: Sent[], shop: MessageShopOptions = {}) {
  const { options = '', headers = {}, head = '', heading, attributes, isScripted } = shop;
  const { body = '<button id="buy">Buy</button>' } = shop;
  const { emulator, service, pageOf, ...visitor } = await createVisitor();
  const visits: string[] = [];
  const calls: MessageCall[] = [];
  const more = new Map<string, Partial<InAppMessage>>();

  async function send({ position = 'Center', html = card, also = {} }: Sent) {
    more.set(await visitor.send({ channel: 'inApp', title: 'News', html, position }), also);
  }
  for (const message of messages) await send(message);

  const html = pageOf({
    ...{ head, heading, body, attributes, isScripted, name: 'startInApp' },
    script: `document.querySelector('#buy').onclick = () => said.push('bought');
      globalThis.inApp = startInApp(client, {
        interval: 0, cspNonce: 'n', onAction: (name) => said.push('action ' + name), ${options}
      });`,
  });

  return {
    pages: { '/': { html, headers }, '/other': { html, headers } },
    async service(request: Request) {
      const { pathname, search } = new URL(request.url);
      if (pathname === '/sale') {
        visits.push(pathname + search);
        const html = '<!doctype html><html lang="en"><title>Sale</title><h1>Sale</h1>';
        return new Response(html, { headers: { 'Content-Type': 'text/html' } });
      }
      if (/\/(track)?InApp/i.test(pathname) && request.method === 'POST')
        calls.push({ name: pathname.replace(/.*\//, ''), ...((await request.clone().json()) as object) });
      const answer = await service(request);
      if (!pathname.endsWith('/getMessages') || !answer.ok) return answer;
      const { inAppMessages } = (await answer.json()) as InAppMessages;
      return Response.json({
        inAppMessages: inAppMessages.map((message) => ({ ...message, ...more.get(message.messageId) })),
      });
    },
    send,
    /** The service, to look into. */
    emulator,
    ids: () => [...more.keys()],
    /** What the service was told of messages, as it was told. */
    calls,
    /** The addresses of the sale that were visited. */
    visits,
    /** What the service was told of messages, once all is delivered. */
    async told(page: Page) {
      await page.evaluate('client.flush({ timeout: 60_000 })');
      return emulator.inspect
        .events()
        .filter(({ type }) => type.startsWith('inApp') && type !== 'inAppSend')
        .map(({ type, fields }) => ({ type, ...fields }));
    },
  };
}

/** A shop that has a page `/early` besides, which is read no further than its head until the function is called. */
export function withEarlyPage(shop: Awaited<ReturnType<typeof createMessageShop>>) {
  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  const { html, headers } = shop.pages['/'];
  const [script = ''] = /<script type="module" nonce="n">[^]*?<\/script>/.exec(html) ?? [];
  const atOnce = script
    .replace('type="module"', 'type="module" async')
    .replace("document.querySelector('#buy')", '({})');
  const early = html
    .replace(script, '')
    .replace('</title>', `</title>${atOnce}<script src="/held.js"></script>`);
  return {
    ...shop,
    pages: { ...shop.pages, '/early': { html: early, headers } },
    async service(request: Request) {
      if (!request.url.endsWith('/held.js')) return shop.service(request);
      await held;
      return new Response('', { headers: { 'Content-Type': 'text/javascript' } });
    },
    goOn: () => goOn(),
  };
}

/** Waits until a message stands on the page, and gives where. */
export async function shown(page: Page): Promise<Box> {
  return page.waitUntil(() => {
    const dialog = document.querySelector('tidings-message')?.shadowRoot?.querySelector('dialog[open]');
    const { x = 0, y = 0, width = 0, height = 0 } = dialog?.getBoundingClientRect() ?? {};
    return dialog && { x, y, width, height };
  }) as Promise<Box>;
}

/** Gives the page a size, waits until a message stands on it and moves no more, and gives where. */
export async function shownAt(page: Page, size: Size): Promise<Box> {
  await page.resize(size);
  await page.waitUntil(({ width, height }: Size) => innerWidth === width && innerHeight === height, size);
  return atRest(page);
}

/** Waits until a message on the page moves no more, and gives where. */
export async function atRest(page: Page): Promise<Box> {
  for (let before = await shown(page); ;) {
    // The message says how tall it is with its next frame, and the page obeys with its own.
    await page.frame('iframe').evaluate(twoFrames);
    await page.evaluate(twoFrames);
    const box = await shown(page);
    if (JSON.stringify(box) === JSON.stringify(before)) return box;
    before = box;
  }
}

/** Resolves once a document was drawn twice. It runs there. */
async function twoFrames(): Promise<void> {
  for (let frames = 0; frames < 2; frames++) await new Promise((resolve) => requestAnimationFrame(resolve));
}

/** Waits until no message is on the page. */
export async function gone(page: Page): Promise<void> {
  await page.waitUntil(() => !document.querySelector('tidings-message'));
}

/** A policy that forbids all that a page can do without. */
export const strict = {
  'content-security-policy':
    "default-src 'self'; script-src 'self' 'nonce-n'; style-src 'self' 'nonce-n'; img-src 'self' data:; frame-src 'self'; require-trusted-types-for 'script'; trusted-types tidings",
};
