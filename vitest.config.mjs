import { defineConfig } from 'vitest/config';

/** @param {string} name @param {string[]} include */
const project = (name, include, options = {}) => ({ test: { name, include, ...options } });

export default defineConfig({
  test: {
    projects: [
      project('unit', ['test/**/*.test.ts'], {
        exclude: ['test/engines/**', 'test/size.test.ts', 'test/package.test.ts'],
      }),
      project('engines', ['test/engines/**/*.test.ts'], {
        globalSetup: 'test/support/built.ts',
        testTimeout: 30_000,
        hookTimeout: 60_000,
        fileParallelism: false,
      }),
      project('sizes', ['test/size.test.ts'], { globalSetup: 'test/support/built.ts', testTimeout: 60_000 }),
      project('package', ['test/package.test.ts'], {
        globalSetup: 'test/support/built.ts',
        testTimeout: 120_000,
        hookTimeout: 120_000,
      }),
    ],
  },
});
