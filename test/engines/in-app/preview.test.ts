import { expect, it } from 'vitest';
import { inEveryEngine } from '../harness/harness.js';
import { violationsOf } from '../harness/accessible.js';
import { createMessageShop, gone, shown } from './message-shop.js';

/** What a page gets of its own server for a token. */
const options = `getPreview: async (token) =>
  token === 'abc' ? { content: { html: '<h2>Draft ' + token + '</h2><a href="/sale">Sale</a>' } } : undefined`;

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
