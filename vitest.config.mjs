import { defineConfig } from 'vitest/config';
import { asText } from './scripts/as-text.js';
import { contractParts } from './scripts/contract.js';
import { knownErrors } from './scripts/error-codes.js';
import { operationWords } from './scripts/operation-words.js';
import { LongestFirst } from './scripts/testing/longest-first.js';

/** What no healthy run meets, also where the machine is busy: the deadline of a test, and of what it waits for. */
const MINUTE = 60_000;

/** Where files ask for a document, in their first line. */
const inDocument = ['test/browser/**', 'test/journeys/**'];
/** Where each has one of its own, since what an element is can be said there but once. */
const inOwnDocument = ['test/in-a-document/**'];

/** @param {string} name @param {string[]} folders */
const project = (name, folders, options = {}) => ({
  plugins: [asText, contractParts, knownErrors, operationWords],
  // They run before the build: what the demo and the examples import by name is the source.
  resolve: { tsconfigPaths: true },
  test: {
    name,
    include: folders.map((folder) => `${folder}/*.test.ts`),
    testTimeout: MINUTE,
    hookTimeout: MINUTE,
    expect: { poll: { timeout: MINUTE } },
    ...options,
  },
});

export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      // Files share what a worker has loaded, and its document: each begins with a device, and a service, of its own.
      project('unit', ['test/**'], {
        exclude: [
          'test/engines/**',
          'test/published/**',
          'test/frameworks/**',
          ...inDocument,
          ...inOwnDocument,
        ],
        isolate: false,
      }),
      project('document', inDocument, { isolate: false }),
      project('elements', inOwnDocument),
      // Files share the browsers of their worker.
      project('engines', ['test/engines/**'], {
        globalSetup: ['test/engines/harness/bundled.ts', 'test/engines/harness/run-folder.ts'],
        isolate: false,
        // Longer than what they wait for, which so can say what did not come.
        testTimeout: 2 * MINUTE,
      }),
      // They need the build.
      project('published', ['test/published/**'], { globalSetup: 'test/support/built.ts' }),
      // They install what weighs too much for everybody to have it, in a deep run.
      project('frameworks', ['test/frameworks/**'], {
        globalSetup: ['test/frameworks/support/pack.ts', 'test/engines/harness/run-folder.ts'],
        ...{ testTimeout: 10 * MINUTE, hookTimeout: 10 * MINUTE },
      }),
    ],
  },
});
