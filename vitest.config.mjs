import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { asText } from './scripts/as-text.js';

/** What no healthy run meets, also where the machine is busy: the deadline of a test, and of what it waits for. */
const MINUTE = 60_000;

const built = [
  'test/engines/**',
  'test/size.test.ts',
  'test/package.test.ts',
  'test/framework-types.test.ts',
];

/** Those that begin with a line that asks for a document. */
const inDocument = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((path) => `test/${path}`)
  .filter((path) => path.endsWith('.test.ts'))
  .filter((path) => readFileSync(path, 'utf8').startsWith('// @vitest-environment'));

/** @param {string} name @param {string[]} include */
const project = (name, include, options = {}) => ({
  plugins: [asText],
  // They run before the build: what the demo and the examples import by name is the source.
  resolve: { tsconfigPaths: true },
  test: {
    ...{ name, include, testTimeout: MINUTE, hookTimeout: MINUTE, expect: { poll: { timeout: MINUTE } } },
    ...options,
  },
});

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      // Files share what a worker has loaded, since they keep nothing in modules.
      project('unit', ['test/**/*.test.ts'], { exclude: [...built, ...inDocument], isolate: false }),
      project('document', inDocument),
      // Files share the browsers of their worker.
      project('engines', ['test/engines/**/*.test.ts'], {
        globalSetup: ['test/engines/harness/bundled.ts', 'test/engines/harness/run-folder.ts'],
        isolate: false,
      }),
      project('published', built.slice(1), { globalSetup: 'test/support/built.ts' }),
    ],
  },
});
