import { expect, it } from 'vitest';
import { inEveryEngine } from '../harness.js';
import { createMessageShop, gone, shown } from './message-shop.js';

const saved = { saveToInbox: true, trigger: { type: 'never' } };

inEveryEngine('what the service is told of an in-app message', (setScene) => {
  it('is each thing once: it came, was shown, was done with, and was closed; where, and on which device', async () => {
    const { calls, ...shop } = await createMessageShop([{ also: { saveToInbox: false } }], {
      options: "packageName: 'shop.example'",
    });
    const { open } = await setScene(shop);
    const page = await open();
    await shown(page);
    await page.press('Escape');
    await gone(page);
    await page.evaluate('client.flush()');

    const names = calls.map(({ name }) => name);
    expect(names.sort()).toEqual(['inAppConsume', 'trackInAppClose', 'trackInAppDelivery', 'trackInAppOpen']);
    const devices = calls.map(({ deviceInfo }) => JSON.stringify(deviceInfo));
    expect(new Set(devices).size).toBe(1);
    expect(calls[0]?.['deviceInfo']).toEqual({
      appPackageName: 'shop.example',
      deviceId: expect.stringMatching(/^[\da-f-]{36}$/) as string,
      platform: 'Web',
    });
    const opened = calls.find(({ name }) => name === 'trackInAppOpen');
    expect(opened).toMatchObject({
      email: 'ada@example.com',
      messageContext: { location: 'in-app', saveToInbox: false, silentInbox: false },
    });
    expect(calls.find(({ name }) => name === 'inAppConsume')).not.toHaveProperty('deleteAction');
  });

  it('names the inbox, and that the visitor has deleted it', async () => {
    const html = '<h1>News</h1><a id="delete" href="tidings://delete">Away with it</a>';
    const { calls, ids, ...shop } = await createMessageShop([{ html, also: saved }]);
    const { open } = await setScene(shop);
    const page = await open();
    await page.waitUntil('inApp.inbox.messages.length');
    await page.evaluate(`inApp.inbox.open('${ids()[0]}')`);
    await shown(page);
    await page.frame('iframe').click('#delete');
    await gone(page);
    await page.evaluate('client.flush()');

    expect(calls.find(({ name }) => name === 'inAppConsume')).toMatchObject({
      deleteAction: 'link',
      messageContext: { location: 'inbox', saveToInbox: true, silentInbox: true },
    });
    expect(await page.evaluate('inApp.inbox.messages.length')).toBe(0);
  });

  it('is under the name of its user, who has logged out since', async () => {
    const { calls, ...shop } = await createMessageShop([{}]);
    const { open } = await setScene(shop);
    const page = await open();
    await shown(page);
    await page.evaluate("client.identify({ userId: 'bob' })");
    await gone(page);

    await expect
      .poll(() => calls.find(({ name }) => name === 'trackInAppClose'), { timeout: 5_000 })
      .toMatchObject({ email: 'ada@example.com', closeAction: 'api' });
  });

  it('is nothing twice after a page that was in the back/forward cache', async () => {
    const { calls, ...shop } = await createMessageShop([{}, {}], { options: 'interval: 0' });
    const { open, site } = await setScene(shop);
    const page = await open();
    await shown(page);
    // One that is left sooner may be shown, and told, on the next page as well.
    await expect.poll(() => calls.some(({ name }) => name === 'trackInAppOpen')).toBe(true);
    await page.goto(`${site.url}/other`);
    await shown(page);
    await page.press('Escape');
    await gone(page);
    await page.back();
    await page.waitUntil('globalThis.client?.user');
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await page.evaluate('client.flush()');

    const opened = calls.flatMap(({ name, messageId }) => (name === 'trackInAppOpen' ? [messageId] : []));
    expect(new Set(opened).size).toBe(opened.length);
  });
});
