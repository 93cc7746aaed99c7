import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { formatted } from '../formatted.js';
import { inWords } from './progress.js';

/** Where the table stands. */
const FILE = 'docs/proof.md';
/** How much is played, where it is not as much as by default. */
const SETTINGS = [
  'LEDGER_SCHEDULES',
  'QUEUE_SCHEDULES',
  'CHAOS_SCHEDULES',
  'UNADOPTED_ROUNDS',
  'STORM_USERS',
  'FLEET_USERS',
  'EXPORT_ROWS',
  'WALKS',
];

/**
 * What was promised, and whether it held, as a table.
 *
 * @param {import('./run-step.js').Outcome[]} outcomes
 */
export function proofTable(outcomes) {
  const rows = outcomes.flatMap(({ step: { promise }, tests, seconds }) => {
    if (!promise) return [];
    const held = tests.filter(({ state }) => state === 'passed').length;
    const figures = tests.flatMap(({ figures = [] }) => figures);
    const figure = figures.length ? figures.join('; ') : `${held} of ${tests.length} tests`;
    return [
      {
        promise,
        figure,
        held: held === tests.length ? 'yes' : `no: ${tests.length - held} failed`,
        time: inWords(seconds),
      },
    ];
  });
  return [
    '| promised | shown by | held | in |',
    '| --- | --- | --- | --- |',
    ...rows.map((row) => `| ${[row.promise, row.figure, row.held, row.time].join(' | ')} |`),
  ].join('\n');
}

/**
 * Writes that table as a page.
 *
 * @param {string} table
 * @param {string} seed
 */
export async function writeProof(table, seed) {
  const { version } = /** @type {{ version: string }} */ (JSON.parse(readFileSync('package.json', 'utf8')));
  const settings = SETTINGS.flatMap((name) => (process.env[name] ? [`${name}=${process.env[name]} `] : []));
  const again = `${settings.join('')}SEED=${seed} npm run test:deep`;
  const text = `# Proof

What was promised, and what the last deep run showed. \`npm run test:deep\` writes this page.

${table}

Version ${version}, ${new Date().toISOString().slice(0, 10)}, seed ${seed}, on a machine of ${availableParallelism()} cores with ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}, with Chromium, Firefox and WebKit as Debian has them. \`${again}\` plays the same again.
`;
  writeFileSync(FILE, await formatted(FILE, text));
}
