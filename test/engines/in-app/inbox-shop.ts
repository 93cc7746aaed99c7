import type { InAppMessage } from '../../../src/api/models/in-app.js';
import { createEmulator } from '../../../src/emulator/app.js';
import type { Page } from '../harness/engine.js';
import { serviceWithTokens } from '../shop.js';

const icon =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><path fill='teal' d='M0 0h8v8H0z'/></svg>";

/** Three messages of a visitor's inbox, of which the last was read. */
export const inAppMessages: InAppMessage[] = [
  { title: 'Your order is on its way', subtitle: 'It comes on Friday, between nine and twelve.', icon },
  { title: 'A second mug for half the price, for all who have bought one of the spring collection' },
  { title: 'Welcome', subtitle: 'Good to see you.' },
].map((inboxMetadata, index) => ({
  messageId: String(index),
  createdAt: Date.UTC(2026, 10, 20 - index),
  saveToInbox: true,
  read: index === 2,
  trigger: { type: 'never' },
  inboxMetadata,
  customPayload: { category: index === 1 ? 'Offers' : 'Orders' },
  content: { html: `<h1>${inboxMetadata.title}</h1>` },
  jsonOnly: false,
}));

/** So many messages, all of them read. */
export const manyMessages = (count: number): InAppMessage[] =>
  Array.from({ length: count }, (_, index) => ({
    messageId: String(index),
    createdAt: Date.UTC(2026, 10, 20) - index,
    ...{ saveToInbox: true, read: true, trigger: { type: 'never' }, jsonOnly: false },
    inboxMetadata: { title: `Message ${index}` },
  }));

export interface InboxShopOptions {
  messages?: InAppMessage[];
  /** Default: `light`. */
  scheme?: string;
  /** Default: `ltr`. */
  dir?: string;
  /** The attributes of its `<tidings-inbox>`. */
  attributes?: string;
  /** HTML in the head of the page. */
  head?: string;
  /** HTML before the list of messages. */
  before?: string;
}

/** What the service was told of a message. */
export interface InboxCall {
  name: string;
  messageId: string;
}

/** A page with an inbox that was there before the library, for a visitor with saved messages. */
export function createInboxShop(options: InboxShopOptions = {}) {
  const { messages = inAppMessages, scheme = 'light', dir = 'ltr', attributes = '', head = '' } = options;
  const emulator = createEmulator();
  const calls: InboxCall[] = [];
  const html = `<!doctype html><html lang="en" dir="${dir}"><meta name="viewport" content="width=device-width">
    <title>Inbox</title><style nonce="n">:root { color-scheme: ${scheme}; font-family: system-ui, sans-serif; background: Canvas; color: CanvasText } main { max-width: 40rem; margin: auto }</style>${head}
    <main><h1>Your messages</h1>${options.before ?? ''}<tidings-inbox ${attributes}></tidings-inbox></main>
    <script type="module" nonce="n">
      import { createClient, startInApp } from 'tidings';
      globalThis.client = createClient({
        apiKey: '${emulator.keys.web}', baseUrl: location.origin,
        getToken: async (who) => (await fetch('/token?email=' + who.email)).text(),
      });
      globalThis.inApp = startInApp(client, { cspNonce: 'n' });
      await client.identify({ email: 'ada@example.com' });
    </script>`;
  const headers = {
    'content-security-policy':
      "default-src 'self'; script-src 'self' 'nonce-n'; style-src 'self' 'nonce-n'; img-src 'self' data:; require-trusted-types-for 'script'; trusted-types tidings",
  };
  async function service(request: Request) {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith('/getMessages')) return Response.json({ inAppMessages: messages });
    // It has not sent them, and would refuse to hear of them.
    if (/InApp/i.test(pathname)) {
      const { messageId } = (await request.json()) as InboxCall;
      calls.push({ name: pathname.replace(/.*\//, ''), messageId });
      return Response.json({ code: 'Success', msg: '' });
    }
    return emulator.fetch(request);
  }
  return {
    pages: { '/': { html, headers }, '/other': '<title>Other</title>Elsewhere' },
    service: serviceWithTokens(emulator, service),
    /** Of which messages the service was told that. */
    told: (name: string) => calls.filter((call) => call.name === name).map(({ messageId }) => messageId),
  };
}

/** Waits until the inbox has so many lines with a message. */
export async function listed(page: Page, count: number) {
  await page.waitUntil(
    (count: number) =>
      document.querySelector('tidings-inbox')?.shadowRoot?.querySelectorAll('li .open').length === count,
    count,
  );
}

/** What has the focus, by its accessible name. */
export const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.querySelector('tidings-inbox')?.shadowRoot?.activeElement;
    return (
      element?.getAttribute('aria-label') ??
      element?.querySelector('.title > :last-child')?.textContent ??
      element?.textContent ??
      ''
    );
  });

/** Gives the focus to the first of the inbox that fits. */
export const focus = (page: Page, selector: string) =>
  page.evaluate(
    (selector: string) =>
      document.querySelector('tidings-inbox')?.shadowRoot?.querySelector<HTMLElement>(selector)?.focus(),
    selector,
  );

/** The words of all that fits in the inbox and is not hidden. */
export const wordsOf = (page: Page, selector: string) =>
  page.evaluate(
    (selector: string) =>
      [
        ...(document.querySelector('tidings-inbox')?.shadowRoot?.querySelectorAll<HTMLElement>(selector) ??
          []),
      ]
        .filter((one) => one.offsetParent)
        .map((one) => one.textContent),
    selector,
  );
