import { spawn } from 'node:child_process';
import { createClient } from 'redis';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAdmin, type Pace } from '../../src/admin/index.js';
import { rowsByRoute } from '../../src/admin/operations/rows.js';
import { allowancesOf } from '../../src/admin/pace/rate-limit.js';
import { redisPace, type RedisPaceOptions } from '../../src/admin/redis.js';
import { createEmulator } from '../../src/emulator/app.js';
import { serve } from '../../src/emulator/command/server.js';
import { bundleAdmin } from '../support/bundled.js';
import { hasRedis, startRedis } from '../support/redis.js';
import { serve as serveAnswers } from '../support/serve.js';
import { mostIn } from './support/windows.js';

const NOON = Date.UTC(2026, 0, 15, 12);
/** Ten a second, by all keys of the project. */
const OPERATION = 'POST /api/events/trackBulk';
const LIMIT = 10;
/** Operations with a published limit; of those that have the same, one speaks for all. */
const limited = [
  ...new Map(
    [...rowsByRoute().values()].flatMap(({ route, limit }) =>
      limit ? [[JSON.stringify(limit), { route, limit }] as const] : [],
    ),
  ).values(),
];

/** A Redis, a time that is the test's to set, and workers that share both. */
async function setup() {
  const redis = await startRedis();
  const clock = { now: NOON };
  const connectWorker = async (options: Partial<RedisPaceOptions> = {}) =>
    redisPace({ client: await connect(redis.url), now: () => clock.now, ...options });
  return { redis, clock, connectWorker };
}

async function connect(url: string) {
  const client = createClient({ url });
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.destroy());
  return client;
}

/** What workers do: each calls whenever it may, for so much of the clock's time; gives the times of each. */
async function work(paces: Pace[], clock: { now: number }, time: number, operation = OPERATION) {
  const workers = paces.map((pace) => ({ pace, due: clock.now, calls: [] as number[] }));
  const end = clock.now + time;
  // Of those who are due at the same time, whoever has asked longest ago asks first.
  const queue = [...workers];
  for (;;) {
    queue.sort((a, b) => a.due - b.due);
    const [worker] = queue.splice(0, 1);
    if (!worker || worker.due >= end) break;
    clock.now = worker.due;
    const wait = await worker.pace.take(operation);
    if (!wait) worker.calls.push(clock.now);
    worker.due += wait;
    queue.push(worker);
  }
  clock.now = end;
  return workers.map(({ calls }) => calls);
}

const inOrder = (calls: number[][]) => calls.flat().sort((a, b) => a - b);

