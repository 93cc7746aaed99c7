import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { table, writeToDocument, writeToReadme } from '../support/readme.js';
import { compressed, DIST, gzipped, weigh } from '../support/size.js';

/** Weighs a program once, when it is first asked for. */
function weighed(program: string, compress?: typeof gzipped) {
  let weight: ReturnType<typeof weigh> | undefined;
  return () => (weight ??= weigh(program, compress));
}

const client = weighed(`export { createClient } from './production/index.js';`);
const withInApp = weighed(`export { createClient, startInApp } from './production/index.js';`);
const withEmbedded = weighed(`export { createClient, startEmbedded } from './production/index.js';`);
const withPush = weighed(`export { createClient, startPush } from './production/index.js';`);
const withOne = (name: string) => weighed(`export { createClient, ${name} } from './production/index.js';`);
const [withContext, withPageViews, withSampling, withStats] = [
  withOne('startContext'),
  withOne('startPageViews'),
  withOne('startSampling'),
  withOne('startStats'),
];
const all = weighed(`export { createClient, startInApp, startEmbedded } from './production/index.js';`);
const worker = weighed(`import { showPushes } from './production/service-worker.js'; showPushes();`);
const relay = weighed(`export { createRelay } from './relay/index.js';`, gzipped);
const background = weighed(
  `import { deliverInBackground } from './production/service-worker.js'; deliverInBackground();`,
);
const plan = weighed(`export { checkedBy } from './production/plan.js';`);
const inspector = weighed(`export { startInspector } from './production/inspector.js';`);
const edge = weighed(`export { createAdmin } from './admin/index.js';`, gzipped);

const speaking = async () => (await client()).part('speaking');
const relaying = async () => (await client()).part('relaying');
const ofInApp = (name: string) => async () => (await withInApp()).part(name, 'keeping', 'speaking');
const ofPush = (name: string) => async () => (await withPush()).part(name);
const ofEdge = (name: string) => async () => (await edge()).part(name);
const onTop = async (one: typeof client) => (await one()).atOnce - (await client()).atOnce;
const inDist = (name: string) => readFileSync(join(DIST, name), 'utf8');

/** What each door may weigh, in bytes: minified, compressed with brotli, dependencies included. */
const budgets: [what: string, atMost: number, weigh: () => number | Promise<number>][] = [
  ['`createClient` alone', 9_500, async () => (await client()).atOnce],
  ['what speaks to the service, loaded with the first event that waits', 5_600, speaking],
  ['what speaks by way of a relay, loaded where there is one', 750, relaying],
  ['`startInApp` with the inbox, on top of `createClient`', 2_500, () => onTop(withInApp)],
  ['`startEmbedded` with its element, on top of `createClient`', 2_000, () => onTop(withEmbedded)],
  [
    '`createClient`, `startInApp` and `startEmbedded` together, before anything is loaded later',
    14_000,
    async () => (await all()).atOnce,
  ],
  ['`startPush`, on top of `createClient`', 1_300, () => onTop(withPush)],
  ['what turns pushes on, loaded when a visitor does', 1_300, ofPush('enrolment')],
  ['what keeps them on, loaded on pages after that', 800, ofPush('keep-pushes')],
  [
    'what `<tidings-push-prompt>` and `<tidings-push-bell>` show, loaded with the first',
    4_300,
    ofPush('prompt'),
  ],
  [
    'what fetches and keeps in-app messages, loaded once a visitor is known',
    2_500,
    async () => (await withInApp()).part('keeping', 'kept'),
  ],
  [
    'what that shares with all that is kept of a visitor, loaded with the first of these',
    1_900,
    async () => (await withInApp()).part('kept'),
  ],
  ['what tells of in-app messages and when they come, loaded with the first', 3_000, ofInApp('presenting')],
  ['what shows an in-app message, loaded when the first is due', 6_000, ofInApp('showing')],
  ['what shows one where the page forbids its script', 500, ofInApp('scriptless-frame')],
  ['what shows one without HTML, or hears its forms, loaded with the first', 5_200, ofInApp('native')],
  ['what lists the inbox, loaded with the first `<tidings-inbox>`', 1_600, ofInApp('message-list')],
  ['its tabs, and what can be done with its messages, loaded with that', 3_300, ofInApp('inbox-controls')],
  ['what shows a preview, loaded where the address asks for one', 1_000, ofInApp('preview')],
  [
    'what gets, shows and counts embedded ones, loaded with the first placement of a known visitor',
    8_000,
    async () => (await withEmbedded()).later - (await client()).later,
  ],
  [
    'what tells the console, and what becomes of one event, loaded when a page asks',
    1_300,
    async () => (await client()).later - (await speaking()) - (await relaying()),
  ],
  ['`startContext`, on top of `createClient`', 1_100, () => onTop(withContext)],
  ['`startPageViews`, on top of `createClient`', 600, () => onTop(withPageViews)],
  ['`startSampling`, on top of `createClient`', 500, () => onTop(withSampling)],
  ['`startStats`, on top of `createClient`', 900, () => onTop(withStats)],
  ['`checkedBy` in `tidings/plan`, by itself', 1_000, async () => (await plan()).atOnce],
  ['`startInspector` in `tidings/inspector`, by itself', 12_000, async () => (await inspector()).atOnce],
  ['what reads a plan in both, loaded with the first', 2_500, async () => (await plan()).later],
  ['`dist/tidings.js`', 14_600, () => compressed(inDist('tidings.js'))],
  ['`dist/tidings-inspector.js`', 12_000, () => compressed(inDist('tidings-inspector.js'))],
  ['its stub (gzip)', 400, () => gzipped(stub)],
  ['the service worker', 3_000, async () => (await worker()).atOnce],
  ['`deliverInBackground` there', 12_000, async () => (await background()).atOnce],
  [
    '`createAdmin` in an edge worker, all operations included (gzip)',
    20_000,
    async () => (await edge()).atOnce,
  ],
  ['`createRelay` in an edge worker (gzip)', 25_000, async () => (await relay()).atOnce],
  ['what reads CSV there, loaded with the first rows (gzip)', 16_500, ofEdge('csv-parse')],
  ['what sends bulk work there, loaded with the first (gzip)', 1_500, ofEdge('bisecting-send-shared')],
  [
    'what reads the files of an export there, loaded with the first (gzip)',
    2_000,
    ofEdge('job-reading-shared'),
  ],
];

