import type { Job } from 'bullmq';
import { leaseOf } from '../../admin/jobs/lease.js';
import { isClosing } from '../../admin/jobs/queued-job.js';
import { steadyNow } from '../../lib/steady-now.js';
import type { Shift } from './kept-calls.js';
import { emptyPartition, type EmptyingOptions } from './partition.js';

/** How the jobs of a worker are done. */
export interface ShiftWorkOptions extends Omit<EmptyingOptions, 'lease' | 'isEnding'> {
  /** What BullMQ knows by that a job goes on later. */
  DelayedError: new (message: string) => Error;
}

/** What does a job of BullMQ: it empties the partition of a shift for as long as the job is its own. */
export type ShiftWork = (job: Job<Shift>, token?: string) => Promise<void>;

/** Makes the function that a worker of BullMQ does the jobs of shifts with. */
export function shiftWork({ DelayedError, ...options }: ShiftWorkOptions): ShiftWork {
  return async (job, token = '') => {
    const lease = await leaseOf(job, token, steadyNow);
    try {
      const shift = { ...job.data, token };
      const wait = await emptyPartition(shift, { ...options, lease, isEnding: () => isClosing(job) });
      if (wait === undefined) return;
      await job.moveToDelayed(options.now() + wait, token);
      // Should this be lost, somebody looks after a while.
      if (wait > 0) await options.kept.rest(shift.partition).catch(() => {});
    } finally {
      lease.end();
    }
    throw new DelayedError('The partition is emptied later');
  };
}
