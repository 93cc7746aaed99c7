import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { inEveryEngine } from '../harness/harness.js';
import { createScriptShop, hashes, makeClient, stub } from './script-shop.js';

/** The page's own name, for functions that run in it. */
declare const said: string[];

const start = (apiKey: string) => `${makeClient(apiKey)}
  globalThis.said = [];
  client.on('error', ({ message }) => said.push(message));
  tidings.startInApp(client, { cspNonce: 'n' });
  tidings.startEmbedded(client);
  client.identify({ email: 'ada@example.com' });`;

/** A page whose script must be the one that was built. */
const pageWith =
  (folder: string, head = '') =>
  (apiKey: string) =>
    `<html lang="en"><title>Shop</title>${head}<script nonce="n">${stub}</script>
      <script async nonce="n" src="/${folder}/tidings.js" integrity="${hashes['tidings.js'] ?? ''}" crossorigin="anonymous"></script>
      <tidings-placement placement-id="1"></tidings-placement><tidings-inbox></tidings-inbox>
      <script nonce="n">${start(apiKey)}</script>`;

/** What is shown of the messages, once all is. */
const shown = () =>
  document.querySelector('tidings-message')?.shadowRoot?.querySelector('dialog[open]') &&
  document.querySelector('tidings-placement')?.shadowRoot?.querySelector('li') &&
  document.querySelector('tidings-inbox')?.shadowRoot?.querySelector('section') &&
  'all';

/** Whether the page was told of each of these files, or of one that comes with it, that it is not there. */
const areRefused = (names: string[]) =>
  names.every((name) =>
    said.some((line) => line.includes(`\`tidings-${name}`) && line.includes('could not be loaded')),
  );

/** Allows no more than a page needs: its scripts by nonce, and what messages are made of. */
const STRICT = [
  "default-src 'none'",
  "script-src 'nonce-n'",
  "connect-src 'self'",
  "style-src 'nonce-n'",
  "frame-src 'self'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types tidings',
].join('; ');

inEveryEngine('the integrity of the script', (setScene, engine) => {
  it('lets what was built run, with all that it gets later, under a strict policy with Trusted Types', async () => {
    const headers = { 'content-security-policy': STRICT };
    const { open } = await setScene(await createScriptShop({ html: pageWith('slow'), headers }));
    const page = await open();

    expect(await page.waitUntil(shown)).toBe('all');
    expect(await page.evaluate('said')).toEqual([]);
    expect(await page.errors()).toEqual([]);
  });

  it('is part of the page to copy, which works as it is written', async () => {
    const text = await readFile(new URL('../../../docs/script-tag.md', import.meta.url), 'utf8');
    const [, page = ''] = /<!-- page -->[^]*?```html\n([^]*?)\n```/.exec(text) ?? [];
    const html = (apiKey: string) =>
      page
        .replaceAll('a-new-one-for-each-answer', 'n')
        .replace('a-web-key', apiKey)
        .replace("'https://api.example.com'", 'location.origin')
        .replace('placement-id="808"', 'placement-id="1"')
        // Written anew after this test, where it is stale.
        .replace(/integrity="[^"]*"/, `integrity="${hashes['tidings.js'] ?? ''}"`);
    const headers = { 'content-security-policy': STRICT };
    const shop = await createScriptShop({ html, headers });
    const { open } = await setScene(shop);
    const opened = await open();

    await opened.waitUntil(() =>
      document.querySelector('tidings-message')?.shadowRoot?.querySelector('[open]'),
    );
    await opened.waitUntil(() =>
      document.querySelector('tidings-placement')?.shadowRoot?.querySelector('li'),
    );
    await expect.poll(shop.arrived).toEqual(['ada@example.com product-viewed']);
    expect(await opened.errors()).toEqual([]);
  });

  // WebKit does not check what a link preloads.
  if (engine.name !== 'webkit')
    it.each([
      ['tampered', ['inbox', 'placement', 'messages']],
      ['mute', ['speaking']],
    ])('keeps out what is another than was built with it: %s', async (folder, names) => {
      const { open } = await setScene(await createScriptShop({ html: pageWith(folder) }));
      const page = await open();

      await page.waitUntil(areRefused, names);
      expect(await page.evaluate('globalThis.isTampered ?? "never ran"')).toBe('never ran');
    });

  it('is asked for by an import map, which every engine obeys', async () => {
    const later = Object.entries(hashes).filter(([name]) => !/^tidings(-stub)?\.js$/.test(name));
    const integrity = Object.fromEntries(later.map(([name, hash]) => [`/tampered/${name}`, hash]));
    const map = `<script type="importmap">${JSON.stringify({ integrity })}</script>`;
    // A page with such a policy has no import map of the harness.
    const headers = { 'content-security-policy': "script-src 'self' 'unsafe-inline'" };
    const { open } = await setScene(await createScriptShop({ html: pageWith('tampered', map), headers }));
    const page = await open();

    // The inbox, the placement and the message, of which each engine speaks in its own words.
    await page.waitUntil('said.length > 2');
    expect(await page.evaluate('globalThis.isTampered ?? "never ran"')).toBe('never ran');
  });
});