const stub = inDist('tidings-stub.js').trim();
const hashes = JSON.parse(inDist('integrity.json')) as Record<string, string>;
const tag = `src="/tidings.js" integrity="${hashes['tidings.js'] ?? ''}" crossorigin="anonymous"`;
const asHtml = (...lines: string[]) => ['<!-- oxfmt-ignore -->', '```html', ...lines, '```'].join('\n');

describe('sizes', () => {
  it.each(budgets)('%s weighs at most %d bytes', async (_, atMost, weigh) => {
    const size = await weigh();
    expect(size).toBeGreaterThan(0);
    expect(size).toBeLessThanOrEqual(atMost);
  });

  it('of an edge worker include everything that it needs', async () => {
    expect((await edge()).foreign).toEqual([]);
    expect((await relay()).foreign).toEqual([]);
  });

  it('of all other doors hold nothing of the inspector', () => {
    const holders = [
      ...readdirSync(DIST),
      ...readdirSync(join(DIST, 'production')).map((name) => `production/${name}`),
    ]
      .filter((name) => /^(production\/|tidings).*\.js$/.test(name))
      .filter((name) => inDist(name).includes('tidings-inspector'));

    expect(holders).toEqual(['tidings-inspector.js', 'production/inspector.js']);
  });

  it('are what the README says', async () => {
    const rows: string[][] = [];
    for (const [what, atMost, weigh] of budgets)
      rows.push([what, inKilobytes(await weigh()), inKilobytes(atMost)]);
    writeToReadme('sizes', table(['minified, brotli', 'now', 'at most'], rows));
  });
});

describe('the tarball', () => {
  it('opens with a README of fewer than 300 lines', () => {
    expect(readFileSync(join(DIST, '../README.md'), 'utf8').split('\n').length).toBeLessThan(300);
  });

  it('holds what the README lists', () => {
    const rows = [...groupsOf(packedFiles())]
      .filter(([part]) => part)
      .sort()
      .map(([part, files]) => [part, String(files.length), sizeOf(files)]);
    writeToReadme('tarball', table(['in the package', 'files', 'at most'], rows));
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

    writeToDocument('docs/script-tag.md', 'page', asHtml(...page));
  });

  it('has the hashes that its page says', () => {
    const rows = Object.entries(hashes).map(([name, hash]) => [`\`${name}\``, `\`${hash}\``]);
    writeToDocument('docs/script-tag.md', 'hashes', table(['file', '`integrity`'], rows));
  });
});

function inKilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

interface PackedFile {
  path: string;
  size: number;
}

/** What `npm publish` would put into the package. */
function packedFiles(): PackedFile[] {
  const answer = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--dry-run'], {
    cwd: join(DIST, '..'),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [packed] = Object.values(JSON.parse(answer) as Record<string, { files: PackedFile[] }>);
  return packed?.files ?? [];
}

/** The files of the package by the part they belong to. */
function groupsOf(files: PackedFile[]): Map<string, PackedFile[]> {
  const groups = new Map<string, PackedFile[]>();
  for (const file of files) groups.set(partOf(file.path), [...(groups.get(partOf(file.path)) ?? []), file]);
  return groups;
}

/** The part of the package that a file belongs to, as the README names it. */
function partOf(path: string): string {
  if (path.endsWith('.map')) return 'source maps';
  if (/^dist\/(tidings[^/]*\.js|integrity\.json)$/.test(path))
    return '`dist/tidings.js`, and what it gets later';
  if (path.startsWith('dist/command')) return 'the command `tidings`';
  if (path.startsWith('dist/packages')) return '`tidings/admin`';
  if (/^dist\/(admin|emulator|relay)/.test(path)) return `\`tidings/${path.split('/')[1] ?? ''}\``;
  if (path.startsWith('docs/')) return 'the guides';
  return path.startsWith('dist/') ? '`tidings`, the service worker, and what all doors share' : '';
}

function sizeOf(files: { size: number }[]): string {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return `${Math.ceil(bytes / 10_000) * 10} kB`;
}
