import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../src/admin/operations/operations.js';
import { ApiError } from '../../src/errors.js';
import { createEmulator, type Dialect } from '../../src/emulator/app.js';
import type { Attempt } from '../../src/emulator/answering/attempts.js';
import { serve, type Served } from '../../src/emulator/command/server.js';
import { routesOf } from '../support/routes.js';
import { createDescriptionCheck } from './support/described.js';
import { contentCases } from './support/whole/content-cases.js';
import { peopleCases } from './support/whole/people-cases.js';
import { sendingCases } from './support/whole/sending-cases.js';
import { buildWorld, connections, NOON, type World } from './support/whole/world.js';

const cases = { ...peopleCases, ...sendingCases, ...contentCases };
const rows = routesOf(operations).map(([name, route]) => ({ name, route }));
const contents = buildWorld();
const differences = createDescriptionCheck();

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

/** The last attempt, which must have been made at the route in question, and answered as the service's description says. */
function lastOf({ emulator }: World, route: string): Attempt {
  const last = emulator.inspect.requests.at(-1);
  expect(last?.route).toBe(route);
  const { status = 0, answer } = last as Attempt;
  expect(differences(route, status, answer)).toEqual([]);
  return last as Attempt;
}

/** Runs the whole table against an emulator that is reached in one way or another. */
function suite(
  how: string,
  dialect: Dialect,
  reach: (world: Pick<World, 'emulator'>) => Promise<{ url: string; served?: Served }>,
) {
  const outcomes = new Map<string, Outcome>();

  describe(`${how}, ${dialect}`, () => {
    const emulator = createEmulator({ now: () => NOON, tokenKeys: [], dialect });
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
        `Every operation, ${how}, ${dialect}: ${answered} answered with success, ${refused} refused for a reason`,
      );

      expect(Object.keys(cases).sort()).toEqual(rows.map(({ name }) => name).sort());
      expect({ answered, refused }).toEqual({ answered: 147, refused: 147 });
    });
  });
  return outcomes;
}

const dialects: Dialect[] = ['document', 'observed'];
const inProcess = dialects.map((dialect) =>
  suite('in process', dialect, async () => ({ url: 'http://emulator' })),
);
const overHttp = dialects.map((dialect) =>
  suite('over HTTP', dialect, async ({ emulator }) => {
    const served = await serve(emulator, { port: 0 });
    return { url: served.url, served };
  }),
);

describe('both ways, in both dialects', () => {
  it('give the same results', () => {
    const [first = new Map<string, Outcome>(), ...others] = [...inProcess, ...overHttp];
    expect(first.size).toBe(147);
    for (const other of others) expect([...other]).toEqual([...first]);
  });
});
