import { defineConfig } from 'vitest/config';
import { asText } from './scripts/as-text.js';

/** What every test in browsers needs. */
const engines = {
  globalSetup: 'test/support/built.ts',
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // What a page had sent as it ended is its own for five seconds; `flush` in the next one waits for that.
  expect: { poll: { timeout: 10_000 } },
};
/** Those that hold the SDK to a time, which nothing else may slow down. */
const timed = ['test/engines/takeover.test.ts'];

/** @param {string} name @param {string[]} include */
const project = (name, include, options = {}) => ({ plugins: [asText], test: { name, include, ...options } });

/** Those that measure how fast calls are made, or how much they hold, which nothing else may slow down. */
const paced = [
  'test/admin/bulk/storm.test.ts',
  'test/admin/exporting/long-export.test.ts',
  'test/admin/pace/pace.test.ts',
  'test/admin/pace/redis-pace.test.ts',
];

export default defineConfig({
  test: {
    projects: [
      {
        ...project('unit', ['test/**/*.test.ts'], {
          maxWorkers: 2,
          exclude: [
            'test/engines/**',
            'test/size.test.ts',
            'test/package.test.ts',
            'test/framework-types.test.ts',
            ...paced,
          ],
        }),
        // They run before the build: what the demo imports by name is the source.
        resolve: { tsconfigPaths: true },
      },
      project('paced', paced, { fileParallelism: false }),
      project('engines', ['test/engines/**/*.test.ts'], { ...engines, exclude: timed, maxWorkers: 2 }),
      project('timed', timed, { ...engines, fileParallelism: false, sequence: { groupOrder: 1 } }),
      project('sizes', ['test/size.test.ts'], { globalSetup: 'test/support/built.ts', hookTimeout: 60_000 }),
      project('package', ['test/package.test.ts', 'test/framework-types.test.ts'], {
        globalSetup: 'test/support/built.ts',
        testTimeout: 120_000,
        hookTimeout: 120_000,
      }),
    ],
  },
});
