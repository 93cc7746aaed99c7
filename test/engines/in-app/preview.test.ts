import { expect, it } from 'vitest';
import { inEveryEngine } from '../harness/harness.js';
import { violationsOf } from '../harness/accessible.js';
import { createMessageShop, gone, shown, withEarlyPage } from './message-shop.js';
import { textsOf } from './native-shop.js';

/** What a page gets of its own server for a token. */
const options = `getPreview: async (token) =>
  token === 'abc' ? { content: { html: '<h2>Draft ' + token + '</h2><a href="/sale">Sale</a>' } } : undefined`;

/** A page in a frame that stands still before its body. */
type Early = Window & { inApp?: object; said: string[] };

inEveryEngine('a preview of an in-app message', (setScene) => {
  it('shows what a template makes, again and again, says so, and tells nobody', async () => {
    const { calls, ...shop } = await createMessageShop([{}], { options });
    const { open } = await setScene(shop);
    const page = await open('/?tidings-preview=abc');

    await shown(page);
    expect(await page.frame('iframe').text('h2')).toBe('Draft abc');
    expect(await page.text('[part=words]')).toContain('Preview');
    await page.press('Escape');
    await gone(page);
    expect(await violationsOf(page)).toEqual([]);
    await page.click('[part=again]');
    await shown(page);
    await page.press('Escape');
    await gone(page);

    await page.evaluate(`client.identify({ email: 'ada@example.com' })`);
    await page.evaluate('client.flush()');
    expect(calls).toEqual([]);
    expect(await page.evaluate('said')).toEqual([]);
    expect(await page.errors()).toEqual([]);
  });

  it('has a form that is sent each time that it is shown', async () => {
    const view = { kind: 'modal', title: 'A word?', fields: [{ name: 'word', type: 'text', label: 'Word' }] };
    const message = { jsonOnly: true, content: {}, customPayload: { tidings: { view } } };
    const shop = await createMessageShop([], { options: `getPreview: () => (${JSON.stringify(message)})` });
    const { open } = await setScene(shop);
    const page = await open('/?tidings-preview=abc');

    for (const end of ['Escape', undefined]) {
      await shown(page);
      await page.click('button.primary');
      await expect.poll(() => textsOf(page, '.status')).toEqual(['Thank you']);
      if (!end) break;
      await page.press(end);
      await gone(page);
      await page.click('[part=again]');
    }
  });

  it('waits for a body to stand in', async () => {
    const { goOn, ...shop } = withEarlyPage(await createMessageShop([], { options }));
    const { open } = await setScene(shop);
    const page = await open('/sale');
    await page.evaluate(() => {
      const frame = Object.assign(document.createElement('iframe'), { src: '/early?tidings-preview=abc' });
      document.body.append(frame);
    });
    const hasLoaded = () => {
      const { inApp, performance } = frames[0] as Early;
      return inApp && performance.getEntriesByType('resource').some(({ name }) => /preview/.test(name));
    };
    await page.waitUntil(hasLoaded);
    expect(await page.evaluate(() => (frames[0] as Early).document.body)).toBeNull();

    goOn();

    await page.waitUntil(() =>
      (frames[0] as Early).document.querySelector('tidings-message')?.shadowRoot?.querySelector('[open]'),
    );
    expect(await page.evaluate(() => (frames[0] as Early).said)).toEqual([]);
  });

  it('says that there is none of a token', async () => {
    const { open } = await setScene(await createMessageShop([], { options }));
    const page = await open('/?tidings-preview=nonsense');

    await page.waitUntil(`said.some((line) => line.includes('no preview of that token'))`);
    expect(await page.evaluate(`!document.querySelector('tidings-message')`)).toBe(true);
  });

  it('is none where the page has no way to get one', async () => {
    const { calls, ...shop } = await createMessageShop([{}]);
    const { open } = await setScene(shop);
    const page = await open('/?tidings-preview=abc');
    await page.waitUntil('globalThis.client');
    await page.evaluate(`client.identify({ email: 'ada@example.com' })`);

    await shown(page);
    await expect.poll(() => calls.map(({ name }) => name)).toContain('trackInAppOpen');
  });
});
