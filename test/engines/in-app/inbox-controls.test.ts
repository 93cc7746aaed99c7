import { expect, it } from 'vitest';
import type { InApp } from '../../../src/in-app/in-app.js';
import type { Page } from '../harness/engine.js';
import { inEveryEngine } from '../harness/harness.js';
import { advance, pageClock, stopTime } from '../harness/page-clock.js';
import {
  createInboxShop,
  focus,
  focused,
  inAppMessages,
  listed,
  manyMessages,
  wordsOf,
} from './inbox-shop.js';

/** What those who do not see the page are told. */
const isSaid = (page: Page, text: string) =>
  page.waitUntil(
    (text: string) =>
      document.querySelector('tidings-inbox')?.shadowRoot?.querySelector('.news')?.textContent.includes(text),
    text,
  );
/** How many messages can be brought back. */
const undoable = (page: Page, count: number) =>
  page.waitUntil(
    (count: number) =>
      document.querySelector('tidings-inbox')?.shadowRoot?.querySelectorAll('.undo').length === count,
    count,
  );
const flush = (page: Page) => page.evaluate('client.flush({ timeout: 60_000 })');

inEveryEngine('what can be done in a <tidings-inbox>', (setScene) => {
  it('is to take all as read, of which the service hears, and one as unread again', async () => {
    const { told, ...shop } = createInboxShop();
    const { open } = await setScene(shop);
    const page = await open();
    await listed(page, inAppMessages.length);
    expect(await wordsOf(page, '.mark:not(:empty)')).toEqual(['New', 'New']);

    await focus(page, '.read-all');
    await page.press('Enter');
    await isSaid(page, 'Unread: 0');
    expect(await wordsOf(page, '.read-all')).toEqual([]);
    expect(await focused(page)).toBe('All');
    await focus(page, 'li:nth-child(3) .toggle');
    await page.press('Enter');
    await isSaid(page, 'Unread: 1');
    expect(await focused(page)).toBe('Mark as read: Welcome');
    await flush(page);

    expect(told('trackInAppOpen').sort()).toEqual(['0', '1']);
    await page.reload();
    await listed(page, inAppMessages.length);
    expect(await wordsOf(page, '.mark:not(:empty)')).toEqual(['New']);
  });

  it('opens on the next page what was taken as unread again', async () => {
    const { open } = await setScene(createInboxShop());
    const page = await open();
    await listed(page, inAppMessages.length);
    await page.click('li:first-child .toggle');
    await isSaid(page, 'Unread: 1');
    await page.click('li:first-child .toggle');
    await isSaid(page, 'Unread: 2');
    await page.reload();
    await listed(page, inAppMessages.length);

    await page.click('li:first-child .open');

    await page.waitUntil(() =>
      document.querySelector('tidings-message')?.shadowRoot?.querySelector('[open]'),
    );
    await page.waitUntil('inApp.inbox.unread === 1');
    await page.press('Escape');
    await page.waitUntil(() => !document.querySelector('tidings-message'));
  });

  it('opens what is pressed while messages come', async () => {
    const { open } = await setScene(createInboxShop());
    const page = await open();
    await listed(page, inAppMessages.length);
    await page.waitUntil('inApp.inbox.isLoaded');
    await page.evaluate(() => {
      const shop = globalThis as unknown as { inApp: InApp };
      addEventListener('mousedown', () => void shop.inApp.refresh());
    });

    await page.click('li:first-child .subtitle', { hold: 500 });

    await page.waitUntil('inApp.inbox.unread === 1');
  });

  it('is to delete by the Delete key, and to undo that by keyboard', async () => {
    const { told, ...shop } = createInboxShop();
    const { open } = await setScene(shop);
    const page = await open();
    await listed(page, inAppMessages.length);
    const titles = await wordsOf(page, '.title > :last-child');

    await focus(page, '.open');
    await page.press('Delete');
    await isSaid(page, 'Deleted: Your order is on its way. Undo');
    expect(await focused(page)).toBe(titles[1]);
    await page.waitUntil('inApp.inbox.messages.length === 2');
    await page.press('Shift+Tab');
    expect(await focused(page)).toBe('Undo');
    await page.press('Enter');
    await listed(page, inAppMessages.length);
    expect(await focused(page)).toBe(titles[0]);
    await page.waitUntil('inApp.inbox.messages.length === 3');

    await page.press('ArrowDown');
    expect(await focused(page)).toBe(titles[1]);
    await page.press('Delete');
    await undoable(page, 1);
    await page.press('Control+z');
    await undoable(page, 0);
    expect(await wordsOf(page, '.title > :last-child')).toEqual(titles);
    await flush(page);

    expect(told('inAppConsume')).toEqual([]);
  });

  it('can be undone for seven seconds, and for as long as the focus is there', async () => {
    const { told, ...shop } = createInboxShop({ head: pageClock.replace('<script', '<script nonce="n"') });
    const { open } = await setScene(shop);
    const page = await open();
    await listed(page, inAppMessages.length);

    await focus(page, '.open');
    await page.press('Delete');
    await undoable(page, 1);
    await page.press('Shift+Tab');
    await advance(page, 20_000);
    await undoable(page, 1);
    await flush(page);
    expect(told('inAppConsume')).toEqual([]);
    // The seven seconds begin as the focus leaves, and none passes while the page is asked.
    await stopTime(page);
    await page.press('Tab');
    await advance(page, 6_900);
    await undoable(page, 1);
    await advance(page, 200);
    await undoable(page, 0);
    await page.evaluate(() => clock.start());
    await flush(page);

    expect(told('inAppConsume')).toEqual(['0']);
    await listed(page, inAppMessages.length - 1);
  });

  it('is gone for good where the page is left within that time, in all tabs at once', async () => {
    const { told, ...shop } = createInboxShop();
    const { open } = await setScene(shop);
    const other = await open();
    await listed(other, inAppMessages.length);
    const page = await open();
    await listed(page, inAppMessages.length);

    await page.click('li:first-child .remove');
    await undoable(page, 1);
    await listed(other, inAppMessages.length - 1);
    await flush(page);
    expect(told('inAppConsume')).toEqual([]);
    await page.goto(await page.evaluate(() => `${location.origin}/other`));
    await page.goto(await page.evaluate(() => `${location.origin}/`));
    await listed(page, inAppMessages.length - 1);
    await undoable(page, 0);
    await expect.poll(() => told('inAppConsume')).toEqual(['0']);
    await page.click('li:last-child .toggle');
    await other.waitUntil('inApp.inbox.unread === 2');
  });

  it('is told of where the list leaves the page', async () => {
    const { told, ...shop } = createInboxShop();
    const { open } = await setScene(shop);
    const page = await open();
    await listed(page, inAppMessages.length);
    await page.click('li:first-child .remove');
    await undoable(page, 1);

    await page.evaluate(() => document.querySelector('tidings-inbox')?.remove());
    await flush(page);

    await expect.poll(() => told('inAppConsume')).toEqual(['0']);
  });

  it('is to ask for more, from where on the focus goes', async () => {
    const { open } = await setScene(createInboxShop({ messages: manyMessages(45) }));
    const page = await open();
    await listed(page, 20);

    await focus(page, '.more');
    await page.press('Enter');
    await listed(page, 40);
    expect(await focused(page)).toBe('Message 20');
    await page.click('.more');
    await listed(page, 45);
    expect(await wordsOf(page, '.more')).toEqual([]);

    await page.evaluate(() => document.querySelector('tidings-inbox')?.setAttribute('page-size', '10'));
    await listed(page, 30);
    await page.evaluate(() => document.querySelector('tidings-inbox')?.setAttribute('page-size', 'all'));
    await listed(page, 45);
  });
});

/** The page's own name, for functions that run in it. */
declare const clock: Window['clock'];
