import { afterAll, expect, it, onTestFailed } from 'vitest';
import { inEveryEngine } from './harness/harness.js';
import { shareOf } from './harness/share.js';
import { drawnSeed } from './ledger/drawn-seed.js';
import { play } from './ledger/play.js';
import { reckon } from './ledger/reckoning.js';
import { scheduleOf, TROUBLES, type Schedule, type TokenMode } from './ledger/schedule.js';
import { openShop } from './ledger/shop.js';
import { openBook } from './ledger/table.js';
import { answerToken, giveSession } from './ledger/tokens.js';

/*
 * The delivery ledger shows that nothing is lost and nothing is counted twice: schedules drawn by seed make calls in
 * pages that go wrong, with a network, a service and a browser that go wrong, until all is well again. Then what was
 * recorded, which is what the page was told is safe, is compared with what the service holds.
 *
 * `npm test` plays a few schedules, always the same, each in one engine in turn; `npm run test:deep -- ledger` plays 300 in each engine, others each
 * time, and says what they came to. The environment variables `ENGINE`, `LEDGER_VIA`, `LEDGER_SEED` and `LEDGER_SCHEDULES` choose the
 * engine, whether pages speak `direct` or by way of a `relay`, the first seed and how many; a failure shows its schedule and the command that plays it again, such as
 * `ENGINE=chromium LEDGER_SEED=17 LEDGER_SCHEDULES=1 npm run engines -- test/engines/ledger.test.ts`.
 */
const { LEDGER_SCHEDULES, LEDGER_VIA } = process.env;
/** How pages speak to the service. */
const WAYS = ['direct', 'relay'].filter((way) => way === (LEDGER_VIA ?? way));
const { LEDGER_SEED = LEDGER_SCHEDULES ? drawnSeed('LEDGER_SEED') : 1 } = process.env;
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
  const schedules = own.map((seed) => scheduleOf(seed, possible));
  const played = WAYS.flatMap((way) => schedules.map((schedule) => ({ way, schedule })));
  it.for(
    played.map(({ way, schedule }) => [way, schedule.seed, schedule.troubles.join(', '), schedule] as const),
  )('arrives, once, %s, in schedule %i: %s', async ([way, , , schedule], { annotate }) => {
    onTestFailed(() => console.log(replayOf(schedule, engine.name, way)));
    const { shop, give } = await setShop(schedule, way === 'relay');
    const scene = await setScene(shop.site);

    const outcome = await play(schedule, { scene, shop, give });

    const reckoning = reckon({ ...outcome, ...shop, ...shop.service });
    book.add(schedule.troubles, reckoning);
    if (schedule === schedules.at(-1) && way === WAYS.at(-1)) await annotate(book.toWords(), 'figure');
    expect(reckoning.problems).toEqual([]);
  });
});

async function setShop({ hasLocks }: Schedule, isRelayed: boolean) {
  let mode: TokenMode = 'right';
  const shop = await openShop({
    ...{ hasLocks, isRelayed },
    giveToken: (user, service) => answerToken(mode, user, service),
    giveSession: (user) => giveSession(mode, user),
  });
  return { shop, give: (next: TokenMode) => void (mode = next) };
}

function replayOf({ seed, steps }: Schedule, engine: string, way: string): string {
  const command = `ENGINE=${engine} LEDGER_VIA=${way} LEDGER_SEED=${seed} LEDGER_SCHEDULES=1 npm run engines -- test/engines/ledger.test.ts`;
  return [command, ...steps.map((step) => JSON.stringify(step))].join('\n');
}
