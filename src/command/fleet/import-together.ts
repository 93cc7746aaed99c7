import { shardsOf, type ShardStore } from '../../admin/jobs.js';
import { subjectOf } from '../../admin/jobs/shards-of.js';
import { mergeReports, type BulkTotals } from '../../admin/jobs/merge-reports.js';
import { pause } from '../../lib/wait.js';
import type { Context } from '../context.js';
import type { FailuresFile } from '../import/failures-file.js';
import type { ImportChoices } from '../import/import-choices.js';
import { itemsOf } from '../import/input-file.js';
import { UnreadableRow } from '../import/row-reader.js';
import { joinFleet, type Fleet, type SharedItem, type SharedShard } from './fleet.js';

/** An import that several machines do. */
export interface SharedImport {
  /** The address of the Redis where they meet. */
  url: string;
  choices: ImportChoices;
  /** What the import is called: one that goes on has the same name. */
  run: string;
  failures: FailuresFile;
  onProgress: (progress: { sent: number; failed: number; workers: number }) => void;
}

/** How many items a part has: about ten calls. */
const SIZE = 10_000;
/** How many parts may wait at a time, since Redis keeps what is in them in its memory. */
const WAITING = 50;
/** How often it is seen how far they are, in milliseconds. */
const EVERY = 500;

/** Does an import together with whoever works for the same key; ends with what became of it. */
export async function importTogether(shared: SharedImport, context: Context): Promise<BulkTotals> {
  const fleet = await joinFleet(shared.url, context);
  const worker = fleet.work();
  const parts = createParts(fleet, shared);
  const { stop, quit } = context.terminal;
  try {
    for await (const shard of shardsOf(readable(shared, context), {
      to: parts.kept,
      size: SIZE,
      by: ({ item }) => subjectOf(item),
      name: shared.run,
      signal: stop,
    })) {
      await parts.add(shard);
      await parts.untilAtMost(WAITING, stop);
    }
    await parts.untilAtMost(0, stop);
    await parts.forget();
    return parts.totals();
  } catch (error) {
    await parts.withdraw();
    throw Object.assign(error as Error, { report: parts.totals() });
  } finally {
    await fleet.leave(worker, quit);
  }
}

/** The items of a file that are such; what is none is told of at once. */
async function* readable(
  { choices: { file, reading }, failures }: SharedImport,
  { terminal }: Context,
): AsyncGenerator<SharedItem, undefined> {
  let index = 0;
  for await (const { line, item } of itemsOf(file, { reading, terminal })) {
    if (item instanceof UnreadableRow)
      failures.add(line, { index, item, reason: 'invalid', retryable: false });
    else yield { line, item };
    index += 1;
  }
  return undefined;
}

/** The parts of an import, which are kept in Redis until all is done. */
function createParts(
  { queue, store, failures: told }: Fleet,
  { choices, run, failures, onProgress }: SharedImport,
) {
  const open = new Set<string>();
  const all: string[] = [];
  const done: BulkTotals[] = [];
  let underWay = { sent: 0, failed: 0 };

  const jobOf = async (id: string) => {
    const job = await queue.getJob(id);
    if (!job) throw new Error(`Part ${id} of the import is gone from Redis: begin anew without --resume`);
    return job;
  };

  async function look(): Promise<void> {
    await told.take(run, (failure) => failures.add(failure.line, failure));
    underWay = { sent: 0, failed: 0 };
    for (const id of open) {
      const job = await jobOf(id);
      if (await job.isFailed()) throw new Error(job.failedReason);
      if (await job.isCompleted()) {
        open.delete(id);
        done.push((await jobOf(id)).returnvalue as BulkTotals);
        await store.remove(job.data);
      } else {
        const { sent = 0, failed = 0 } = job.progress as { sent?: number; failed?: number };
        underWay = { sent: underWay.sent + sent, failed: underWay.failed + failed };
      }
    }
    // What the last ones have told since.
    await told.take(run, (failure) => failures.add(failure.line, failure));
    const { sent, failed } = totals();
    onProgress({ sent, failed, workers: await queue.getWorkersCount() });
  }

  const totals = () =>
    mergeReports([...done, { ...underWay, read: underWay.sent + underWay.failed, skipped: 0 }]);

  /** Keeps a part, unless it is there from before. */
  const kept: ShardStore<SharedItem, SharedShard> = {
    ...store,
    async write(id, items) {
      const job = await queue.getJob(id);
      const { type, reading, options } = choices;
      return job?.data ?? { ...(await store.write(id, items)), run, type, target: reading.target, options };
    },
  };
  return {
    totals,
    kept,
    async add(shard: SharedShard): Promise<void> {
      all.push(shard.id);
      open.add(shard.id);
      const job = await queue.add('import', shard, { jobId: shard.id, attempts: 3, backoff: 1_000 });
      if (await job.isFailed()) await job.retry();
    },
    /** Resolves when no more than so many parts are left to do. */
    async untilAtMost(count: number, stop: AbortSignal): Promise<void> {
      while (open.size > count) {
        await look();
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
  };
}
