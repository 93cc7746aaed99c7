import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { proofTable, writeProof } from './proof.js';
import { conclude, run } from './run.js';
import { deep, everything } from './steps.js';

/** @typedef {import('./steps.js').Step} Step */

/** How many busy processes there are for each core under {@link testBusily}. */
const LOAD = 4;
/** From which share of its deadline on a test is named under {@link testBusily}, of 1. */
const NEAR = 0.5;

/**
 * Runs all that has to be right before anything is handed on.
 *
 * @param {string[]} names - Of the steps that are wanted. Default: all.
 * @param {Promise<void>} browsers - Until they are there.
 */
export async function testAll(names, browsers) {
  conclude(await run(chosen(everything(), names), browsers));
}

/**
 * Runs the same beside processes that keep every core busy, and names the tests that came near their deadline.
 *
 * @param {string[]} names - Of the steps that are wanted. Default: all.
 * @param {Promise<void>} browsers - Until they are there.
 */
export async function testBusily(names, browsers) {
  const rows = chosen(everything(), names);
  const count = LOAD * availableParallelism();
  console.log(`Beside ${count} busy processes:`);
  const busy = Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  const end = () => busy.forEach((child) => child.kill('SIGKILL'));
  process.once('exit', end);
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
    process.once(signal, () => process.exit(1));
  const outcomes = await run(rows, browsers).finally(end);

  const near = outcomes.flatMap(({ tests }) => tests).filter(({ share }) => share > NEAR);
  for (const { file, name, share } of near)
    console.log(`\n${Math.round(share * 100)} % of its deadline: ${file}: ${name}`);
  if (!near.length) console.log('\nNo test needed more than half of its deadline.');
  conclude(outcomes);
}

/**
 * Runs what takes long, from a seed of its own, and writes what was shown to `docs/proof.md`.
 *
 * @param {string[]} names - Of the steps that are wanted; then nothing is written. Default: all.
 * @param {Promise<void>} browsers - Until they are there.
 */
export async function testDeeply(names, browsers) {
  const seed = process.env['SEED'] ?? String(Math.floor(Math.random() * 1e9));
  console.log(`Seed ${seed}; \`SEED=${seed} npm run test:deep\` plays the same again.`);
  const outcomes = await run(chosen(deep(seed), names), browsers);
  const table = proofTable(outcomes);
  console.log(`\n${table}`);
  if (!names.length) await writeProof(table, seed);
  conclude(outcomes);
}

/**
 * Steps by their names, with the build that they may need; all of them, where none is named.
 *
 * @param {Step[][]} rows
 * @param {string[]} names
 * @returns {Step[][]}
 */
function chosen(rows, names) {
  const known = rows.flat().map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown) throw new Error(`There is no step \`${unknown}\`; there are ${known.join(', ')}`);
  const isNamed = (/** @type {Step} */ { name }) => !names.length || names.includes(name);
  const wanted = new Set(rows.flat().filter(isNamed));
  for (const { after } of wanted) if (after) wanted.add(after);
  return rows.map((row) => row.filter((step) => wanted.has(step)));
}
