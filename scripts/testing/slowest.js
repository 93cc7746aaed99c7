import { writeFileSync } from 'node:fs';
import { LOGS } from './run-step.js';

/** Where it is written how long each test took. */
export const SLOWEST = `${LOGS}/slowest.txt`;

/**
 * Writes how long each file with tests took, and each of its tests, in seconds, the slowest first.
 *
 * @param {import('./run-step.js').Outcome[]} outcomes
 */
export function writeSlowest(outcomes) {
  const all = outcomes.flatMap(({ tests }) => tests).filter(({ file }) => file);
  const rows = [...new Set(all.map(({ file }) => file))].map((name) => {
    const tests = all.filter(({ file }) => file === name);
    return { name, seconds: sumOf(tests), tests };
  });
  const lines = bySeconds(rows).flatMap(({ tests, ...row }) => [
    lineOf(row),
    ...bySeconds(tests).map((test) => `  ${lineOf(test)}`),
  ]);
  writeFileSync(SLOWEST, `${lines.join('\n')}\n`);
}

/** @param {{ seconds: number }[]} tests */
const sumOf = (tests) => tests.reduce((sum, { seconds }) => sum + seconds, 0);

/**
 * @template {{ seconds: number }} Row
 * @param {Row[]} rows
 */
const bySeconds = (rows) => rows.sort((one, other) => other.seconds - one.seconds);

/** @param {{ name: string, seconds: number }} row */
const lineOf = ({ name, seconds }) => `${seconds.toFixed(1)} s  ${name.replaceAll(/\s+/g, ' ')}`;
