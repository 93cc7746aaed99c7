import { mkdirSync, rmSync } from 'node:fs';
import { createProgress, inWords } from './progress.js';
import { LOGS, logOf, runStep } from './run-step.js';
import { writeSlowest } from './slowest.js';

/** @typedef {import('./run-step.js').Outcome} Outcome */
/** @typedef {import('./steps.js').Step} Step */

/** How many lines of a failure are shown at the end; the rest is in its log. */
const LINES = 5;

/**
 * Runs rows of steps side by side, the steps of a row one after another, and says what came of each.
 *
 * @param {Step[][]} rows
 * @param {Promise<void>} browsers - Until the programs are there that some of the steps need.
 * @returns {Promise<Outcome[]>}
 */
export async function run(rows, browsers) {
  rmSync(LOGS, { recursive: true, force: true });
  for (const folder of [LOGS, 'build/cache']) mkdirSync(folder, { recursive: true });
  const begunAt = Date.now();
  const progress = createProgress();
  /** @type {Map<Step, Promise<Outcome>>} */
  const begun = new Map();

  /** @param {Step} step */
  async function outcomeOf(step) {
    const before = step.after && (await begun.get(step.after));
    if (before?.tests.some(({ state }) => state === 'failed')) return notRun(step, before.step);
    if (step.needsBrowsers) await browsers;
    progress.begin(step.name);
    const outcome = await runStep(step, (share) => progress.tell(step.name, share));
    const counts = countsOf(outcome.tests);
    const words = step.isSuite ? `${counts.passed} passed${also(counts)}` : counts.failed ? 'failed' : 'ok';
    progress.end(step.name, { seconds: outcome.seconds, hasPassed: !counts.failed, words });
    return outcome;
  }

  const outcomes = await Promise.all(
    rows.map(async (row) => {
      /** @type {Outcome[]} */
      const done = [];
      for (const step of row) {
        const promise = outcomeOf(step);
        begun.set(step, promise);
        done.push(await promise);
      }
      return done;
    }),
  );
  progress.close();
  writeSlowest(outcomes.flat());
  console.log(`\nIn ${inWords((Date.now() - begunAt) / 1000)}.`);
  return outcomes.flat();
}

/**
 * A step that has to wait for another in vain.
 *
 * @param {Step} step
 * @param {Step} before
 * @returns {Outcome}
 */
function notRun(step, before) {
  const note = `not run, since \`${before.name}\` failed`;
  return {
    step,
    tests: [{ file: '', name: step.name, state: 'skipped', note, seconds: 0, share: 0 }],
    seconds: 0,
  };
}

/**
 * Says what was skipped, what failed and how to run just that, and how many there were of each. Sets the exit code.
 *
 * @param {Outcome[]} outcomes
 */
export function conclude(outcomes) {
  const of = (/** @type {string} */ wanted) =>
    outcomes.flatMap(({ step, tests }) =>
      tests.filter(({ state }) => state === wanted).map((test) => ({ step, test })),
    );

  for (const { test } of of('skipped'))
    console.log(
      `\nskipped: ${[test.file, test.name].filter(Boolean).join(': ')}${test.note && ` (${test.note})`}`,
    );
  for (const { step, test } of of('failed')) {
    const lines = plain(test.note)
      .split('\n')
      .filter((line) => /\w/.test(line) && !/^[-+] (Expected|Received)$/.test(line.trim()));
    console.log(`\n✗ ${[test.file || step.name, test.name].join(': ')}`);
    console.log(
      lines
        .slice(0, LINES)
        .map((line) => `    ${line}`)
        .join('\n'),
    );
    console.log(`  again: ${commandFor(step, test)}\n  whole: ${logOf(step)}`);
  }
  const { passed, failed, skipped } = countsOf(outcomes.flatMap(({ tests }) => tests));
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
  process.exitCode = failed ? 1 : 0;
}

/**
 * The command that runs just what failed.
 *
 * @param {Step} step
 * @param {import('./reporter.js').TestTold} test
 */
function commandFor({ env = {}, isSuite, program, args }, { file, name }) {
  const settings = Object.entries(env).map(([key, value]) => `${key}=${value} `);
  if (!isSuite) return `${settings.join('')}node ${[program, ...args].join(' ')}`;
  const words = file
    ? [file, '-t', `'${name.replaceAll(' > ', ' ').replaceAll(/['"`()[\]{}*+?^$|\\]/g, '.')}'`]
    : [];
  const projects = args.flatMap((one, index) => (args[index - 1] === '--project' ? ['--project', one] : []));
  return `${settings.join('')}npx vitest run ${[...projects, ...words].join(' ')}`;
}

/** @param {import('./reporter.js').TestTold[]} tests */
function countsOf(tests) {
  const count = (/** @type {string} */ wanted) => tests.filter(({ state }) => state === wanted).length;
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
}

/** @param {{ failed: number, skipped: number }} counts */
const also = ({ failed, skipped }) =>
  `${failed ? `, ${failed} failed` : ''}${skipped ? `, ${skipped} skipped` : ''}`;

/**
 * Without the colours of a terminal.
 *
 * @param {string} text
 */
const plain = (text) => text.replace(/\x1b\[[\d;]*m/g, '');
