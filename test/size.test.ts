import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { table, writeToReadme } from './support/readme.js';
import { compressed, DIST, sizeOf } from './support/size.js';

/** What each door may weigh, in bytes: minified, compressed with brotli, dependencies included. */
const budgets: [what: string, atMost: number, measure: () => number | Promise<number>][] = [
  ['`createClient` alone', 10_500, () => sizeOf(`export { createClient } from './index.js';`)],
  ['`dist/tidings.js`', 18_500, () => compressed(readFileSync(join(DIST, 'tidings.js')))],
  [
    'the service worker',
    3_000,
    () => sizeOf(`import { showPushes } from './service-worker.js'; showPushes();`),
  ],
];

describe('sizes', () => {
  const sizes: number[] = [];

  beforeAll(async () => {
    for (const [, , measure] of budgets) sizes.push(await measure());
  });

  it.each(budgets.map(([what, atMost], index) => [what, atMost, index] as const))(
    '%s weighs at most %d bytes',
    (_, atMost, index) => {
      expect(sizes[index]).toBeGreaterThan(0);
      expect(sizes[index]).toBeLessThanOrEqual(atMost);
    },
  );

  it('are what the README says', () => {
    const rows = budgets.map(([what, atMost], index) => [
      what,
      inKilobytes(sizes[index]),
      inKilobytes(atMost),
    ]);
    writeToReadme('sizes', table(['minified, brotli', 'now', 'at most'], rows));
  });
});

function inKilobytes(bytes: number | undefined): string {
  return bytes === undefined ? '' : `${(bytes / 1000).toFixed(1)} kB`;
}
