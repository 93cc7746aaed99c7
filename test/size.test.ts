import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { table, writeToDocument, writeToReadme } from './support/readme.js';
import { compressed, DIST, gzipped, weigh } from './support/size.js';

/** What each door may weigh, in bytes: minified, compressed with brotli, dependencies included. */
const budgets: [what: string, atMost: number][] = [
  ['`createClient` alone', 10_500],
  ['`startInApp` with the inbox, on top of it', 3_500],
  ['`startEmbedded` with its element, on top of `createClient`', 4_000],
  ['all of these', 18_500],
  ['`startPush`, on top of `createClient`', 1_300],
  ['what turns pushes on, loaded when a visitor does', 1_300],
  ['what shows an in-app message, loaded when the first is due', 6_000],
  ['what lists the inbox, loaded with the first `<tidings-inbox>`', 1_600],
  ['what shows embedded ones, loaded while the service is asked for them', 4_500],
  ['`dist/tidings.js`', 18_500],
  ['its stub (gzip)', 400],
  ['the service worker', 3_000],
  ['`createAdmin` in an edge worker, all operations included (gzip)', 20_000],
];

/** What each door weighs, in the same order, and what an edge worker imports and does not bring along. */
async function weighAll() {
  const client = await weigh(`export { createClient } from './index.js';`);
  const withInApp = await weigh(`export { createClient, startInApp } from './index.js';`);
  const withEmbedded = await weigh(`export { createClient, startEmbedded } from './index.js';`);
  const inbox = withInApp.parts['inbox-element-list'] ?? NaN;
  const withPush = await weigh(`export { createClient, startPush } from './index.js';`);
  const all = await weigh(`export { createClient, startInApp, startEmbedded } from './index.js';`);
  const worker = await weigh(`import { showPushes } from './service-worker.js'; showPushes();`);
  const edge = await weigh(`export { createAdmin } from './admin/index.js';`, gzipped);
  const script = compressed(readFileSync(join(DIST, 'tidings.js')));
  const sizes = [
    client.atOnce,
    withInApp.atOnce - client.atOnce,
    withEmbedded.atOnce - client.atOnce,
    all.atOnce,
    withPush.atOnce - client.atOnce,
    withPush.later,
    withInApp.later - inbox,
    inbox,
    withEmbedded.later,
    script,
    gzipped(stub),
    worker.atOnce,
    edge.atOnce + edge.later,
  ];
  return { sizes, foreign: edge.foreign };
}

const stub = readFileSync(join(DIST, 'tidings-stub.js'), 'utf8').trim();
const hashes = JSON.parse(readFileSync(join(DIST, 'integrity.json'), 'utf8')) as Record<string, string>;
const tag = `src="/tidings.js" integrity="${hashes['tidings.js'] ?? ''}" crossorigin="anonymous"`;
const asHtml = (...lines: string[]) => ['<!-- prettier-ignore -->', '```html', ...lines, '```'].join('\n');

describe('sizes', () => {
  let [sizes, foreign]: [number[], string[]] = [[], ['not weighed']];

  beforeAll(async () => void ({ sizes, foreign } = await weighAll()));

  it.each(budgets.map(([what, atMost], index) => [what, atMost, index] as const))(
    '%s weighs at most %d bytes',
    (_, atMost, index) => {
      expect(sizes[index]).toBeGreaterThan(0);
      expect(sizes[index]).toBeLessThanOrEqual(atMost);
    },
  );

  it('of an edge worker include everything that it needs', () => {
    expect(foreign).toEqual([]);
  });

  it('are what the README says', () => {
    const rows = budgets.map(([what, atMost], index) => [
      what,
      inKilobytes(sizes[index] ?? NaN),
      inKilobytes(atMost),
    ]);
    writeToReadme('sizes', table(['minified, brotli', 'now', 'at most'], rows));
  });
});

describe('the script tag', () => {
  it('is what the README says', () => {
    writeToReadme('stub', asHtml(`<script>${stub}</script>`, `<script async ${tag}></script>`));
  });

  it('is what the page to copy says', () => {
    const page = [
      '<!doctype html>',
      '<html lang="en">',
      '  <head>',
      '    <meta charset="utf-8">',
      '    <meta name="viewport" content="width=device-width">',
      '    <title>A shop</title>',
      `    <script nonce="a-new-one-for-each-answer">${stub}</script>`,
      `    <script async nonce="a-new-one-for-each-answer" ${tag}></script>`,
      '  </head>',
      '  <body>',
      '    <h1>A shop</h1>',
      '    <tidings-placement placement-id="808"></tidings-placement>',
      '    <script nonce="a-new-one-for-each-answer">',
      '      const client = tidings.createClient({',
      "        apiKey: 'a-web-key',",
      "        baseUrl: 'https://api.example.com',",
      "        getToken: async ({ email }) => (await fetch('/token?email=' + encodeURIComponent(email))).text(),",
      '      });',
      "      client.on('error', console.warn);",
      "      tidings.startInApp(client, { cspNonce: 'a-new-one-for-each-answer' });",
      '      tidings.startEmbedded(client);',
      "      client.identify({ email: 'ada@example.com' });",
      "      client.track('product-viewed', { sku: 'A1' });",
      '    </script>',
      '  </body>',
      '</html>',
    ];

    writeToDocument('demo/docs/script-tag.md', 'page', asHtml(...page));
  });

  it('has the hashes that its page says', () => {
    const rows = Object.entries(hashes).map(([name, hash]) => [`\`${name}\``, `\`${hash}\``]);
    writeToDocument('demo/docs/script-tag.md', 'hashes', table(['file', '`integrity`'], rows));
  });
});

function inKilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
