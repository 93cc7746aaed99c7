import { mergeReports, type BulkTotals } from '../../admin/jobs/merge-reports.js';
import type { ShardStore } from '../../admin/jobs.js';
import { pause } from '../../lib/wait.js';
import type { FailuresFile } from '../import/failures-file.js';
import type { ImportChoices } from '../import/import-choices.js';
import type { Fleet, SharedItem, SharedShard } from './fleet.js';

/** An import that several machines do. */
export interface SharedImport {
  /** The address of the Redis where they meet. */
  url: string;
  choices: ImportChoices;
  /** What the import is called: one that goes on has the same name. */
  run: string;
  failures: FailuresFile;
  onProgress: (totals: BulkTotals) => void;
}

/** How often it is seen how far they are, in milliseconds. */
const EVERY = 500;

/** Makes the parts of an import, whose jobs are kept in Redis until all is done. */
export function createParts(fleet: Fleet, { choices, run, failures, onProgress }: SharedImport) {
  const { queue, store } = fleet;
  const all: string[] = [];
  const open = new Set<string>();
  const done: BulkTotals[] = [];
  let totals = mergeReports([]);

  /** Takes what has come of a part so far. */
  async function look(id: string): Promise<BulkTotals> {
    const job = await queue.getJob(id);
    if (!job) throw new Error(`A part of the import is gone from Redis: begin anew without --resume`);
    if (await job.isFailed()) throw new Error(job.failedReason);
    const { sent = 0, failed = 0 } = job.progress as { sent?: number; failed?: number };
    if (!(await job.isCompleted())) return { read: sent + failed, sent, failed, skipped: 0 };
    open.delete(id);
    done.push((await queue.getJob(id))?.returnvalue as BulkTotals);
    await store.remove(job.data);
    return mergeReports([]);
  }

  async function lookAtAll(): Promise<void> {
    const underWay: BulkTotals[] = [];
    for (const id of open) underWay.push(await look(id));
    // After that, so that all is there of those that are done.
    await fleet.failures.take(run, (failure) => failures.add(failure.line, failure));
    totals = mergeReports([...done, ...underWay]);
    onProgress(totals);
  }

  return {
    totals: () => totals,
    /** Keeps a part, unless it is there from before. */
    async write(id: string, items: AsyncIterable<SharedItem>): Promise<SharedShard> {
      const job = await queue.getJob(id);
      const { type, reading, options } = choices;
      return job?.data ?? { ...(await store.write(id, items)), run, type, target: reading.target, options };
    },
    async add(shard: SharedShard): Promise<void> {
      all.push(shard.id);
      open.add(shard.id);
      const job = await queue.add('import', shard, { jobId: shard.id, attempts: 3, backoff: 1_000 });
      if (await job.isFailed()) await job.retry();
    },
    /** Resolves when no more than so many parts are left to do. */
    async untilAtMost(count: number, stop: AbortSignal): Promise<void> {
      while (open.size > count) {
        await lookAtAll();
        if (open.size > count) await pause(EVERY, stop);
      }
    },
    /** Takes back what nobody has begun; what was begun keeps how far it is. */
    async withdraw(): Promise<void> {
      for (const id of open) {
        const job = await queue.getJob(id);
        if (!job || typeof job.progress === 'object' || (await job.isActive())) continue;
        await job.remove().catch(() => {}); // Somebody has begun it meanwhile.
      }
    },
    async forget(): Promise<void> {
      for (const id of all) await (await queue.getJob(id))?.remove();
    },
  } satisfies Pick<ShardStore<SharedItem, SharedShard>, 'write'> & Record<string, unknown>;
}
