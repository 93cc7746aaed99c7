import { expect, it } from 'vitest';
import type { Client } from '../../src/index.js';
import { inEveryEngine } from './harness/harness.js';
import { createShop } from './shop.js';

const ada = { email: 'ada@example.com' };
const POLICY = [
  "default-src 'none'",
  "script-src 'nonce-a'",
  "connect-src 'self'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** The page's own names, for functions that run in it. */
declare const client: Client;

inEveryEngine('a strict page', (setScene) => {
  it.each([
    ['by modules', (html: string) => html.replaceAll('<script', '<script nonce="a"')],
    [
      'by the one script',
      (html: string) =>
        html
          .replace(
            '<script type="module">',
            '<script nonce="a" src="/dist/tidings.js"></script><script nonce="a">',
          )
          .replace(/import .*'tidings';/, 'const { createClient } = tidings;'),
    ],
  ])('runs a client %s, and the console stays empty', async (_, made) => {
    const shop = createShop();
    const html = made(shop.pages['/']);
    const headers = { 'content-security-policy': POLICY };
    const { open } = await setScene({ ...shop, pages: { '/': { html, headers } } });
    const page = await open();
    await page.waitUntil('globalThis.client');

    await page.evaluate(async (ada: { email: string }) => {
      await client.identify(ada, { dataFields: { plan: 'pro' } });
      await client.track('viewed');
      await client.updateCart([]);
      await client.flush({ timeout: 60_000 });
      void client.reset();
      void client.consent('denied');
      client.close();
    }, ada);

    expect(shop.arrived()).toEqual(['viewed']);
    expect(await page.console()).toEqual([]);
  });

  it('hears nothing from a worker that starts a client, and nothing is kept or sent', async () => {
    const shop = createShop();
    const { open } = await setScene({ ...shop, pages: { '/': 'Worker' } });
    const page = await open();

    const stats = await page.evaluate(
      (apiKey: string) =>
        new Promise((resolve, reject) => {
          const code = `
            importScripts('${location.origin}/dist/tidings.js');
            const client = tidings.createClient({ apiKey: '${apiKey}', baseUrl: '${location.origin}' });
            client.identify({ email: 'ada@example.com' })
              .then(() => client.track('viewed'))
              .then(() => client.flush({ timeout: 60_000 }))
              .then(() => client.stats())
              .then(postMessage, (error) => postMessage(String(error)));`;
          const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
          worker.onmessage = ({ data }) => resolve(data);
          worker.onerror = ({ message }) => reject(new Error(message));
        }),
      shop.key,
    );

    expect(stats).toMatchObject({ waiting: 0, delivered: 0 });
    expect(shop.calls).toEqual([]);
    expect(await page.evaluate('indexedDB.databases().then(({ length }) => length)')).toBe(0);
    expect(await page.errors()).toEqual([]);
  });
});
