import type { Queue } from 'bullmq';
import { jobOf, type Shift } from './kept-calls.js';

/** Calls workers to partitions that hold something. */
export interface Caller {
  /** Calls one to each shift, where nobody was called yet. */
  call(shifts: readonly Shift[]): Promise<void>;
}

/** How a job is kept: until it is done, however often it is begun, and no longer. */
const KEPT = {
  ...{ removeOnComplete: true, removeOnFail: true },
  ...{ attempts: 1_000_000, backoff: { type: 'fixed', delay: 1_000 } },
};

/** Makes a caller by way of the jobs of a queue, which say the shift alone: what there is to do is in Redis beside them. */
export function createCaller(queue: Queue<Shift>): Caller {
  return {
    async call(shifts) {
      // Not `addBulk`: by way of node-redis it fails for good once Redis has started anew, and knows no script any more.
      await Promise.all(
        shifts.map((shift) => queue.add('partition', shift, { ...KEPT, jobId: jobOf(shift) })),
      );
    },
  };
}
