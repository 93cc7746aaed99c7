import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/emulator/answering/contract-limits.js';
import { createEmulator } from '../../../src/emulator/app.js';
import { createRate } from '../../../src/emulator/answering/rate.js';
import { Refusal } from '../../../src/emulator/operation/refusal.js';
import { contract } from '../../support/contract.js';
import { contractOperations } from '../../support/operations.js';
import { startService } from '../support/service.js';

const limited = Object.entries(LIMITS);
const keysOf = new Map(contractOperations.map(({ route, keys }) => [route, keys]));

/** A service with its limits on; calls need not be right, since they count before they are looked at. */
function setup() {
  const service = startService({ limits: true });
  const call = (route: string, key = keysOf.get(route)?.[0] ?? 'server') =>
    service.call(route.replace(/\{\w+\}/g, '1'), { key });
  return { ...service, call };
}

/** Every stretch of time in which so many calls may be made. */
const windows = limited.flatMap(([route, { limit, per, dailyCap }]) => [
  { route, most: limit, length: per === 'minute' ? 60_000 : 1_000 },
  ...(dailyCap ? [{ route, most: dailyCap, length: 86_400_000 }] : []),
]);
/** How many windows a simulation lasts. */
const WINDOWS = 3;

interface Calls {
  length: number;
  /** How long lies between two calls. */
  every: number;
  /** How many come at once, in the middle of the first window and of each after it. Default: 0. */
  burst?: number;
}

/** When the calls were that were taken, of all that came by the emulator's clock. */
function callsTaken(route: string, { length, every, burst = 0 }: Calls): number[] {
  const start = Date.UTC(2030, 0, 1);
  const { clock } = createEmulator({ now: () => start });
  const { check } = createRate(clock.now);
  const taken: number[] = [];
  const call = () => {
    try {
      check(route, 'key');
      taken.push(clock.now());
    } catch {
      // It came too often.
    }
  };
  let untilBurst = length / 2;
  for (let passed = 0; passed < WINDOWS * length; passed += every) {
    if (passed >= untilBurst) {
      for (let count = 0; count < burst; count += 1) call();
      untilBurst += length;
    }
    call();
    clock.advance(every);
  }
  return taken;
}

/** The most calls that any window of a length holds. */
function mostWithin(times: number[], length: number): number {
  let first = 0;
  return times.reduce((most, time, last) => {
    while ((times[first] ?? time) <= time - length) first += 1;
    return Math.max(most, last - first + 1);
  }, 0);
}

/** A rate over a clock of its own. */
function createClockedRate() {
  let time = 0;
  const { check } = createRate(() => time);
  const isTaken = (route: string, apiKey = 'key') => {
    try {
      check(route, apiKey);
      return true;
    } catch (error) {
      if (error instanceof Refusal && error.code === 'RateLimitExceeded') return false;
      throw error;
    }
  };
  return { isTaken, advance: (milliseconds: number) => (time += milliseconds) };
}

