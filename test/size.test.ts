import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { table, writeToReadme } from './support/readme.js';
import { compressed, DIST, gzipped, weigh } from './support/size.js';

/** What each door may weigh, in bytes: minified, compressed with brotli, dependencies included. */
const budgets: [what: string, atMost: number][] = [
  ['`createClient` alone', 10_500],
  ['`startInApp` with the inbox, on top of it', 4_500],
  ['`startEmbedded` with its element, on top of `createClient`', 4_000],
  ['all of these', 18_500],
  ['`startPush`, on top of `createClient`', 1_300],
  ['what turns pushes on, loaded when a visitor does', 1_300],
  ['what shows an in-app message, loaded when the first is due', 6_000],
  ['what shows embedded ones, loaded while the service is asked for them', 4_500],
  ['`dist/tidings.js`', 18_500],
  ['the service worker', 3_000],
  ['`createAdmin` in an edge worker, all operations included (gzip)', 20_000],
];

/** What each door weighs, in the same order. */
async function weighAll(): Promise<number[]> {
  const client = await weigh(`export { createClient } from './index.js';`);
  const withInApp = await weigh(`export { createClient, startInApp } from './index.js';`);
  const withEmbedded = await weigh(`export { createClient, startEmbedded } from './index.js';`);
  const withPush = await weigh(`export { createClient, startPush } from './index.js';`);
  const all = await weigh(`export { createClient, startInApp, startEmbedded } from './index.js';`);
  const worker = await weigh(`import { showPushes } from './service-worker.js'; showPushes();`);
  const edge = await weigh(`export { createAdmin } from './admin/index.js';`, gzipped);
  const script = compressed(readFileSync(join(DIST, 'tidings.js')));
  return [
    client.atOnce,
    withInApp.atOnce - client.atOnce,
    withEmbedded.atOnce - client.atOnce,
    all.atOnce,
    withPush.atOnce - client.atOnce,
    withPush.later,
    withInApp.later,
    withEmbedded.later,
    script,
    worker.atOnce,
    edge.atOnce + edge.later,
  ];
}

describe('sizes', () => {
  let sizes: number[] = [];

  beforeAll(async () => void (sizes = await weighAll()));

  it.each(budgets.map(([what, atMost], index) => [what, atMost, index] as const))(
    '%s weighs at most %d bytes',
    (_, atMost, index) => {
      expect(sizes[index]).toBeGreaterThan(0);
      expect(sizes[index]).toBeLessThanOrEqual(atMost);
    },
  );

  it('of an edge worker include everything that it needs', async () => {
    const { foreign } = await weigh(`export { createAdmin } from './admin/index.js';`);
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

function inKilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
