import { describe, expect, it } from 'vitest';
import { leaseOf, type Lease } from '../../../src/admin/jobs/lease.js';
import { hasRedis } from '../../support/redis.js';
import { startQueue } from '../support/queue.js';

describe.skipIf(!hasRedis)('the lease of a job', () => {
  it('holds for as long as is known of its lock, and says so, too, of a moment that is to come', async () => {
    const { queue, work } = await startQueue();
    let time = 0;
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    let lease: Lease | undefined;
    await work(
      async (job, token) => {
        lease = await leaseOf(job, token, () => time);
        await ended;
        lease.end();
      },
      { lockDuration: 30_000 },
    );
    await queue.add('one', {});
    await expect.poll(() => lease).toBeDefined();
    const check = (ahead?: number) => () => lease?.check(ahead);

    expect(check()).not.toThrow();
    expect(check(20_000)).not.toThrow();
    time = 24_000;
    expect(check()).not.toThrow();
    expect(check(7_500)).toThrow('was left alone for too long');
    time = 31_000;
    expect(check()).toThrow('was left alone for too long');
    end();
  });
});
