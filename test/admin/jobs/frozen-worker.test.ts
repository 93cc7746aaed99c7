import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { bulkJob } from '../../../src/admin/jobs.js';
import { createAdmin } from '../../../src/admin/index.js';
import { bundleAdmin } from '../../support/bundled.js';
import { hasRedis } from '../../support/redis.js';
import { serve } from '../../support/serve.js';
import { until } from '../../support/until.js';
import { watched } from '../../support/watched.js';
import { users } from '../support/bulk.js';
import { startQueue } from '../support/queue.js';

/** How long a lock holds, and how often workers look for jobs whose lock has ended, in milliseconds. */
const SHORT = { lockDuration: 600, stalledInterval: 300 };

/** A worker that is a process of its own, and says what goes wrong. */
async function startWorker({ redis, baseUrl }: { redis: string; baseUrl: string }) {
  const program = `
    import { Worker } from 'bullmq';
    import { createClient } from 'redis';
    import { bulkJob, createAdmin } from '${await bundleAdmin()}';
    const connection = createClient({ url: '${redis}' });
    await connection.connect();
    const admin = createAdmin({ apiKey: 'frozen', baseUrl: '${baseUrl}', pace: false });
    const open = ({ count }, from) =>
      Array.from({ length: count }, (_, index) => ({ email: 'user-' + index + '@example.com' })).slice(from);
    const options = { open, chunkSize: 10, concurrency: 1 };
    const worker = new Worker('bulk', bulkJob(admin.bulk.updateUsers, options), { connection, ...${JSON.stringify(SHORT)} });
    worker.on('error', ({ message }) => console.error(message));
    worker.on('completed', () => console.error('completed'));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: `${import.meta.dirname}/../../..`,
  });
  return { child, ...watched(child) };
}

/** A service that holds back its answer to the second call of the worker that will be frozen. */
async function startService() {
  let release = () => {};
  const keyOf = (headers: object) => (headers as Record<string, string>)['api-key'];
  const service = await serve((response, { headers, body }) => {
    const answer = () => {
      const { users: sent } = JSON.parse(body) as { users: unknown[] };
      response.end(JSON.stringify({ successCount: sent.length, failCount: 0 }));
    };
    if (keyOf(headers) === 'frozen' && callsBy('frozen').length === 2) release = answer;
    else answer();
  });
  const callsBy = (key: string) => service.arrivals.filter(({ headers }) => keyOf(headers) === key);
  return { ...service, callsBy, release: () => release() };
}

describe.skipIf(!hasRedis)('a worker that was frozen', () => {
  it('keeps nothing and sends nothing of a job that another one has got since', async () => {
    const { queue, url, work, stateOf } = await startQueue();
    const service = await startService();
    await queue.add('users', { id: 'people', count: 50 }, { jobId: 'people' });
    const frozen = await startWorker({ redis: url, baseUrl: service.baseUrl });
    await until(() => expect(service.callsBy('frozen')).toHaveLength(2));

    frozen.child.kill('SIGSTOP');
    // It is to find this answer first when it goes on, and to keep that ten more are done.
    service.release();
    const admin = createAdmin({ apiKey: 'other', baseUrl: service.baseUrl, pace: false });
    const open = ({ count }: { count: number }, from: number) => users(count).slice(from);
    const options = { open, chunkSize: 10, concurrency: 1 };
    await work(bulkJob(admin.bulk.updateUsers, options), SHORT);
    await expect.poll(async () => (await stateOf('people')).state).toBe('completed');
    const before = await stateOf('people');
    frozen.child.kill('SIGCONT');

    await expect.poll(() => frozen.errors()).toMatch(/lock/i);
    const { progress, result, state } = await stateOf('people');
    expect({ progress, state }).toEqual({ progress: before.progress, state: 'completed' });
    expect(result).toEqual({ read: 50, sent: 50, failed: 0, skipped: 0 });
    expect(service.callsBy('frozen')).toHaveLength(2);
    // The first ten were kept, and what was under way is sent again.
    expect(service.callsBy('other')).toHaveLength(4);
    expect(frozen.errors()).not.toContain('completed');
  });
});