describe('rate limits', () => {
  it('are 53 (decision 45)', () => {
    expect(limited).toHaveLength(53);
  });

  it.each(limited)(
    'let %s be called as often as published, and again after `Retry-After` (Limits)',
    async (route, { limit, per }) => {
      const { call, emulator } = setup();

      for (let count = 0; count < limit; count += 1) {
        const { status } = await call(route);
        if (status === 429) expect.fail(`Refused after ${count} of ${limit}`);
      }
      const refused = await call(route);

      expect(refused).toMatchObject({ status: 429, body: { code: 'RateLimitExceeded' } });
      const wait = Number(refused.headers.get('Retry-After'));
      expect(wait).toBeGreaterThanOrEqual(1);
      expect(wait).toBeLessThanOrEqual(per === 'minute' ? 60 : 1);

      emulator.clock.advance(wait * 1_000);
      expect((await call(route)).status).not.toBe(429);
    },
  );

  it.each(windows)(
    'let no window of $route, $length ms long, hold more than $most calls, and a steady caller have them (decision 54)',
    ({ route, most, length }) => {
      const eager = callsTaken(route, { length, every: length / most / 2.3, burst: 2 * most });
      expect(mostWithin(eager, length)).toBe(most);

      // A hair slower than the limit: thirds of a second do not add up to a whole one.
      const steady = callsTaken(route, { length, every: (1.001 * length) / most });
      expect(steady.length).toBeGreaterThanOrEqual(0.9 * WINDOWS * most);
    },
  );

  it('take nothing for a clock that was put back, as by loading what was saved', () => {
    const { advance, isTaken } = createClockedRate();
    const route = 'POST /api/campaigns/archive';
    advance(86_400_000);
    expect(isTaken(route)).toBe(true);
    advance(-86_400_000);
    expect(isTaken(route)).toBe(true);
  });

  it.each(limited)('of %s are shared by scope (contract.json)', (route, { limit, scope }) => {
    const { isTaken } = createClockedRate();
    for (let count = 0; count < limit; count += 1) isTaken(route, 'first');

    expect(isTaken(route, 'first')).toBe(false);
    expect(isTaken(route, 'second')).toBe(scope === 'apiKey');
  });

  it('of one operation leave the others alone', () => {
    const { isTaken } = createClockedRate();
    while (isTaken('POST /api/campaigns/archive'));
    expect(isTaken('GET /api/campaigns')).toBe(true);
    expect(isTaken('POST /api/campaigns/create')).toBe(true);
  });

  it.each(['POST /api/users/forget', 'POST /api/users/unforget'])(
    'let %s be called 1000 times in 24 hours (decision 27)',
    (route) => {
      const { advance, isTaken } = createClockedRate();
      let count = 0;
      for (let second = 0; second < 86_400; second += 20) {
        if (isTaken(route)) count += 1;
        advance(20_000);
      }
      expect(count).toBe(1_000);
      expect(isTaken(route)).toBe(true);
    },
  );

  it('tell of two windows that are full how long the longer one is (decision 54)', async () => {
    const { call, emulator } = setup();
    for (let count = 0; count < 1_000; count += 1) {
      await call('POST /api/users/forget');
      emulator.clock.advance(400);
    }
    // The first of them was 400 seconds ago.
    const refused = await call('POST /api/users/forget');

    expect(refused.headers.get('Retry-After')).toBe(String(86_400 - 400));
    emulator.clock.advance((86_400 - 400) * 1_000);
    expect((await call('POST /api/users/forget')).status).not.toBe(429);
  });

  it.each(['POST /api/users/update', 'POST /api/users/bulkUpdate'])(
    'tell %s of themselves in `params` (decision 6)',
    async (route) => {
      const { call } = setup();
      const { limit = 0 } = LIMITS[route] ?? {};
      for (let count = 0; count < limit; count += 1) await call(route, 'server');
      expect((await call(route, 'server')).body).toMatchObject({
        params: { rateLimitLimit: limit, rateLimitRemaining: 0, rateLimitReset: 1 },
      });
    },
  );

  it('tell other operations nothing in `params` (decision 6)', async () => {
    const { call } = setup();
    for (let count = 0; count < 5; count += 1) await call('POST /api/campaigns/archive');
    expect((await call('POST /api/campaigns/archive')).body).toMatchObject({ params: null });
  });

  it('are off unless asked for', async () => {
    const { call } = startService();
    for (let count = 0; count < 20; count += 1) {
      expect((await call('GET /api/campaigns/metrics')).status).not.toBe(429);
    }
  });

  it('count calls of a wrong key for nobody', async () => {
    const { call } = setup();
    for (let count = 0; count < 20; count += 1) await call('POST /api/campaigns/archive', 'web');
    expect((await call('POST /api/campaigns/archive')).status).not.toBe(429);
  });
});

describe('the published limits', () => {
  interface PublishedLimit {
    operation: string;
    limit?: { limit: number; per: string; scope: string; dailyCap?: number };
  }

  it('are those of the contract, one by one', () => {
    const published = contract.operations as unknown as (PublishedLimit & {
      method: string;
      path: string;
    })[];
    const expected = published.flatMap(({ method, path, limit }) =>
      limit ? [[`${method} ${path}`, limit] as const] : [],
    );

    expect(Object.keys(LIMITS).sort()).toEqual(expected.map(([route]) => route).sort());
    for (const [route, { limit, per, scope, dailyCap }] of expected) {
      expect({ route, ...LIMITS[route] }).toEqual({
        route,
        limit,
        per,
        scope,
        ...(dailyCap && { dailyCap }),
      });
    }
  });
});
