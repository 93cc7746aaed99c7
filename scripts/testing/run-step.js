import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';

/** Where what each step says is kept. */
export const LOGS = 'build/results';

/**
 * What a step came to.
 *
 * @typedef {object} Outcome
 * @property {import('./steps.js').Step} step
 * @property {import('./reporter.js').TestTold[]} tests - Of a tool, its one result.
 * @property {number} seconds
 */

/**
 * Runs a step. Never rejects: what could not be run has failed.
 *
 * @param {import('./steps.js').Step} step
 * @param {(share: number) => void} onShare - Told how much is done, of 1.
 * @returns {Promise<Outcome>}
 */
export function runStep(step, onShare) {
  const begunAt = Date.now();
  const child = spawn(process.execPath, [step.program, ...step.args], {
    env: { ...process.env, ...step.env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const log = createWriteStream(logOf(step));
  /** What it said, whose beginning tells why it failed. */
  let said = '';
  /** @type {import('./reporter.js').TestTold[]} */
  const tests = [];

  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (/** @type {Buffer} */ chunk) => {
      log.write(chunk);
      if (said.length < 10_000) said += chunk.toString();
    });
  }
  child.on('message', (/** @type {import('./reporter.js').Told} */ told) => {
    tests.push(...told.tests);
    onShare(told.done / told.total);
  });

  return new Promise((resolve) => {
    /** @param {boolean} hasPassed */
    const end = (hasPassed) => {
      log.end();
      resolve({ step, tests: [...tests, ...own(hasPassed)], seconds: (Date.now() - begunAt) / 1000 });
    };
    /**
     * The result of a tool, or of tests that broke outside of any.
     *
     * @param {boolean} hasPassed
     * @returns {import('./reporter.js').TestTold[]}
     */
    const own = (hasPassed) => {
      if (step.isSuite && (hasPassed || tests.some(({ state }) => state === 'failed'))) return [];
      const state = hasPassed ? 'passed' : 'failed';
      return [{ file: '', name: step.name, state, note: said, seconds: 0, share: 0 }];
    };
    child.on('error', (error) => {
      said += error.message;
      end(false);
    });
    child.on('close', (code) => end(code === 0));
  });
}

/**
 * The file that keeps what a step says.
 *
 * @param {import('./steps.js').Step} step
 */
export function logOf({ name }) {
  return `${LOGS}/${name.replaceAll(' ', '-')}.log`;
}
