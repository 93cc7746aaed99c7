import { afterAll, expect, it } from 'vitest';
import { inEveryEngine } from './harness.js';
import { play } from './ledger/play.js';
import { reckon } from './ledger/reckoning.js';
import { scheduleOf, TROUBLES, type Schedule, type TokenMode } from './ledger/schedule.js';
import { openShop } from './ledger/shop.js';
import { openBook } from './ledger/table.js';
import { answerToken } from './ledger/tokens.js';

/*
 * The delivery ledger shows that nothing is lost and nothing is counted twice: schedules drawn by seed make calls in
 * pages that go wrong, with a network, a service and a browser that go wrong, until all is well again. Then what was
 * recorded, which is what the page was told is safe, is compared with what the service holds.
 *
 * `npm run ledger` plays 300 schedules in each engine and prints what they came to. The environment variables `ENGINE`,
 * `LEDGER_SEED` and `LEDGER_SCHEDULES` choose the engine, the first seed and how many; a failure names its seed and shows
 * its schedule, so `ENGINE=chromium LEDGER_SEED=17 LEDGER_SCHEDULES=1 npm run ledger` plays it again.
 */
const { LEDGER_SEED = '1', LEDGER_SCHEDULES = '10' } = process.env;
const seeds = Array.from({ length: Number(LEDGER_SCHEDULES) }, (_, index) => Number(LEDGER_SEED) + index);

inEveryEngine('what is recorded', (setScene, engine) => {
  const book = openBook(engine.name);
  // What is not on disk cannot outlive the browser.
  const possible = TROUBLES.filter((trouble) => trouble !== 'browser killed' || engine.keepsProfile);
  afterAll(() => console.log(String(book)));

  const schedules = seeds.map((seed) => scheduleOf(seed, possible));
  it.each(schedules.map((schedule) => [schedule.seed, schedule.troubles.join(', '), schedule] as const))(
    'arrives, once, in schedule %i: %s',
    { timeout: 60_000 },
    async (_seed, _troubles, schedule) => {
      const { shop, give } = await setShop(schedule);
      const scene = await setScene(shop.site);

      const outcome = await play(schedule, { scene, shop, give });

      const reckoning = reckon({ ...outcome, ...shop, ...shop.service });
      book.add(schedule.troubles, reckoning);
      expect(reckoning.problems, replayOf(schedule, engine.name)).toEqual([]);
    },
  );
});

async function setShop({ hasLocks }: Schedule) {
  let mode: TokenMode = 'right';
  const shop = await openShop({ hasLocks, giveToken: (user, service) => answerToken(mode, user, service) });
  return { shop, give: (next: TokenMode) => void (mode = next) };
}

function replayOf({ seed, steps }: Schedule, engine: string): string {
  const command = `ENGINE=${engine} LEDGER_SEED=${seed} LEDGER_SCHEDULES=1 npm run ledger`;
  return [command, ...steps.map((step) => JSON.stringify(step))].join('\n');
}
