import { afterAll, expect, it, onTestFailed } from 'vitest';
import { inEveryEngine } from './harness/harness.js';
import { shareOf } from './harness/share.js';
import { drawnSeed } from './ledger/drawn-seed.js';
import { play } from './ledger/play.js';
import { reckon } from './ledger/reckoning.js';
import { hasRedis } from '../support/redis.js';
import { scheduleOf, TROUBLES, withQueueTroubles, type Schedule, type TokenMode } from './ledger/schedule.js';
import { openShop } from './ledger/shop.js';
import { openBook } from './ledger/table.js';
import { answerToken, giveSession } from './ledger/tokens.js';

/*
 * The delivery ledger shows that nothing is lost and nothing is counted twice: schedules drawn by seed make calls in
 * pages that go wrong, with a network, a service and a browser that go wrong, until all is well again. Then what was
 * recorded, which is what the page was told is safe, is compared with what the service holds.
 *
 * `npm test` plays a few schedules, always the same, each in one engine in turn, by way of a relay one for each engine; `npm run test:deep -- ledger` plays 300 in each engine, others each
 * time, and says what they came to. The environment variables `ENGINE`, `LEDGER_VIA`, `LEDGER_SEED` and `LEDGER_SCHEDULES` choose the
 * engine, whether pages speak `direct`, by way of a `relay`, or of one with a `queue` in Redis (several with commas), the first seed and how many; a failure shows its schedule and the command that plays it again, such as
 * `ENGINE=chromium LEDGER_SEED=17 LEDGER_SCHEDULES=1 npm run engines -- test/engines/ledger.test.ts`.
 */
const { LEDGER_SCHEDULES, LEDGER_VIA } = process.env;
/** How pages speak to the service. */
const WAYS = ['direct', 'relay', ...(hasRedis ? ['queue'] : [])].filter((way) =>
  (LEDGER_VIA ?? way).split(',').includes(way),
);
const { LEDGER_SEED = LEDGER_SCHEDULES ? drawnSeed('LEDGER_SEED') : 1 } = process.env;
/** Longer than a test that waits for one thing: servers are killed, and others take over after a while. */
const TIMEOUT = 240_000;
/** As few as have every trouble among them. */
const FEW = 6;
const count = Number(LEDGER_SCHEDULES ?? FEW);
const seeds = Array.from({ length: count }, (_, index) => Number(LEDGER_SEED) + index);

inEveryEngine('what is recorded', (setScene, engine) => {
  const book = openBook(engine.name);
  // What is not on disk cannot outlive the browser.
  const possible = TROUBLES.filter((trouble) => trouble !== 'browser killed' || engine.keepsProfile);
  if (LEDGER_SCHEDULES) afterAll(() => console.log(String(book)));

  const own = LEDGER_SCHEDULES ? seeds : shareOf(engine, seeds);
  const played = WAYS.flatMap((way) => {
    const troubles = way === 'queue' ? withQueueTroubles(possible) : possible;
    // What a relay does, it does alike for every engine.
    const some = LEDGER_SCHEDULES || way === 'direct' ? own : own.slice(0, 1);
    return some.map((seed) => ({ way, schedule: scheduleOf(seed, troubles) }));
  });
  it.for(
    played.map(({ way, schedule }) => [way, schedule.seed, schedule.troubles.join(', '), schedule] as const),
  )(
    'arrives, once, %s, in schedule %i: %s',
    { timeout: TIMEOUT },
    async ([way, , , schedule], { annotate }) => {
      onTestFailed(() => console.log(replayOf(schedule, engine.name, way)));
      const { shop, give } = await setShop(schedule, way);
      const scene = await setScene(shop.site);

      const outcome = await play(schedule, { scene, shop, give });

      const reckoning = reckon({ ...outcome, ...shop, ...shop.service });
      book.add(schedule.troubles, reckoning);
      if (schedule === played.at(-1)?.schedule) await annotate(book.toWords(), 'figure');
      expect(reckoning.problems).toEqual([]);
    },
  );
});

async function setShop({ hasLocks }: Schedule, way: string) {
  let mode: TokenMode = 'right';
  const shop = await openShop({
    ...{ hasLocks, isRelayed: way !== 'direct', byQueue: way === 'queue' },
    giveToken: (user, service) => answerToken(mode, user, service),
    giveSession: (user) => giveSession(mode, user),
  });
  return { shop, give: (next: TokenMode) => void (mode = next) };
}

function replayOf({ seed, steps }: Schedule, engine: string, way: string): string {
  const command = `ENGINE=${engine} LEDGER_VIA=${way} LEDGER_SEED=${seed} LEDGER_SCHEDULES=1 npm run engines -- test/engines/ledger.test.ts`;
  return [command, ...steps.map((step) => JSON.stringify(step))].join('\n');
}
