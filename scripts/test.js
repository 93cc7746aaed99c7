import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { readyBrowsers, readyPackages } from './ready.js';

/** Where each step that counts its own tests leaves its figures. */
const RESULTS = 'build/results';

/** @typedef {{ passed: number, failed: number, skipped: number }} Tally */
/** @typedef {{ name: string, status: string, message: string, assertionResults: { fullName: string, status: string }[] }} FileResult */
/** @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, testResults: FileResult[] }} Result */

/** @type {[name: string, run: () => Tally][]} */
const steps = [
  ['types', () => check('tsc', '--noEmit')],
  ['lint', () => check('eslint', '.', '--max-warnings', '0')],
  ['format', () => check('prettier', '--check', '--log-level', 'warn', '.')],
  ['unit and journeys', () => suite('unit')],
  ['pace', () => suite('paced')],
  ['build', () => check('rollup', '--config', '--failAfterWarnings')],
  ['engines', () => suite('engines')],
  ['engines, timed', () => suite('timed')],
  ['sizes', () => suite('sizes')],
  ['package', () => suite('package')],
];

process.chdir(`${import.meta.dirname}/..`);
/** @type {Tally} */
const total = { passed: 0, failed: 0, skipped: 0 };
/** What failed, told once more at the end: the place where it happened is far above. @type {string[]} */
const failures = [];
try {
  readyPackages();
  readyBrowsers();
  rmSync(RESULTS, { recursive: true, force: true });
  mkdirSync(RESULTS, { recursive: true });
  for (const [name, run] of steps) count(name, run);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  total.failed += 1;
}
if (failures.length) console.log(`\nFailed:\n${failures.map((name) => `  ${name}`).join('\n')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed ? 1 : 0;

/**
 * @param {string} name
 * @param {() => Tally} run
 */
function count(name, run) {
  console.log(`\n── ${name}`);
  const startedAt = Date.now();
  const known = failures.length;
  const { passed, failed, skipped } = run();
  if (failed && failures.length === known) failures.push(name);
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  console.log(
    `${name}: ${failed ? 'FAILED' : 'ok'} (${passed} passed, ${failed} failed, ${skipped} skipped, ${seconds} s)`,
  );
}

/**
 * Runs a tool of the project that has one result.
 *
 * @param {string} tool
 * @param {string[]} args
 * @returns {Tally}
 */
function check(tool, ...args) {
  const { status } = spawnSync(`node_modules/.bin/${tool}`, args, { stdio: 'inherit' });
  return status === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}

/**
 * Runs the tests of one project of vitest.config.mjs.
 *
 * @param {string} project
 * @returns {Tally}
 */
function suite(project) {
  const file = `${RESULTS}/${project}.json`;
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { failed } = check('vitest', 'run', '--project', project, ...reporters);
  const result = resultOf(file);
  // A run that broke outside its tests has failed too.
  return { ...result, failed: Math.max(result.failed, failed) };
}

/**
 * @param {string} file
 * @returns {Tally}
 */
function resultOf(file) {
  try {
    const result = /** @type {Result} */ (JSON.parse(readFileSync(file, 'utf8')));
    failures.push(...result.testResults.flatMap(failuresOf));
    return { passed: result.numPassedTests, failed: result.numFailedTests, skipped: result.numPendingTests };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }; // The tests did not get as far as writing it.
  }
}

/**
 * The tests of a file that failed, or why it could not be run at all.
 *
 * @param {FileResult} result
 * @returns {string[]}
 */
function failuresOf({ name, status, message, assertionResults }) {
  const tests = assertionResults.filter((test) => test.status === 'failed').map(({ fullName }) => fullName);
  const reasons = tests.length || status !== 'failed' ? tests : [message];
  return reasons.map((reason) => `${relative('.', name)}: ${reason}`);
}
