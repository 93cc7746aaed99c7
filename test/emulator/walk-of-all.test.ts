import { describe, expect, it } from 'vitest';
import { operations } from '../../src/admin/operations/operations.js';
import { ApiError } from '../../src/errors.js';
import { createEmulator } from '../../src/emulator/app.js';
import { createRandom } from '../../src/emulator/state/random.js';
import { HOUR } from '../../src/emulator/time.js';
import { routesOf } from '../support/routes.js';
import { contentCases } from './support/whole/content-cases.js';
import { peopleCases } from './support/whole/people-cases.js';
import { checkIds, checkMembers } from './support/whole/invariants.js';
import { sendingCases } from './support/whole/sending-cases.js';
import { buildWorld, connections, NOON, type World } from './support/whole/world.js';

/** Where chance starts, and how many walks there are: always the same few, unless the environment asks for more. */
const { WALK_SEED = '20260115', WALKS = '20' } = process.env;
/** How many operations one walk calls, in a world that begins anew with it. */
const STEPS = 500;

const cases = { ...peopleCases, ...sendingCases, ...contentCases };
const names = routesOf(operations).map(([name]) => name);
const contents = buildWorld();
const walks = Array.from({ length: Number(WALKS) }, (_, index) => Number(WALK_SEED) + index);

/** A world whose people act by themselves as time passes. */
async function start(seed: number): Promise<World> {
  const { saved, ids } = await contents;
  const emulator = createEmulator({ now: () => NOON, tokenKeys: [], behaviour: 'busy', seed });
  emulator.load(saved);
  return { emulator, ids, ...connections(emulator, 'http://emulator', emulator.fetch) };
}

/** What must be so whatever was called: each number is of one thing, who is on a list is there, and all of it can be kept. */
function check({ emulator }: World): void {
  checkMembers(emulator);
  checkIds(emulator);
  const people = new Set(emulator.inspect.people.map(({ id }) => id));
  expect(emulator.inspect.events().filter(({ personId }) => !people.has(personId))).toEqual([]);
  const saved = emulator.save();
  const again = createEmulator({ now: () => NOON, saved });
  expect(JSON.parse(again.save())).toEqual(JSON.parse(saved));
}

describe('a random walk over all operations, while time passes and people act', () => {
  const answered = new Map<string, number>();
  let calls = 0;

  it.each(walks)('is never answered 500, and keeps what must be so: seed %d', async (seed) => {
    const chance = createRandom(seed);
    const world = await start(seed);
    for (let step = 0; step < STEPS; step += 1) {
      const name = names[Math.floor(chance() * names.length)] ?? '';
      // What another step took away is refused for a reason; anything else that is thrown is a fault.
      const isAnswered = await Promise.resolve(cases[name]?.works(world)).then(
        () => true,
        (error: unknown) => {
          expect(error).toBeInstanceOf(ApiError);
          return false;
        },
      );
      if (isAnswered) answered.set(name, (answered.get(name) ?? 0) + 1);
      world.emulator.clock.advance(Math.floor(chance() * HOUR));
    }
    await world.emulator.settle();

    const { requests } = world.emulator.inspect;
    calls += requests.length;
    expect(requests.filter(({ status = 0 }) => status >= 500)).toEqual([]);
    check(world);
  });

  it('calls each operation with success', async ({ annotate }) => {
    const successes = [...answered.values()].reduce((sum, count) => sum + count, 0);
    await annotate(`${calls} calls, ${successes} operations with success`, 'figure');
    expect(names.filter((name) => !answered.has(name))).toEqual([]);
    expect(calls).toBeGreaterThanOrEqual(walks.length * STEPS);
  });
});
