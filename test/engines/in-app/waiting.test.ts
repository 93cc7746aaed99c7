import { expect, it } from 'vitest';
import type { Client } from '../../../src/index.js';
import type { InApp } from '../../../src/in-app/in-app.js';
import { inEveryEngine } from '../harness/harness.js';
import { pageClock } from '../harness/page-clock.js';
import { createMessageShop, gone, shown } from './message-shop.js';

/** The page's own names, for functions that run in it. */
declare const client: Client;
declare const inApp: InApp;

/** What a page has open over all else, on its first visit. */
const busy = `<script>
  addEventListener('DOMContentLoaded', () => {
    if (sessionStorage.getItem('was here')) return;
    sessionStorage.setItem('was here', 'yes');
    document.body.appendChild(document.createElement('dialog')).showModal();
  });
</script>`;

/** Lets a page be loaded ahead, as far as it can tell, until it is opened. */
const ahead = `<script>
  Object.defineProperty(document, 'prerendering', { get: () => !globalThis.isOpened });
</script>`;
const opens = () => {
  Object.assign(globalThis, { isOpened: true });
  document.dispatchEvent(new Event('prerenderingchange'));
};

/** Whether it has got what keeps messages. */
const isKeeping = () => performance.getEntriesByType('resource').some(({ name }) => name.includes('keeping'));

const isThere = () => !!document.querySelector('tidings-message');

inEveryEngine('an in-app message that waits', (setScene) => {
  it.each([
    ['is not displayed', 'display: none'],
    ['is further down', 'margin-block-start: 5000px; inline-size: 500px; block-size: 500px'],
  ])('in a frame that %s keeps no other page from its own', async (_, style) => {
    const { pages, ...shop } = await createMessageShop([{}]);
    const around = `<h1>Around</h1><p></p><iframe src="/" style="${style}"></iframe>`;
    const { open } = await setScene({ ...shop, pages: { ...pages, '/around': around } });
    const page = await open('/around');
    await page.waitUntil(() => !!(window[0] as Window & { inApp?: InApp }).inApp?.messages.length);

    await shown(await open());
  });

  it('does not come any more, once the service has taken it back', async () => {
    const { service, ...shop } = await createMessageShop([{}], { head: busy });
    let isOver = false;
    const { open } = await setScene({
      ...shop,
      service: (request: Request) =>
        isOver && request.url.includes('getMessages')
          ? Response.json({ inAppMessages: [] })
          : service(request),
    });
    const page = await open();
    await page.waitUntil(isThere);

    isOver = true;
    await page.evaluate(() => inApp.refresh());

    await page.waitUntil(() => !document.querySelector('tidings-message'));
  });

  it('makes none wait for the interval that nobody saw', async () => {
    const { open } = await setScene(
      await createMessageShop([{}], { head: busy, options: 'interval: 600_000' }),
    );
    const page = await open();
    await page.waitUntil(isThere);

    await page.reload();

    await shown(page);
  });

  it('in the inbox, unread again, does not come by itself, and is told as opened once', async () => {
    const shop = await createMessageShop([{ also: { saveToInbox: true } }]);
    const { open } = await setScene(shop);
    const page = await open();
    await shown(page);
    await page.waitUntil('inApp.messages[0]?.message.read');
    await page.press('Escape');
    await gone(page);

    await page.evaluate(() => inApp.inbox.markUnread(`${inApp.messages[0]?.message.messageId}`));
    await page.reload();

    await page.waitUntil(`globalThis.inApp?.messages[0]?.state === 'kept'`);
    expect(await page.evaluate(() => inApp.inbox.unread)).toBe(1);
    await page.evaluate(() => inApp.inbox.open(`${inApp.messages[0]?.message.messageId}`));
    await page.waitUntil('!inApp.inbox.unread');
    const told = await shop.told(page);
    expect(told.filter(({ type }) => type === 'inAppOpen')).toHaveLength(1);
  });

  it('counts its time from when the page is opened that was loaded ahead', async () => {
    const also = { customPayload: { tidings: { show: { after: 5 } } } };
    const { open } = await setScene(await createMessageShop([{ also }], { head: pageClock + ahead }));
    const page = await open();
    await page.waitUntil(isKeeping);
    await page.evaluate(() => window.clock.advance(7_000));

    await page.evaluate(opens);

    await page.waitUntil(`inApp.messages[0]?.state === 'waiting'`);
    await page.evaluate(() => window.clock.advance(5_000));
    await shown(page);
  });

  it('is asked for once a page is opened that was loaded ahead, whoever came meanwhile', async () => {
    const { service, ...shop } = await createMessageShop([{}], { head: ahead });
    const asked: (string | null)[] = [];
    const { open } = await setScene({
      ...shop,
      service(request: Request) {
        const { pathname, searchParams } = new URL(request.url);
        if (pathname.endsWith('/getMessages')) asked.push(searchParams.get('email'));
        return service(request);
      },
    });
    const page = await open();
    await page.waitUntil(isKeeping);
    await page.evaluate(() => client.identify({ email: 'bob@example.com' }));
    await page.evaluate(() => client.identify({ email: 'cleo@example.com' }));

    await page.evaluate(opens);

    await expect.poll(() => asked).toEqual(['cleo@example.com']);
  });
});
