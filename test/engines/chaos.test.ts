import { afterAll, expect, it, onTestFailed, onTestFinished } from 'vitest';
import { inEveryEngine } from './harness/harness.js';
import { shareOf } from './harness/share.js';
import { openCollector } from './chaos/collector.js';
import { play } from './chaos/play.js';
import { noSums, reckon, type Sums } from './chaos/reckoning.js';
import { scheduleOf } from './chaos/schedule.js';
import type { Schedule } from './chaos/step.js';
import { drawnSeed } from './ledger/drawn-seed.js';

/*
 * Chaos looks at the library from outside, as a stranger would: it knows the built script, its public names and what
 * `docs/service` says of the wire, and has a service, a page and schedules of its own. A call is promised once its
 * promise is kept, or its page has heard that it is left.
 *
 * `npm test` plays a few schedules, always the same, each in one engine in turn; `npm run test:deep -- chaos` plays 300 in each engine, others each
 * time. `CHAOS_VIA` chooses whether pages speak `direct` or by way of a `relay`, `CHAOS_SEED` and `CHAOS_SCHEDULES` the first and how many; a failure names the command that plays it again.
 */
const { CHAOS_SCHEDULES, CHAOS_VIA } = process.env;
/** How pages speak to the service. */
const WAYS = ['direct', 'relay'].filter((way) => (CHAOS_VIA ?? way).split(',').includes(way));
const { CHAOS_SEED = CHAOS_SCHEDULES ? drawnSeed('CHAOS_SEED') : 1 } = process.env;
const FEW = 6;
const seeds = Array.from(
  { length: Number(CHAOS_SCHEDULES ?? FEW) },
  (_, index) => Number(CHAOS_SEED) + index,
);
/** Longer than a test that waits for one thing: it lets time pass, and tries again. */
const TIMEOUT = 240_000;

inEveryEngine('what is promised', (setScene, engine) => {
  const all = noSums();
  const abilities = { canKill: engine.keepsProfile, canFreeze: engine.name === 'chromium' };
  const own = CHAOS_SCHEDULES ? seeds : shareOf(engine, seeds);
  const played = WAYS.flatMap((way) => {
    const isRelayed = way === 'relay';
    const some = CHAOS_SCHEDULES || !isRelayed ? own : own.slice(0, 1);
    return some.map((seed) => ({ way, isRelayed, schedule: scheduleOf(seed, { ...abilities, isRelayed }) }));
  });
  if (CHAOS_SCHEDULES) afterAll(() => console.log(inWords(engine.name, all)));

  it.for(played.map((one) => [one.way, one.schedule.seed, one.schedule.troubles.join(', '), one] as const))(
    'comes true whatever happens, %s, in schedule %i: %s',
    { timeout: TIMEOUT },
    async ([way, , , { schedule, isRelayed }], { annotate }) => {
      const { browser } = await setScene();
      const collector = await openCollector({ isRelayed });
      onTestFailed(() => console.log([replayOf(schedule, engine.name, way), ...collector.diary].join('\n')));
      onTestFinished(() => collector.close());
      collector.messages = schedule.messages;

      const outcome = await play(schedule, browser, collector);

      const { sums, problems } = reckon(outcome, collector);
      for (const name of Object.keys(all) as (keyof Sums)[]) all[name] += sums[name];
      if (schedule === played.at(-1)?.schedule) await annotate(inWords(engine.name, all), 'figure');
      expect(problems).toEqual([]);
    },
  );
});

function inWords(engine: string, sums: Sums): string {
  const { schedules, promised, lost, twice, crossed, disorder, stale, wrong, stuck, repeats, uncertain } =
    sums;
  return [
    `${engine}: ${schedules} schedules of chaos`,
    `${promised} promised, ${lost} lost, ${twice} twice, ${crossed} crossed, ${disorder} out of order`,
    `${stale} stale, ${wrong} wrong in the end, ${stuck} stuck (${repeats} harmless repeats, ${uncertain} uncertain)`,
  ].join(', ');
}

function replayOf({ seed }: Schedule, engine: string, way: string): string {
  return `ENGINE=${engine} CHAOS_VIA=${way} CHAOS_SEED=${seed} CHAOS_SCHEDULES=1 npm run engines -- test/engines/chaos.test.ts`;
}