/** A worker that is a process of its own and makes so many calls. */
function startWorker(how: { module: string; redis: string; baseUrl: string; apiKey: string; calls: number }) {
  const program = `
    import { createClient } from 'redis';
    import { createAdmin, redisPace } from '${how.module}';
    const client = await createClient({ url: '${how.redis}' }).connect();
    const admin = createAdmin({ apiKey: '${how.apiKey}', baseUrl: '${how.baseUrl}', pace: redisPace({ client }) });
    const calls = Array.from({ length: ${how.calls} }, () => admin.events.trackBulk({ events: [] }));
    await Promise.all(calls);
    client.destroy();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: `${import.meta.dirname}/../..`,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return new Promise<void>((resolve, reject) => {
    let errors = '';
    child.stderr.on('data', (text: Buffer) => (errors += String(text)));
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(errors))));
  });
}

describe.skipIf(!hasRedis)('a pace shared through Redis', () => {
  it('lets four workers make no more calls than published in any window, and hardly less', async () => {
    const { redis } = await setup();
    const clients = await Promise.all(Array.from({ length: 4 }, () => connect(redis.url)));

    async function callFor(route: string, time: number): Promise<number[]> {
      const clock = { now: NOON };
      const paces = clients.map((client) => redisPace({ client, now: () => clock.now }));
      return inOrder(await work(paces, clock, time, route));
    }
    const found = limited.map(async ({ route, limit }) => {
      const allowances = allowancesOf(limit);
      const time = 2.2 * Math.max(...allowances.map(({ per }) => per));
      const calls = await callFor(route, time);
      const allowed = Math.min(...allowances.map((allowance) => (allowance.limit * time) / allowance.per));
      const most = allowances.map((allowance) => mostIn(calls, allowance.per) / allowance.limit);
      return { route, most: Math.max(...most), isUsed: calls.length >= 0.9 * allowed };
    });

    expect(await Promise.all(found)).toEqual(limited.map(({ route }) => ({ route, most: 1, isUsed: true })));
  });

  it('gives each worker its turns', async () => {
    const { clock, connectWorker } = await setup();
    const paces = await Promise.all(Array.from({ length: 4 }, () => connectWorker()));

    const calls = await work(paces, clock, 10_000);

    expect(Math.min(...calls.map(({ length }) => length))).toBeGreaterThan(calls.flat().length / 5);
  });

  it('counts a call when it leaves, which may be later than its turn came', async () => {
    const { clock, connectWorker } = await setup();
    const [one, other] = await Promise.all([connectWorker(), connectWorker()]);
    expect(await one.take(OPERATION)).toBe(0);
    clock.now += 900;
    expect(await work([other], clock, 1)).toEqual([Array(LIMIT - 1).fill(NOON + 900)]);

    await one.postpone?.(OPERATION, 901);

    // The first would have made room for one at once.
    expect(inOrder(await work([one, other], clock, 1_048))).toEqual([]);
    expect(inOrder(await work([one, other], clock, 3))).toHaveLength(LIMIT);
  });

  it('gives a turn back that has become old, and takes another one when there is room', async () => {
    const { clock, connectWorker } = await setup();
    const [one, other] = await Promise.all([connectWorker(), connectWorker()]);
    expect(await one.take(OPERATION)).toBe(0);
    clock.now += 1_051;
    expect(await work([other], clock, 1)).toEqual([Array(LIMIT).fill(NOON + 1_051)]);

    expect(await one.retake?.(OPERATION, 1_052)).toBe(1_049);
    clock.now += 1_049;
    expect(await one.take(OPERATION)).toBe(0);

    // At once it is as if it had not been taken before.
    expect(await one.retake?.(OPERATION, 0)).toBe(0);
    expect(inOrder(await work([other], clock, 1))).toHaveLength(LIMIT - 1);
  });

  it('goes on when the clock is set back', async () => {
    const { clock, connectWorker } = await setup();
    const pace = await connectWorker();
    await work([pace], clock, 1);

    clock.now -= 3_600_000;
    const startedAt = clock.now;

    const calls = inOrder(await work([pace], clock, 2_000));
    expect(calls).toEqual(Array(LIMIT).fill(startedAt + 1_050));
  });

  it('is one for several processes, by the clock of Redis', async () => {
    const redis = await startRedis();
    const emulator = createEmulator();
    const served = await serve(emulator, { port: 0 });
    onTestFinished(() => served.close());
    const client = await connect(redis.url);
    const timeOfRedis = async () => {
      const [seconds, microseconds] = (await client.sendCommand(['TIME'])) as unknown as [string, string];
      return Number(seconds) * 1_000 + Number(microseconds) / 1_000;
    };
    const how = {
      module: await bundleAdmin(),
      redis: redis.url,
      baseUrl: served.url,
      apiKey: emulator.keys.server,
    };
    const before = await timeOfRedis();

    await Promise.all([startWorker({ ...how, calls: 11 }), startWorker({ ...how, calls: 11 })]);

    expect(emulator.inspect.requests).toHaveLength(22);
    const [log = '', ...others] = await client.keys('*');
    expect(others).toEqual([]);
    // As many as the limit are kept: the two last ones left in the third second.
    const times = (await client.lRange(log, 0, -1)).map(Number);
    expect(times).toHaveLength(LIMIT);
    expect(times[1]).toBeGreaterThanOrEqual(before + 2_100);
    expect(times[0]).toBeLessThanOrEqual(await timeOfRedis());
  });
});

describe.skipIf(!hasRedis)('a pace whose Redis is away', () => {
  it('falls back to a share of its own, once what all have just made is past, and says so once', async () => {
    const { clock, connectWorker, redis } = await setup();
    const told: (Error | undefined)[] = [];
    const pace = await connectWorker({ workers: 2, onFallback: (error) => told.push(error) });
    expect(await pace.take(OPERATION)).toBe(0);
    expect(told).toEqual([]);
    await redis.stop();

    const [times = []] = await work([pace], clock, 10_500);

    expect(times).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((second) => Array<number>(5).fill(NOON + second * 1_050)),
    );
    expect(told).toEqual([expect.any(Error)]);
  });

  it('takes one that has not answered for a second for away, until it answers', async () => {
    const { clock, connectWorker, redis } = await setup();
    const told: (Error | undefined)[] = [];
    const pace = await connectWorker({ onFallback: (error) => told.push(error) });
    redis.freeze();

    expect(await pace.take(OPERATION)).toBe(1_000);
    expect(told).toEqual([new Error('Redis did not answer within a second')]);
    clock.now += 1_050;
    // It is not waited for again.
    expect(pace.take(OPERATION)).toBe(0);

    redis.thaw();
    const look = async () => {
      await pace.take(OPERATION);
      return told;
    };
    await expect.poll(look).toEqual([expect.any(Error), undefined]);
  });

  it('holds up no call for longer than that', async () => {
    const redis = await startRedis();
    const { baseUrl, arrivals } = await serveAnswers((response) =>
      response.end('{"successCount":0,"failCount":0}'),
    );
    const pace = redisPace({ client: await connect(redis.url) });
    const admin = createAdmin({ apiKey: 'key', baseUrl, pace, concurrency: 1 });
    redis.freeze();

    const names = ['Spring', 'Summer'];
    const calls = names.map((name) => admin.lists.create({ name }));
    await Promise.all([admin.events.trackBulk({ events: [] }), ...calls]);

    // What has no published limit waits for no Redis, nor for the room of who does.
    expect(arrivals.map(({ url }) => url)).toEqual(['/api/lists', '/api/lists', '/api/events/trackBulk']);
  });

  it('lets no more calls leave in any window while it goes and comes', async () => {
    const { clock, connectWorker, redis } = await setup();
    let away = 0;
    const onFallback = (error: Error | undefined) => void (away += error ? 1 : -1);
    const paces = await Promise.all(Array.from({ length: 4 }, () => connectWorker({ onFallback })));
    const calls = await work(paces, clock, 3_500);

    redis.freeze();
    calls.push(...(await work(paces, clock, 5_500)));
    expect(away).toBe(4);
    redis.thaw();
    await expect
      .poll(async () => {
        calls.push(...(await work(paces, clock, 130)));
        return away;
      })
      .toBe(0);
    calls.push(...(await work(paces, clock, 20_000)));

    const times = inOrder(calls);
    expect(mostIn(times, 1_000)).toBe(LIMIT);
    // By their shares, of two calls each; and together again.
    expect(times.filter((at) => at < NOON + 9_000).length).toBeGreaterThanOrEqual(4 * LIMIT + 3 * 8);
    expect(times.filter((at) => at >= clock.now - 5_250)).toHaveLength(5 * LIMIT);
  });

  it('tells the others of what counts for a day once Redis is back', async () => {
    const { clock, connectWorker, redis } = await setup();
    const forget = 'POST /api/users/forget';
    let isAway = false;
    const onFallback = (error: Error | undefined) => (isAway = error !== undefined);
    const [one, other] = await Promise.all([connectWorker({ onFallback }), connectWorker()]);
    redis.freeze();
    const calls = await work([one], clock, 3_600_000, forget);
    expect(calls.flat()).toHaveLength(250);

    redis.thaw();
    await expect.poll(async () => ((await one.take(forget)) > 0 ? isAway : undefined)).toBe(false);
    calls.push(...(await work([one, other], clock, 3_600_000, forget)));

    // What Redis was asked for when it was frozen it notes now, and nobody has waited for that.
    expect(calls.flat()).toHaveLength(1_000 - 1);
  });
});

describe.skipIf(!hasRedis)('a refusal that one worker meets', () => {
  it('holds up all, for as long as the service asks for', async () => {
    const { clock, connectWorker } = await setup();
    const [one, other] = await Promise.all([connectWorker(), connectWorker()]);

    one.refuse(OPERATION, 60_000);

    await expect.poll(() => other.take(OPERATION)).toBe(60_000);
    // It counts against the budget of whoever waits.
    expect(other.refusedFor?.(OPERATION)).toBe(60_000);
    clock.now += 60_000;
    expect(other.refusedFor?.(OPERATION)).toBe(0);
    expect(await other.take(OPERATION)).toBe(0);
    expect(await one.take(OPERATION)).toBe(0);
  });

  it('slows all down where no limit is published', async () => {
    const { clock, connectWorker } = await setup();
    const [one, other] = await Promise.all([connectWorker(), connectWorker()]);
    const unlimited = 'POST /api/lists';
    for (let call = 0; call < 10; call += 1) expect(await other.take(unlimited)).toBe(0);

    one.refuse(unlimited, 0);
    clock.now += 1_000;

    const look = async () => {
      clock.now += 200;
      return [await other.take(unlimited), await other.take(unlimited)].some(Boolean);
    };
    await expect.poll(look).toBe(true);
  });

  it('is not heard where another key meets it', async () => {
    const { connectWorker } = await setup();
    const [one, other, third] = await Promise.all([
      connectWorker({ name: 'one' }),
      connectWorker({ name: 'other' }),
      connectWorker({ name: 'one' }),
    ]);

    one.refuse(OPERATION, 60_000);

    await expect.poll(() => third.take(OPERATION)).toBe(60_000);
    expect(await other.take(OPERATION)).toBe(0);
  });
});

describe.skipIf(!hasRedis)('work that goes on', () => {
  it('waits for nobody, since Redis knows what was called before', async () => {
    const { connectWorker, redis } = await setup();
    const told: unknown[] = [];
    const pace = await connectWorker({ onFallback: (error) => told.push(error) });

    pace.resume?.(OPERATION);
    expect(await pace.take(OPERATION)).toBe(0);

    await redis.stop();
    const resume = () => {
      pace.resume?.(OPERATION);
      return told.length;
    };
    await expect.poll(resume).toBe(1);
    expect(pace.refusedFor?.(OPERATION)).toBe(1_000);
  });
});
