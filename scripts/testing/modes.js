import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { writeProof } from './proof.js';
import { conclude, run } from './run.js';
import { deep, everything } from './steps.js';

/** How many busy processes there are for each core under {@link testBusily}. */
const LOAD = 4;
/** From which share of its deadline on a test is named under {@link testBusily}, of 1. */
const NEAR = 0.5;

/** Runs all that has to be right before anything is handed on. */
export async function testAll() {
  conclude(await run(everything()));
}

/** Runs the same beside processes that keep every core busy, and names the tests that came near their deadline. */
export async function testBusily() {
  const count = LOAD * availableParallelism();
  console.log(`Beside ${count} busy processes:`);
  const busy = Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  const end = () => busy.forEach((child) => child.kill('SIGKILL'));
  process.once('exit', end);
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
    process.once(signal, () => process.exit(1));
  const outcomes = await run(everything()).finally(end);

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
 */
export async function testDeeply(names) {
  const seed = process.env['SEED'] ?? String(Math.floor(Math.random() * 1e9));
  console.log(`Seed ${seed}; \`SEED=${seed} npm run test:deep\` plays the same again.`);
  const rows = deep(seed);
  const known = rows.flat().map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown) throw new Error(`There is no step \`${unknown}\`; there are ${known.join(', ')}`);
  const isWanted = (/** @type {import('./steps.js').Step} */ { name }) =>
    name === 'build' || names.includes(name);
  const outcomes = await run(names.length ? rows.map((row) => row.filter(isWanted)) : rows);
  if (!names.length) await writeProof(outcomes, seed);
  conclude(outcomes);
}
