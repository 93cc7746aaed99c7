import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../src/admin/operations/operations.js';
import { ApiError } from '../../src/errors.js';
import { createEmulator } from '../../src/emulator/app.js';
import type { Attempt } from '../../src/emulator/answering/attempts.js';
import { serve, type Served } from '../../src/emulator/command/server.js';
import { routesOf } from '../support/routes.js';
import { contentCases } from './support/whole/content-cases.js';
import { peopleCases } from './support/whole/people-cases.js';
import { sendingCases } from './support/whole/sending-cases.js';
import { buildWorld, connections, NOON, type World } from './support/whole/world.js';

const cases = { ...peopleCases, ...sendingCases, ...contentCases };
const rows = routesOf(operations).map(([name, route]) => ({ name, route }));
const contents = buildWorld();

/** The outcome of a case: how each call was answered, and that no answer was the emulator's own failure. */
interface Outcome {
  answered: string;
  refused: string;
}

async function outcomeOf(world: World, { name, route }: { name: string; route: string }): Promise<Outcome> {
  const own = cases[name];
  if (!own) throw new Error(`There is no case for ${name}`);
  await own.works(world);
  const answered = lastOf(world, route);
  await expect(own.refused(world)).rejects.toBeInstanceOf(ApiError);
  const refused = lastOf(world, route);
  const { code = '', msg = '' } = (refused.answer ?? {}) as { code?: string; msg?: string };
  expect(msg).not.toBe('');
  return { answered: String(answered.status), refused: `${refused.status} ${code}` };
}

/** The last attempt, which must have been made at the route in question. */
function lastOf({ emulator }: World, route: string): Attempt {
  const last = emulator.inspect.requests.at(-1);
  expect(last?.route).toBe(route);
  return last as Attempt;
}

/** Runs the whole table against an emulator that is reached in one way or another. */
function suite(
  how: string,
  reach: (world: Pick<World, 'emulator'>) => Promise<{ url: string; served?: Served }>,
) {
  const outcomes = new Map<string, Outcome>();

  describe(how, () => {
    const emulator = createEmulator({ now: () => NOON, tokenKeys: [] });
    let place: { url: string; served?: Served };
    beforeAll(async () => {
      place = await reach({ emulator });
    });
    afterAll(() => place.served?.close());

    it.each(rows)('$route answers, and refuses what is wrong', async (row) => {
      const { saved, ids } = await contents;
      emulator.load(saved);
      const fetch = place.served ? undefined : emulator.fetch;
      const world = { emulator, ids, ...connections(emulator, place.url, fetch) };

      const outcome = await outcomeOf(world, row);

      expect(outcome.answered).toMatch(/^20[012]$/);
      expect(outcome.refused).toBe(cases[row.name]?.because);
      outcomes.set(row.route, outcome);
    });

    it('answers and refuses all 147', () => {
      const answered = [...outcomes.values()].filter(({ answered }) => answered.startsWith('2')).length;
      const refused = [...outcomes.values()].filter(({ refused }) => /^4/.test(refused)).length;
      console.log(
        `Every operation, ${how}: ${answered} answered with success, ${refused} refused for a reason`,
      );

      expect(Object.keys(cases).sort()).toEqual(rows.map(({ name }) => name).sort());
      expect({ answered, refused }).toEqual({ answered: 147, refused: 147 });
    });
  });
  return outcomes;
}

const inProcess = suite('in process', async () => ({ url: 'http://emulator' }));
const overHttp = suite('over HTTP', async ({ emulator }) => {
  const served = await serve(emulator, { port: 0 });
  return { url: served.url, served };
});

describe('both ways', () => {
  it('give the same results', () => {
    expect(inProcess.size).toBe(147);
    expect([...overHttp]).toEqual([...inProcess]);
  });
});
