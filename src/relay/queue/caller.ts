import type { Queue } from 'bullmq';
import { loadBullmq } from './bullmq.js';
import { jobOf, type Shift } from './kept-calls.js';
import type { Place } from './queue-connection.js';

/** Calls workers to partitions that hold something. */
export interface Caller {
  /** Resolves once it can call. */
  ready(): Promise<void>;
  /** Calls one to each shift, where nobody was called yet; what is put off is looked at now. */
  call(shifts: readonly Shift[]): Promise<void>;
  /** Lets go of Redis. */
  close(): Promise<void>;
}

/** How a job is kept: until it is done, however often it is begun, and no longer. */
const KEPT = {
  ...{ removeOnComplete: true, removeOnFail: true },
  ...{ attempts: 1_000_000, backoff: { type: 'fixed', delay: 1_000 } },
};

/** Makes a caller by way of the jobs of BullMQ, which say the shift alone: what there is to do is in Redis beside them. */
export function createCaller({ connection, name, prefix }: Place): Caller {
  let opened: Promise<Queue<Shift>> | undefined;

  async function open(): Promise<Queue<Shift>> {
    const { Queue } = await loadBullmq();
    const queue = new Queue<Shift>(name, { connection, prefix });
    // The client that was passed in tells of the same, also after this is closed.
    queue.on('error', () => {});
    queue.backend.client.then((client) => client.on('error', () => {})).catch(() => {});
    return queue;
  }
  const queue = () => (opened ??= open());

  return {
    ready: async () => void (await queue()),
    async call(shifts) {
      const jobs = await queue();
      // Not `addBulk`: by way of node-redis it fails for good once Redis has started anew, and knows no script any more.
      await Promise.all(
        shifts.map(async (shift) => {
          const job = await jobs.add('partition', shift, { ...KEPT, jobId: jobOf(shift) });
          // Somebody else may have been faster.
          if (await job.isDelayed()) await job.promote().catch(() => {});
        }),
      );
    },
    async close() {
      await (await opened?.catch(() => undefined))?.close();
    },
  };
}
