import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { UserUpdateInBatch } from '../../../src/admin/index.js';
import { folderStore, mergeReports, shardsOf, type BulkTotals } from '../../../src/admin/jobs.js';
import { bundleAdmin } from '../../support/bundled.js';
import { hasRedis, startRedis } from '../../support/redis.js';
import { serve } from '../../support/serve.js';
import { until } from '../../support/until.js';
import { watched } from '../../support/watched.js';
import { startQueue } from '../support/queue.js';
import { mostIn } from '../support/windows.js';

const { FLEET_USERS } = process.env;
/** How many users there are; every fifth of them comes twice. */
const USERS = Number(FLEET_USERS ?? 4_000);
const ITEMS = USERS + USERS / 5;
const CHUNK = FLEET_USERS ? 1_000 : 200;
const SHARD = FLEET_USERS ? 10_000 : 400;
/** For how long one of the workers is frozen at least, in milliseconds. */
const FROZEN = FLEET_USERS ? 60_000 : 0;
/** How many calls the service takes in a second. */
const LIMIT = 5;
/** How long a lock holds, and how often workers look for jobs whose lock has ended, in milliseconds. */
const LOCK = { lockDuration: 2_000, stalledInterval: 500, maxStalledCount: 1_000 };

/** Users, and those who come twice once more when all have come. */
function* people(): Generator<UserUpdateInBatch> {
  for (let index = 0; index < USERS; index += 1)
    yield { email: `user-${index}@example.com`, dataFields: { turn: 1 } };
  for (let index = 0; index < USERS; index += 5)
    yield { email: `user-${index}@example.com`, dataFields: { turn: 2 } };
}

/** A service that keeps what it is told last of each user, and when each call left; strikes when it has so many calls. */
async function startService() {
  const turns = new Map<string, number>();
  const left: number[] = [];
  const strikes: { calls: number; act: (worker: string) => void }[] = [];
  let calls = 0;
  const { baseUrl, arrivals } = await serve((response, { headers, body }) => {
    const { users } = JSON.parse(body) as { users: { email: string; dataFields: { turn: number } }[] };
    for (const { email, dataFields } of users) turns.set(email, dataFields.turn);
    calls += 1;
    left.push(Number(headers['x-left']));
    while (strikes[0] && calls >= strikes[0].calls) strikes.shift()?.act(String(headers['x-worker']));
    response.end(JSON.stringify({ successCount: users.length, failCount: 0 }));
    // What was sent need not be kept.
    arrivals.length = 0;
  });
  return { baseUrl, turns, left, strikes, calls: () => calls };
}

type Worker = ReturnType<typeof startWorker>;

/** A worker that is a process of its own. */
function startWorker(how: { name: string; module: string; redis: string; baseUrl: string; folder: string }) {
  const program = `
    import { Worker } from 'bullmq';
    import { createClient } from 'redis';
    import { bulkJob, createAdmin, folderStore, redisPace } from '${how.module}';
    const connect = async () => {
      const client = createClient({ url: '${how.redis}' });
      client.on('error', () => {});
      return client.connect();
    };
    const admin = createAdmin({
      apiKey: 'key',
      baseUrl: '${how.baseUrl}',
      pace: redisPace({ client: await connect(), workers: 4 }),
      onRequest({ headers }) {
        headers['X-Worker'] = '${how.name}';
        headers['X-Left'] = String(performance.timeOrigin + performance.now());
      },
    });
    const store = folderStore('${how.folder}');
    const processor = bulkJob(admin.bulk.updateUsers, {
      open: (shard, from) => store.read(shard, from),
      chunkSize: ${CHUNK},
    });
    const worker = new Worker('bulk', processor, { connection: await connect(), ...${JSON.stringify(LOCK)} });
    worker.on('error', ({ message }) => console.error(message));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: `${import.meta.dirname}/../../..`,
  });
  return { name: how.name, kill: (signal: NodeJS.Signals) => child.kill(signal), ...watched(child) };
}

describe.skipIf(!hasRedis)('four workers', { timeout: FLEET_USERS ? 900_000 : 60_000 }, () => {
  it(`bring ${USERS} users through, over killed and frozen ones and a Redis that starts again`, async ({
    annotate,
  }) => {
    const redis = await startRedis({ isKept: true });
    const { queue } = await startQueue(redis);
    const service = await startService();
    const folder = mkdtempSync(join(tmpdir(), 'tidings-fleet-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const how = { module: await bundleAdmin(), redis: redis.url, baseUrl: service.baseUrl, folder };
    const workers = new Map<string, Worker>();
    let restarted: Promise<void> | undefined;
    let frozen: { worker: Worker; until: number } | undefined;

    /** Sends a signal to the worker that has just called. */
    function strike(name: string, signal: NodeJS.Signals): Worker | undefined {
      const worker = workers.get(name);
      workers.delete(name);
      worker?.kill(signal);
      return worker;
    }
    const calls = ITEMS / CHUNK;
    service.strikes.push(
      {
        calls: calls * 0.1,
        act(name) {
          const worker = strike(name, 'SIGSTOP');
          if (worker) frozen = { worker, until: performance.now() + FROZEN };
        },
      },
      { calls: calls * 0.25, act: (name) => void strike(name, 'SIGKILL') },
      { calls: calls * 0.4, act: (name) => void strike(name, 'SIGKILL') },
      { calls: calls * 0.6, act: () => void (restarted = redis.stop().then(() => redis.start())) },
    );
    const shards = [];
    for await (const shard of shardsOf(people(), { size: SHARD, to: folderStore(folder) })) {
      shards.push(shard);
      await queue.add('users', shard, { jobId: shard.id, attempts: 10 });
    }
    for (const name of ['a', 'b', 'c', 'd']) workers.set(name, startWorker({ name, ...how }));

    const done = async () => (await queue.getJobCounts('completed'))['completed'];
    await expect.poll(done, { timeout: 600_000, interval: 200 }).toBe(shards.length);
    await expect
      .poll(() => frozen && performance.now() >= frozen.until, { timeout: 120_000, interval: 200 })
      .toBe(true);
    frozen?.worker.kill('SIGCONT');
    await until(() => expect(frozen?.worker.errors()).toMatch(/lock/i));

    const jobs = await queue.getJobs(['completed']);
    expect(mergeReports(jobs.map(({ returnvalue }) => returnvalue as BulkTotals))).toEqual({
      read: ITEMS,
      sent: ITEMS,
      failed: 0,
      skipped: 0,
    });
    const wrong = [...Array(USERS).keys()].filter(
      (index) => service.turns.get(`user-${index}@example.com`) !== (index % 5 ? 1 : 2),
    );
    expect(wrong).toEqual([]);
    expect(service.turns.size).toBe(USERS);
    expect(restarted).toBeDefined();
    expect(workers.size).toBe(1);

    // A figure, for a machine may hold a process up between its turn and its call; `redis-pace` shows it by a clock.
    const times = service.left.sort((one, other) => one - other);
    const most = mostIn(times, 1_000);
    await annotate(
      `${USERS} users, ${ITEMS} items in ${shards.length} shards: ${service.calls()} calls for ${calls} chunks, ` +
        `at most ${most} of ${LIMIT} in any second; four workers, two killed, one frozen, Redis started again`,
      'figure',
    );
  });
});
