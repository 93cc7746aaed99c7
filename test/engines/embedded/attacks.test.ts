import { expect, it } from 'vitest';
import { ADDRESSES } from '../attacks/links.js';
import { handlers } from '../attacks/handlers.js';
import { scripts } from '../attacks/scripts.js';
import { inEveryEngine } from '../harness/harness.js';
import { createPlacementShop, listed, PICTURE, type Sent } from './placement-shop.js';

/** The page's own names, for functions that run in it. */
declare const said: string[];

const JS = 'globalThis.isHarmed=document.title="Owned"';
const armed = (text: string) =>
  text
    .replaceAll('{js}', JS)
    .replaceAll('{base64}', btoa(`<script>${JS}</script>`))
    .replaceAll(/\{(open|url|seen)\}/g, 'http://localhost:9/');

/** An address in every field that holds one. */
function leading(address: string): Sent {
  const opens = { type: 'openUrl' as const, data: address };
  const acts = { type: address as 'openUrl' };
  return {
    title: 'Leads',
    elements: {
      defaultAction: opens,
      buttons: [{ id: 'a', title: 'Acts', action: acts }],
      mediaUrl: address,
    },
  };
}

/** Markup in every field that holds a text. */
function telling(html: string): Sent {
  return {
    title: html,
    elements: {
      body: html,
      mediaUrl: PICTURE,
      mediaUrlCaption: html,
      text: [{ id: html, label: html, text: html }],
      buttons: [{ id: html, title: html, action: { type: 'action://acts' } }],
    },
  };
}

/** All that could do harm in a list of messages, and what its messages say; it clicks everything. */
function lookAndClick() {
  const root = document.querySelector('tidings-placement')?.shadowRoot;
  const all = [...(root?.querySelectorAll<HTMLElement>('*') ?? [])];
  all.forEach((element) => element.click());
  const addresses = all.flatMap(
    (element) => element.getAttribute('href') ?? element.getAttribute('src') ?? [],
  );
  return {
    names: [...new Set(all.map(({ localName }) => localName))].sort(),
    handlers: all.flatMap((element) => element.getAttributeNames()).filter((name) => name.startsWith('on')),
    addresses: addresses.filter((address) => !/^(https?:|mailto:|tel:|sms:|data:image\/)/.test(address)),
    titles: all.filter(({ className }) => className === 'title').map(({ textContent }) => textContent),
  };
}

inEveryEngine('a hostile embedded message', (setScene) => {
  const options = "openUrl: (url) => said.push('open ' + url)";

  it('leads nowhere but to web addresses', async () => {
    const addresses = Object.values(ADDRESSES).map(armed);
    const { open } = await setScene(await createPlacementShop(addresses.map(leading), { options }));
    const page = await open();
    await listed(page, addresses.length);

    const { names, addresses: found } = await page.evaluate(lookAndClick);

    expect(names).not.toContain('script');
    expect(found.filter((address) => !/^[^:]*$/.test(address))).toEqual([]);
    const told = await page.evaluate(() => said);
    expect(told.filter((line) => !/^(open https?:\/\/|action )/.test(line))).toEqual([]);
    expect(told.filter((line) => /^action (javascript|data|vbscript|blob|file|about):/i.test(line))).toEqual(
      [],
    );
    expect(await page.evaluate(() => [document.title, 'isHarmed' in globalThis])).toEqual(['Shop', false]);
  });

  it('says markup as text', async () => {
    const texts = [...scripts, ...handlers].map(({ html }) => armed(html)).slice(0, 100);
    const { open } = await setScene(await createPlacementShop(texts.map(telling), { options }));
    const page = await open();
    await listed(page, texts.length);

    const found = await page.evaluate(lookAndClick);

    expect(found).toMatchObject({
      names: ['button', 'div', 'img', 'li', 'p', 'slot', 'ul'],
      handlers: [],
      addresses: [],
    });
    expect(found.titles.sort()).toEqual(texts.sort());
    expect(await page.evaluate(() => [document.title, 'isHarmed' in globalThis])).toEqual(['Shop', false]);
  });

  it('that lies in every field keeps no other from being shown', async () => {
    const lie = [null, 7, 'x', [], {}, [null], { title: {} }] as never[];
    const messages: Sent[] = lie.flatMap((value) => [
      { elements: { title: value, body: value, buttons: value, text: value, defaultAction: value } },
      {
        elements: {
          mediaUrl: value,
          mediaUrlCaption: value,
          buttons: [{ id: value, title: value, action: value }],
        },
      },
      { metadata: { messageId: value } },
      { metadata: { priorityOrder: value, isProof: value, campaignId: value } },
    ]);
    const { open } = await setScene(await createPlacementShop([...messages, { title: 'Well' }], { options }));
    const page = await open();
    await page.waitUntil(() =>
      [...(document.querySelector('tidings-placement')?.shadowRoot?.querySelectorAll('.title') ?? [])].some(
        ({ textContent }) => textContent === 'Well',
      ),
    );

    await page.evaluate(lookAndClick);

    // A picture that is none cannot be loaded.
    expect((await page.errors()).filter((line) => !line.includes('load resource'))).toEqual([]);
  });
});
