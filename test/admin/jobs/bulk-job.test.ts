import { describe, expect, it } from 'vitest';
import { bulkJob } from '../../../src/admin/jobs.js';
import type { BulkFailure, UserUpdateInBatch } from '../../../src/admin/index.js';
import { hasRedis } from '../../support/redis.js';
import { setup, users } from '../support/bulk.js';
import { startQueue } from '../support/queue.js';

/** A shard whose items are made as they are read. */
interface Numbered {
  id: string;
  count: number;
}

/** Opens a shard of users; notes from where on. */
function opener() {
  const opened: number[] = [];
  const open = ({ count }: Numbered, from: number) => {
    opened.push(from);
    return users(count).slice(from);
  };
  return { opened, open };
}

const shard = { id: 'people-1', count: 50 };
/** A user whom the service refuses. */
const nobody = (index: number) => ({ email: `nobody ${index}` });
/** A user that none can be made of. */
const flat = { plan: 'flat' } as never;

describe.skipIf(!hasRedis)('a job of bulk work', () => {
  it('is done by a worker, and returns its numbers', async () => {
    const { admin, emails } = setup();
    const { queue, work, stateOf } = await startQueue();
    const { open } = opener();
    await queue.add('users', shard, { jobId: shard.id });

    await work(bulkJob(admin.bulk.updateUsers, { open, chunkSize: 10 }));

    await expect.poll(async () => (await stateOf(shard.id)).state).toBe('completed');
    expect(await stateOf(shard.id)).toMatchObject({
      result: { read: 50, sent: 50, failed: 0, skipped: 0 },
      progress: { sent: 50, failed: 0 },
    });
    expect(new Set(emails()).size).toBe(50);
  });

  it('goes on where it was when it failed, and reads nothing again', async () => {
    const { admin, fail, sizes, emails } = setup();
    const { queue, work, stateOf } = await startQueue();
    const { open, opened } = opener();
    let isFirst = true;
    await queue.add('users', shard, { jobId: shard.id, attempts: 2 });
    await work(
      bulkJob(admin.bulk.updateUsers, {
        open,
        chunkSize: 10,
        concurrency: 1,
        onProgress: ({ sent }) => {
          if (sent === 30 && isFirst) fail({ kind: 'status', status: 403, times: 1 });
          if (sent === 30) isFirst = false;
        },
      }),
    );

    await expect.poll(async () => (await stateOf(shard.id)).state).toBe('completed');
    expect(opened).toEqual([0, 30]);
    expect(await stateOf(shard.id)).toMatchObject({ result: { read: 50, sent: 50, failed: 0, skipped: 0 } });
    expect(sizes()).toEqual([10, 10, 10, 10, 10, 10]);
    expect(emails()).toHaveLength(50);
  });

  it('counts what failed before, and tells a sink of it before it counts as done', async () => {
    const { admin, fail } = setup();
    const { queue, work, stateOf } = await startQueue();
    const sink: [number, string][] = [];
    const seen: unknown[] = [];
    const open = (_: Numbered, from: number) =>
      [...Array.from({ length: 10 }, (_each, index) => nobody(index)), ...users(20)].slice(from);
    let isFirst = true;
    await queue.add('users', shard, { jobId: shard.id, attempts: 2 });
    await work(
      bulkJob(admin.bulk.updateUsers, {
        open,
        chunkSize: 10,
        concurrency: 1,
        async onFailure({ index }: BulkFailure<UserUpdateInBatch>, { id }) {
          seen.push((await stateOf(id)).progress);
          sink.push([index, id]);
        },
        onProgress() {
          if (isFirst) fail({ kind: 'status', status: 403, times: 1 });
          isFirst = false;
        },
      }),
    );

    await expect.poll(async () => (await stateOf(shard.id)).state).toBe('completed');
    expect(sink).toEqual(Array.from({ length: 10 }, (_, index) => [index, shard.id]));
    expect(seen).toMatchObject(Array(10).fill({ sent: 0, failed: 0 }));
    expect((await stateOf(shard.id)).result).toEqual({ read: 30, sent: 20, failed: 10, skipped: 0 });
  });

  it('fails, and is nowhere done, where the sink takes nothing', async () => {
    const { admin } = setup();
    const { queue, work, stateOf } = await startQueue();
    const open = () => [flat];
    await queue.add('users', shard, { jobId: shard.id });
    const onFailure = () => Promise.reject(new Error('The disk is full'));
    await work(bulkJob(admin.bulk.updateUsers, { open, onFailure }));

    await expect.poll(async () => (await stateOf(shard.id)).state).toBe('failed');
    const { job, progress } = await stateOf(shard.id);
    expect(job?.failedReason).toBe('The disk is full');
    expect(progress).toMatchObject({ sent: 0, failed: 0 });
  });

  it('is put aside for as long as the service asks for', async () => {
    const { admin, fail, sizes } = setup();
    const { queue, work, stateOf } = await startQueue();
    const { open } = opener();
    fail({ kind: 'status', status: 429, retryAfter: 3_600, times: 1 });
    await queue.add('users', shard, { jobId: shard.id });
    const { worker } = await work(bulkJob(admin.bulk.updateUsers, { open }));

    await expect.poll(async () => (await stateOf(shard.id)).state).toBe('delayed');
    const { job } = await stateOf(shard.id);
    expect(job?.delay).toBeGreaterThan(3_590_000);
    expect(job?.delay).toBeLessThanOrEqual(3_600_000);
    expect(job?.attemptsMade).toBe(0);
    expect(worker.isRunning()).toBe(true);
    expect(sizes()).toEqual([50]);
  });

  it('ends at once when it is cancelled, and fails for that reason', async () => {
    const { admin } = setup();
    const { queue, work, stateOf } = await startQueue();
    let come = () => {};
    const began = new Promise<void>((resolve) => (come = resolve));
    const open = () =>
      (async function* () {
        come();
        await new Promise(() => {});
        yield* users(1);
      })();
    await queue.add('users', shard, { jobId: shard.id });
    const { worker } = await work(bulkJob(admin.bulk.updateUsers, { open }));
    await began;

    worker.cancelJob(shard.id, 'The list was wrong');

    await expect.poll(async () => (await stateOf(shard.id)).state).toBe('failed');
    expect((await stateOf(shard.id)).job?.failedReason).toBe('The list was wrong');
  });

  it('goes to another worker when its own is closed, after what is under way', async () => {
    const { admin, sizes, emails } = setup();
    const { queue, work, stateOf } = await startQueue();
    const { open, opened } = opener();
    let close: Promise<void> | undefined;
    await queue.add('users', shard, { jobId: shard.id });
    const first = await work(
      bulkJob(admin.bulk.updateUsers, {
        open,
        chunkSize: 10,
        concurrency: 1,
        onProgress: () => void (close ??= first.worker.close()),
      }),
    );
    await expect.poll(() => close !== undefined).toBe(true);
    await close;
    expect(['delayed', 'waiting']).toContain((await stateOf(shard.id)).state);

    await work(bulkJob(admin.bulk.updateUsers, { open, chunkSize: 10, concurrency: 1 }));

    await expect.poll(async () => (await stateOf(shard.id)).state).toBe('completed');
    expect(opened[0]).toBe(0);
    expect(opened[1]).toBeGreaterThan(0);
    expect(sizes().reduce((sum, size) => sum + size)).toBe(50);
    expect(emails()).toHaveLength(50);
  });

  it('must be given to a worker', async () => {
    const { admin } = setup();
    const { open } = opener();
    const job = {
      id: '1',
      data: shard,
      progress: 0,
      queueQualifiedName: 'bull:bulk',
      moveToDelayed: async () => {},
    };

    await expect(bulkJob(admin.bulk.updateUsers, { open })(job, 'token', undefined)).rejects.toThrow(
      '`bulkJob` must be given to a `Worker` of BullMQ 6 itself, whose queue is in Redis',
    );
  });
});
