import { spawn } from 'node:child_process';
import { createClient } from 'redis';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAdmin, redisPace, type Pace, type RedisPaceOptions } from '../../src/admin/index.js';
import { createEmulator } from '../../src/emulator/app.js';
import { serve } from '../../src/emulator/command/server.js';
import { bundleAdmin } from '../support/bundled.js';
import { hasRedis, startRedis } from '../support/redis.js';

const NOON = Date.UTC(2026, 0, 15, 12);
/** Ten a second, by all keys of the project. */
const OPERATION = 'POST /api/events/trackBulk';
/** How long the bucket takes to get room for one more, in milliseconds. */
const STEP = 1_000 / (10 * 0.97);
/** How many turns there are at once. */
const BURST = 8;

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

/** Has each worker call whenever it may, for so much of the clock's time; gives the times of each. */
async function work(paces: Pace[], clock: { now: number }, time: number): Promise<number[][]> {
  const workers = paces.map((pace) => ({ pace, due: clock.now, calls: [] as number[] }));
  const end = clock.now + time;
  // Of those who are due at the same time, whoever has asked longest ago asks first.
  const queue = [...workers];
  for (;;) {
    queue.sort((a, b) => a.due - b.due);
    const [worker] = queue.splice(0, 1);
    if (!worker || worker.due >= end) return workers.map(({ calls }) => calls);
    clock.now = worker.due;
    const wait = await worker.pace.take(OPERATION);
    if (!wait) worker.calls.push(clock.now);
    worker.due += wait || 1;
    queue.push(worker);
  }
}

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
  it('keeps four workers together to the limit, and to no less than nine tenths of it', async () => {
    const { clock, connectWorker } = await setup();
    const emulator = createEmulator({ limits: true, now: () => clock.now });
    const admin = createAdmin({
      apiKey: emulator.keys.server,
      baseUrl: 'http://emulator',
      fetch: emulator.fetch,
      pace: false,
      retry: false,
    });
    const paces = await Promise.all(Array.from({ length: 4 }, () => connectWorker()));

    const calls = await work(paces, clock, 10_000);

    const times = calls.flat().sort((a, b) => a - b);
    expect(times.filter((at) => at < NOON + STEP)).toHaveLength(BURST);
    expect(times.length).toBeLessThanOrEqual(10 * 10 + BURST);
    expect(times.length).toBeGreaterThanOrEqual(0.9 * 10 * 10);
    expect(Math.min(...calls.map(({ length }) => length))).toBeGreaterThan(times.length / 5);
    for (const at of times) {
      clock.now = at;
      // The service keeps the same time and refuses what comes too soon.
      await admin.events.trackBulk({ events: [] });
    }
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

    await Promise.all([startWorker({ ...how, calls: 6 }), startWorker({ ...how, calls: 6 })]);

    expect(emulator.inspect.requests).toHaveLength(12);
    const [bucket = '', ...others] = await client.keys('*');
    expect(others).toEqual([]);
    // Each turn was taken there, and noted once.
    expect(await client.info('commandstats')).toContain('cmdstat_set:calls=12,');
    const full = Number(await client.get(bucket));
    expect(full).toBeGreaterThanOrEqual(before + 12 * STEP);
    expect(full).toBeLessThanOrEqual((await timeOfRedis()) + BURST * STEP + 1);
  });

  it('falls back to a share of its own when Redis is away, and says so once', async () => {
    const { clock, connectWorker, redis } = await setup();
    const told: (Error | undefined)[] = [];
    const pace = await connectWorker({ workers: 2, onFallback: (error) => told.push(error) });
    expect(await pace.take(OPERATION)).toBe(0);
    expect(told).toEqual([]);
    await redis.stop();

    const [times = []] = await work([pace], clock, 10_000);

    // Five a second, nearly.
    expect(times.filter((at) => at - NOON < 100)).toHaveLength(5);
    expect(times).toHaveLength(50);
    expect(told).toEqual([expect.any(Error)]);
  });
});
