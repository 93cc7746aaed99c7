import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/admin/index.js';
import { operations } from '../../../src/admin/operations/operations.js';
import { retryClassOf } from '../../../src/admin/calling/retry-class.js';
import { rowsByRoute } from '../../../src/admin/operations/rows.js';
import { createEmulator } from '../../../src/emulator/app.js';
import { contentCases } from '../../emulator/support/whole/content-cases.js';
import { peopleCases } from '../../emulator/support/whole/people-cases.js';
import { sendingCases } from '../../emulator/support/whole/sending-cases.js';
import { buildWorld, connections, NOON, type World } from '../../emulator/support/whole/world.js';
import { routesOf } from '../../support/routes.js';
import { takeTime } from '../support/waiting.js';

const cases = { ...peopleCases, ...sendingCases, ...contentCases };
const rows = routesOf(operations).map(([name, route]) => ({ name, route }));
const contents = buildWorld();

/** What gets an id, by which it may be repeated. */
const withIds = ['commerce.trackPurchase', 'events.track', 'events.trackBulk'];

/** How the calls of one operation went. */
interface Outcome {
  /** How the first call ended that was refused for its pace, where it is not to be repeated. */
  left: unknown;
  /** The statuses of the attempts until it was answered. */
  statuses: number[];
  refusal: unknown;
  /** How many attempts were refused for their pace by the limits themselves. */
  tooSoon: number;
}

/** Calls an operation with success, after a refusal for its pace, and once so that it is refused. */
async function outcomeOf({ name, route }: { name: string; route: string }): Promise<Outcome> {
  const own = cases[name];
  if (!own) throw new Error(`There is no case for ${name}`);
  const { saved, ids } = await contents;
  // Time goes on with every wait, so that limits fill up again.
  const time = takeTime();
  const emulator = createEmulator({ now: () => NOON + time.passed(), tokenKeys: [], limits: true });
  emulator.load(saved);
  const clients = connections(emulator, 'http://emulator', emulator.fetch, time.hooks);
  const world: World = { emulator, ids, ...clients };
  emulator.faults.add({ route, kind: 'status', status: 429, retryAfter: 0 });
  const left = isLeft(name, route) ? await errorOf(own.works(world)) : undefined;
  await own.works(world);
  const attempts = emulator.inspect.requests.filter((attempt) => attempt.route === route);
  const statuses = attempts.map(({ status }) => status ?? 0);
  const refusal = await errorOf(own.refused(world));
  const { length: tooSoon } = emulator.inspect.requests.filter(
    ({ status, fault }) => status === 429 && !fault,
  );
  return { left, statuses, refusal, tooSoon };
}

/** Whether it must not be repeated, whatever the refusal says. */
const isLeft = (name: string, route: string) =>
  retryClassOf(route, rowsByRoute().get(route)?.retry, withIds.includes(name)) === 'never';

const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('every operation, at its pace and repeated where that does no harm', () => {
  const done = { repeated: 0, left: 0, refused: 0 };

  it.each(rows)('$route answers, and refuses what is wrong', async ({ name, route }) => {
    const { left, statuses, refusal, tooSoon } = await outcomeOf({ name, route });

    if (isLeft(name, route)) expect(left).toMatchObject({ status: 429, attempts: 1 });
    else expect(left).toBeUndefined();
    expect(statuses[0]).toBe(429);
    expect(statuses.slice(1).filter((status) => status < 200 || status > 202)).toEqual([]);
    expect(statuses.length).toBeGreaterThan(1);
    expect(tooSoon).toBe(0);
    expect(refusal).toBeInstanceOf(ApiError);
    expect(refusal).toMatchObject({ route, attempts: 1 });
    const { status, code = '' } = refusal as ApiError;
    expect(`${status} ${code}`).toBe(cases[name]?.because);
    done[isLeft(name, route) ? 'left' : 'repeated'] += 1;
    done.refused += 1;
  });

  it('was answered and refused', () => {
    const { repeated, left, refused } = done;
    console.log(
      `${repeated} answered after a repeat, ${left} not repeated and answered when called again; ${refused} refused`,
    );
    expect({ answered: repeated + left, refused }).toEqual({ answered: 147, refused: 147 });
  });
});
