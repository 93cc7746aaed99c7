/**
 * One step of a run: a tool that has one result, or tests that are counted one by one.
 *
 * @typedef {object} Step
 * @property {string} name
 * @property {string} program - In `node_modules`, or of the project.
 * @property {string[]} args
 * @property {Record<string, string>} [env]
 * @property {boolean} [isSuite] - Whether it is Vitest that is run.
 * @property {Step} [after] - What must have passed before.
 * @property {boolean} [needsBrowsers] - Whether it starts a browser or a Redis.
 * @property {string} [promise] - What it shows, for the table of a deep run.
 */

/** @type {Step} */
const build = { name: 'build', program: 'scripts/build.js', args: ['--if-stale'] };

/**
 * Tests of some projects of vitest.config.mjs.
 *
 * @param {string} name
 * @param {string[]} projects
 * @param {Partial<Step> & { files?: string[], workers?: number }} [more]
 * @returns {Step}
 */
const suite = (name, projects, { files = [], workers, ...more } = {}) => ({
  name,
  program: 'node_modules/vitest/vitest.mjs',
  args: [
    'run',
    '--reporter=./scripts/testing/reporter.js',
    ...projects.flatMap((one) => ['--project', one]),
    ...(workers ? [`--maxWorkers=${workers}`] : []),
    ...files,
  ],
  isSuite: true,
  ...more,
});

/** Tests in browsers. They wait for a third of their time, so three workers keep two cores busy. */
const inBrowsers = { needsBrowsers: true, after: build, workers: 3 };

/**
 * What `npm test` does: rows run side by side, and the steps of a row one after another, so that both end at about the
 * same time. What needs no browser comes first, while those are installed.
 *
 * @returns {Step[][]}
 */
export const everything = () => [
  [build, suite('engines', ['engines'], inBrowsers)],
  [
    lint,
    format,
    suite('package and sizes', ['published'], { workers: 1, after: build }),
    suite('unit and journeys', ['unit', 'document', 'elements'], { workers: 2, needsBrowsers: true }),
  ],
];

/**
 * What takes long, with all engines meeting all of it and a seed of its own.
 *
 * @param {string} seed
 * @returns {Step[][]}
 */
export const deep = (seed) => {
  const engines = (
    /** @type {string} */ name,
    /** @type {string} */ promise,
    /** @type {string[]} */ files,
    env = {},
  ) => suite(name, ['engines'], { promise, files, env, ...inBrowsers });
  return [
    [
      build,
      engines(
        'ledger',
        'Nothing recorded is lost, and nothing is counted twice',
        ['test/engines/ledger.test.ts'],
        {
          LEDGER_VIA: 'direct,relay',
          LEDGER_SCHEDULES: process.env['LEDGER_SCHEDULES'] ?? '300',
          LEDGER_SEED: seed,
        },
      ),
      engines(
        'queue ledger',
        'What a relay has put into its queue is told once and in order, over relays, workers and a Redis that are killed or stand still',
        ['test/engines/ledger.test.ts'],
        {
          LEDGER_VIA: 'queue',
          LEDGER_SCHEDULES: process.env['QUEUE_SCHEDULES'] ?? '60',
          LEDGER_SEED: seed,
        },
      ),
      engines(
        'chaos',
        'What is promised comes true, as a stranger sees it who knows only the built package',
        ['test/engines/chaos.test.ts'],
        {
          CHAOS_VIA: 'direct',
          CHAOS_SCHEDULES: process.env['CHAOS_SCHEDULES'] ?? '300',
          CHAOS_SEED: seed,
        },
      ),
      engines(
        'relay chaos',
        'The same by way of the built relay, with what fails between pages and that, too',
        ['test/engines/chaos.test.ts'],
        {
          CHAOS_VIA: 'relay',
          CHAOS_SCHEDULES: process.env['CHAOS_SCHEDULES'] ?? '300',
          CHAOS_SEED: seed,
        },
      ),
      engines(
        'identity storm',
        'Everything is sent as the user whose it is',
        ['test/engines/identity-storm.test.ts'],
        {
          STORM_CALLS: '2000',
          STORM_SEED: seed,
        },
      ),
      engines(
        'unadopted storm',
        'What nobody did goes to nobody who comes without it',
        ['test/engines/unadopted.test.ts'],
        { UNADOPTED_ROUNDS: process.env['UNADOPTED_ROUNDS'] ?? '1000' },
      ),
      engines(
        'attacks',
        'A message runs nothing in the page and takes nothing from it',
        ['test/engines/attacks', 'test/engines/embedded/attacks'],
        {
          SHARES: 'all',
        },
      ),
      engines(
        'looks',
        'Every page and message is usable by everyone, in light and dark',
        [
          'test/engines/console',
          'test/engines/demo',
          'test/engines/docs',
          'test/engines/guide-pictures',
          'test/engines/inspector',
          'test/engines/frameworks/inspected',
          'test/engines/in-app',
          'test/engines/embedded/looks',
        ],
        {
          SHARES: 'all',
        },
      ),
    ],
    [
      suite('model', ['unit'], {
        promise: 'Whatever ends, stands still or is lost between two moves, each promise of the outbox holds',
        files: ['test/events/model'],
        env: { MODEL_TROUBLES: '2', MODEL_SCHEDULES: process.env['MODEL_SCHEDULES'] ?? '1000', SEED: seed },
      }),
      suite('server storm', ['unit'], {
        promise: 'Of a bulk through failures and killed processes, everything is accounted for',
        files: ['test/admin/bulk/storm.test.ts'],
        env: { STORM_USERS: process.env['STORM_USERS'] ?? '200000' },
      }),
      suite('four workers', ['unit'], {
        promise:
          'Work of several machines is whole and in order, over killed and frozen ones, at the pace of one',
        files: ['test/admin/jobs/four-workers.test.ts'],
        env: { FLEET_USERS: process.env['FLEET_USERS'] ?? '200000' },
        needsBrowsers: true,
      }),
      suite('long export', ['unit'], {
        promise: 'A long export is whole, over downloads that fail, in bounded memory',
        files: ['test/admin/exporting/long-export.test.ts'],
        env: { EXPORT_ROWS: process.env['EXPORT_ROWS'] ?? '1000000' },
      }),
      suite('random walk', ['unit'], {
        promise: 'The emulator answers every call of the contract, and never with 500',
        files: ['test/emulator/random-walk.test.ts'],
        env: { WALKS: process.env['WALKS'] ?? '500', WALK_SEED: seed },
      }),
      suite('frameworks', ['frameworks'], {
        promise:
          'Each app of the first guide is built from the packed package, its event arrives and its message is shown; Next.js renders pages that call the service',
        needsBrowsers: true,
        after: build,
      }),
    ],
  ];
};

/** @type {Step} */
const lint = { name: 'types and lint', program: 'node_modules/oxlint/bin/oxlint', args: [] };

/** @type {Step} */
const format = { name: 'format', program: 'node_modules/oxfmt/bin/oxfmt', args: ['--check'] };
