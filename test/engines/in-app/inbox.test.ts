import { expect, it } from 'vitest';
import { createEmulator } from '../../../src/emulator/app.js';
import { violationsOf } from '../harness/accessible.js';
import { inEveryEngine } from '../harness/harness.js';
import { picture } from '../harness/picture.js';
import { shareOf } from '../harness/share.js';
import { serviceWithTokens } from '../shop.js';
import type { Page } from '../harness/engine.js';

const icon =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><path fill='teal' d='M0 0h8v8H0z'/></svg>";

const inAppMessages = [
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
  content: { html: `<h1>${inboxMetadata.title}</h1>` },
  jsonOnly: false,
}));

/** In which light, and from which side. */
const LOOKS: [scheme: string, dir: string][] = [
  ['light', 'ltr'],
  ['dark', 'ltr'],
  ['light', 'rtl'],
];

/** A page with an inbox that was there before the library, for a visitor with saved messages. */
function createShop(scheme: string, dir = 'ltr') {
  const emulator = createEmulator();
  const html = `<!doctype html><html lang="en" dir="${dir}"><meta name="viewport" content="width=device-width">
    <title>Inbox</title><style nonce="n">:root { color-scheme: ${scheme}; font-family: system-ui, sans-serif; background: Canvas; color: CanvasText } main { max-width: 40rem; margin: auto }</style>
    <main><h1>Your messages</h1><tidings-inbox></tidings-inbox></main>
    <script type="module" nonce="n">
      import { createClient, startInApp } from 'tidings';
      const client = createClient({
        apiKey: '${emulator.keys.web}', baseUrl: location.origin,
        getToken: async (who) => (await fetch('/token?email=' + who.email)).text(),
      });
      startInApp(client, { cspNonce: 'n' });
      await client.identify({ email: 'ada@example.com' });
    </script>`;
  const headers = {
    'content-security-policy':
      "default-src 'self'; script-src 'self' 'nonce-n'; style-src 'self' 'nonce-n'; img-src 'self' data:; require-trusted-types-for 'script'; trusted-types tidings",
  };
  async function service(request: Request) {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith('/getMessages')) return Response.json({ inAppMessages });
    // It has not sent them, and would refuse to hear of them.
    if (/InApp/i.test(pathname)) return Response.json({ code: 'Success', msg: '' });
    return emulator.fetch(request);
  }
  return { pages: { '/': { html, headers } }, service: serviceWithTokens(emulator, service) };
}

/** Waits until the inbox has so many lines. */
async function listed(page: Page, count: number) {
  await page.waitUntil(
    (count: number) =>
      document.querySelector('tidings-inbox')?.shadowRoot?.querySelectorAll('li').length === count,
    count,
  );
}

/** What has the focus, by its accessible name. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.querySelector('tidings-inbox')?.shadowRoot?.activeElement;
    return (
      element?.getAttribute('aria-label') ?? element?.querySelector('.title > :last-child')?.textContent ?? ''
    );
  });

inEveryEngine('<tidings-inbox>', (setScene, engine) => {
  it.each(shareOf(engine, LOOKS))('is handsome and accessible, %s, %s', async (scheme, dir) => {
    const { open } = await setScene(createShop(scheme, dir));
    const page = await open();
    await listed(page, inAppMessages.length);
    for (const width of [390, 1280]) {
      await page.resize({ width, height: 700 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `at ${width}`).toBeLessThanOrEqual(0);
      await picture(page, `inbox-${scheme}-${dir}-${width}-${engine.name}`);
    }
    expect(await violationsOf(page)).toEqual([]);
    expect(await page.errors()).toEqual([]);
  });

  it('opens and deletes by keyboard, and never loses the focus', async () => {
    const { open } = await setScene(createShop('light'));
    const page = await open();
    await listed(page, inAppMessages.length);
    await page.evaluate(() =>
      document.querySelector('tidings-inbox')?.shadowRoot?.querySelector('button')?.focus(),
    );
    const first = await focused(page);

    await page.press('Enter');
    await page.waitUntil(() =>
      document.querySelector('tidings-message')?.shadowRoot?.querySelector('[open]'),
    );
    await page.press('Escape');
    await page.waitUntil(() => !document.querySelector('tidings-message'));

    expect(await focused(page)).toBe(first);
    await page.evaluate(() =>
      document.querySelector('tidings-inbox')?.shadowRoot?.querySelector<HTMLElement>('.remove')?.focus(),
    );
    await page.press('Enter');
    await listed(page, inAppMessages.length - 1);
    expect(await focused(page)).not.toBe('');
  });
});
