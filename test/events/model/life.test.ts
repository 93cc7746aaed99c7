import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../src/emulator/state/random.js';
import { seed } from '../../support/seed.js';
import { movesOf } from './life.js';
import { brokenIn, waitingIn } from './promises.js';
import { newWorld, type Said, type World } from './world.js';

/*
 * Every world that two calls and a trouble can lead to is visited, and far ones at random: in each, the promises hold,
 * and all rests once nothing goes wrong any more. A failure shows the moves that lead there. `MODEL_TROUBLES=2` visits
 * the worlds of more troubles, and `MODEL_SCHEDULES` plays more of the long ones.
 */
const TROUBLES = Number(process.env['MODEL_TROUBLES'] ?? 1);
const SCHEDULES = Number(process.env['MODEL_SCHEDULES'] ?? 300);
/** Of how many worlds one is looked at to its end. */
const SHARE = 20;

const scripts: { what: string; script: Said[] }[] = [
  {
    what: 'two pages record for one user, in order',
    script: [
      { kind: 'ordered', user: 'ada', page: 0 },
      { kind: 'ordered', user: 'ada', page: 1 },
    ],
  },
  {
    what: 'one page records for one user, in order',
    script: [
      { kind: 'ordered', user: 'ada', page: 0 },
      { kind: 'ordered', user: 'ada', page: 0 },
    ],
  },
  {
    what: 'what cannot be repeated, and what can',
    script: [
      { kind: 'once', user: 'ada', page: 0 },
      { kind: 'repeatable', user: 'ada', page: 1 },
    ],
  },
  {
    what: 'two users of one page',
    script: [
      { kind: 'ordered', user: 'ada', page: 0 },
      { kind: 'ordered', user: 'bob', page: 0 },
    ],
  },
];

describe('the life of a row', () => {
  it.for(scripts)(
    'keeps every promise in every world: $what',
    { timeout: TROUBLES * 120_000 },
    async ({ script }, { annotate }) => {
      const seen = new Set<string>();
      const open: [World, string[]][] = [[newWorld(2, TROUBLES), []]];
      for (let next = open.pop(); next; next = open.pop()) {
        const [world, way] = next;
        const key = JSON.stringify(world);
        if (seen.has(key)) continue;
        seen.add(key);
        const broken = brokenIn(world, script) ?? (seen.size % SHARE ? undefined : restlessIn(world, script));
        if (broken) expect.fail(`${broken}, by: ${way.join(', ')}`);
        for (const [name, after] of movesOf(world, script)) open.push([after, [...way, name]]);
      }
      expect(seen.size).toBeGreaterThan(1_000);
      await annotate(`${seen.size} worlds`, 'figure');
    },
  );

  it(`keeps them in long schedules, from seed ${seed}`, async ({ annotate }) => {
    const random = createRandom(seed);
    const pick = <One>(list: readonly One[]) => list[Math.floor(random() * list.length)] as One;
    for (let schedule = 0; schedule < SCHEDULES; schedule++) {
      const script = Array.from({ length: 12 }, () => ({
        kind: pick(['ordered', 'repeatable', 'once'] as const),
        user: pick(['ada', 'bob']),
        page: pick([0, 1, 2]),
      }));
      let world = newWorld(3, 8);
      const way: string[] = [];
      for (let moves = movesOf(world, script); moves.length && way.length < 400;) {
        const [name, after] = pick(moves);
        way.push(name);
        world = after;
        const broken = brokenIn(world, script);
        if (broken) expect.fail(`${broken}, by: ${way.join(', ')}`);
        moves = movesOf(world, script);
      }
      expect(restlessIn(world, script)).toBeUndefined();
    }
    await annotate(`${SCHEDULES} schedules of 12 calls by 3 pages`, 'figure');
  });
});

/** What never ends, although nothing goes wrong any more: one more page opens, and the others are left as they are. */
function restlessIn(world: World, script: readonly Said[]): string | undefined {
  const own = world.pages.length;
  let last = structuredClone(world); // It goes on from there.
  for (const page of last.pages) if (page.mood !== 'gone') page.mood = 'away';
  last.pages.push({ mood: 'here', memory: [], taken: [], ahead: [], heard: [] });
  last.troubles = 0;
  for (let steps = 0; steps < 300 && waitingIn(last).length; steps++) {
    const moves = movesOf(last, script).filter(
      // Nothing is recalled while all is well.
      ([name]) => (name.startsWith(`${own} `) && !name.endsWith('recalls')) || /^(call|time)/.test(name),
    );
    const move = moves.find(([name]) => !name.endsWith('exchanges')) ?? moves[0];
    if (!move) break;
    last = move[1];
  }
  const [row] = waitingIn(last);
  return row === undefined ? undefined : `Row ${row} never ends`;
}
