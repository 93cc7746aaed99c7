import { expect, it } from 'vitest';
import { inEveryEngine } from '../harness/harness.js';
import { createMessageShop, gone, shown, type MessageCall } from './message-shop.js';

const saved = { saveToInbox: true, trigger: { type: 'never' } };

/** Leaves the front page at the moment when it shows a message; until it is left, the device answers nothing more, and no time passes. */
const hasty = `<script>
  const [dialog, table] = [HTMLDialogElement.prototype, IDBObjectStore.prototype];
  const [{ showModal }, { get }, { setTimeout }] = [dialog, table, window];

  function leave() {
    table.get = function () {
      const answer = {};
      const goOn = () => (get.call(this, '').onsuccess = goOn);
      this.transaction.addEventListener('abort', () => answer.onerror());
      goOn();
      return answer;
    };
    window.setTimeout = () => 0;
    addEventListener('pagehide', () => { Object.assign(table, { get }); Object.assign(window, { setTimeout }); }, { once: true });
    location.href = '/other';
  }

  if (location.pathname === '/') dialog.showModal = function () {
    dialog.showModal = showModal;
    this.showModal();
    leave();
  };
</script>`;

interface Flushing {
  flush(): Promise<void>;
}

/** Resolves once the page has been drawn, some time later. It runs there. */
const drawn = () =>
  new Promise((resolve) => setTimeout(() => requestAnimationFrame(() => setTimeout(resolve)), 100));

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

  it('is nothing while its page stands in a frame that nobody has scrolled to', async () => {
    const { calls, ...shop } = await createMessageShop([{}]);
    const around =
      '<h1>Around</h1><p style="block-size: 3000px"></p><iframe src="/" width="500" height="500"></iframe>';
    const { open } = await setScene({ ...shop, pages: { ...shop.pages, '/around': around } });
    const page = await open('/around');
    const opened = () => calls.filter(({ name }) => name === 'trackInAppOpen').length;
    await page.waitUntil(
      () => (frames[0] as { inApp?: { messages: [] } } | undefined)?.inApp?.messages.length,
    );
    const flush = () => page.evaluate(() => (frames[0] as unknown as { client: Flushing }).client.flush());
    // It is looked at again and again meanwhile.
    for (let looks = 0; looks < 10; looks++) await page.evaluate(drawn);
    await flush();
    expect(opened()).toBe(0);

    await page.evaluate(() => document.querySelector('iframe')?.scrollIntoView());

    await expect.poll(async () => flush().then(opened)).toBe(1);
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
      .poll(() => calls.find(({ name }) => name === 'trackInAppClose'))
      .toMatchObject({ email: 'ada@example.com', closeAction: 'api' });
  });

  it('is nothing twice after a page that was in the back/forward cache', async () => {
    const { calls, ...shop } = await createMessageShop([{}, {}], { options: 'interval: 0' });
    const { open, site } = await setScene(shop);
    const page = await open();
    await shown(page);
    await page.goto(`${site.url}/other`);
    await shown(page);
    await page.press('Escape');
    await gone(page);
    await page.back();
    await page.waitUntil('globalThis.client?.user');
    await page.evaluate('inApp.refresh()');
    await page.evaluate('client.flush()');

    const opened = idsOf(calls, 'trackInAppOpen');
    expect(new Set(opened).size).toBe(opened.length);
  });

  it('is nothing twice after a page that was left before the device knew what it showed', async () => {
    const { calls, send, ids, ...shop } = await createMessageShop([{}], { head: hasty });
    const { open } = await setScene(shop);
    const page = await open();
    await page.waitUntil("location.pathname === '/other'");
    await shown(page);
    await expect.poll(() => idsOf(calls, 'trackInAppOpen')).toEqual(ids());
    await page.press('Escape');
    await gone(page);
    await page.back();
    await page.waitUntil('globalThis.client?.user');
    await send({});
    // A call that begins as the page comes back may be cut off.
    await page.waitUntil('inApp.refresh().then(() => true, () => false)');

    // One at a time: the next comes once the first is gone from here as well.
    await expect.poll(() => idsOf(calls, 'trackInAppOpen')).toEqual(ids());
    await page.evaluate('client.flush()');
    expect(idsOf(calls, 'trackInAppClose')).toEqual(ids().slice(0, 1));
  });
});

function idsOf(calls: MessageCall[], called: string): unknown[] {
  return calls.flatMap(({ name, messageId }) => (name === called ? [messageId] : []));
}
