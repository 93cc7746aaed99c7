import { ApiError } from '../../errors.js';
import { steadyNow } from '../../lib/steady-now.js';
import type { BulkWorkWith } from '../bulk/bulk.js';
import type { BulkFailure, BulkOptions, InnerBulkOptions, Source } from '../bulk/bulk-options.js';
import type { BulkState, Checkpoint } from '../bulk/checkpoint.js';
import { leaseOf, StaleLease, type Lease } from './lease.js';
import { totalsOf, type BulkTotals } from './merge-reports.js';
import { isClosing, type QueuedJob } from './queued-job.js';
import { countsIn } from './shard-progress.js';

/** How jobs of bulk work are done. */
export interface BulkJobOptions<Item, Shard> extends Omit<
  BulkOptions<Item>,
  'signal' | 'checkpoint' | 'dryRun' | 'total' | 'onFailure'
> {
  /** Opens the items of a shard, from the one at a place on: what is done of it is not read again. */
  open: (shard: Shard, from: number) => Source<Item> | Promise<Source<Item>>;
  /**
   * Hears of each item that was not taken. What it promises is waited for before the item counts as done; after a crash it
   * may hear of an item again.
   */
  onFailure?: ((failure: BulkFailure<Item>, shard: Shard) => unknown) | undefined;
  /** The time, in milliseconds since the epoch, by which a job is put aside. Default: the machine's. */
  now?: (() => number) | undefined;
}

/** What goes along with every call of some work, such as the list that users are put on. */
type GivenAlone<Item, Given> = Omit<Given, keyof BulkOptions<Item>>;

/** What does a job of BullMQ. */
export type JobProcessor<Shard> = (
  job: QueuedJob<Shard>,
  token: string | undefined,
  signal: AbortSignal | undefined,
) => Promise<BulkTotals>;

/** A job that goes on later is told by this name, and is not taken for one that failed. */
class DelayedError extends Error {
  override readonly name = 'DelayedError';
}

/**
 * Makes the function that a `Worker` of BullMQ does bulk work with, one shard a job. How far a job is stands in its progress,
 * so that whoever gets it next goes on there; a worker that has lost its job keeps nothing, and sends nothing more.
 */
export function bulkJob<Item, Given, Shard>(
  work: BulkWorkWith<Item, Given>,
  options: BulkJobOptions<Item, Shard> & GivenAlone<Item, Given>,
): JobProcessor<Shard> {
  const { now = Date.now } = options;
  // BullMQ gives a signal only to whoever has a third parameter.
  return async (job, token, signal) => {
    const lease = await leaseOf(job, token, steadyNow);
    try {
      return await workWhileHeld(work, options, { job, lease, signal });
    } catch (error) {
      const wait = waitOf(error);
      if (wait === undefined) throw asError(error);
      await job.moveToDelayed(now() + wait, token);
      throw new DelayedError('The job goes on later', { cause: error });
    } finally {
      lease.end();
    }
  };
}

/** Works on a shard; goes on where the process was still for long, and has its job all the same. */
async function workWhileHeld<Item, Given, Shard>(
  work: BulkWorkWith<Item, Given>,
  options: BulkJobOptions<Item, Shard>,
  doing: Doing<Shard>,
): Promise<BulkTotals> {
  for (;;) {
    try {
      return await workOn(work, options, doing);
    } catch (error) {
      if (!(error instanceof StaleLease)) throw error;
      await doing.lease.renew();
    }
  }
}

/** After how many milliseconds a job goes on that was broken off; nothing where it has failed. */
function waitOf(error: unknown): number | undefined {
  if (error instanceof Closing) return 0;
  const asked = error instanceof ApiError ? error.retryAfter : undefined;
  return asked === undefined ? undefined : Math.max(asked, SOONEST);
}

/** What a job fails with, which may be a reason in words that it was cancelled with. */
function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason), { cause: reason });
}

/** How soon a job goes on at the earliest that the service wants to be left alone with, in milliseconds. */
const SOONEST = 1_000;

/** The worker of a job is being closed: another one is to go on. */
class Closing extends Error {}

interface Doing<Shard> {
  job: QueuedJob<Shard>;
  lease: Lease;
  signal: AbortSignal | undefined;
}

async function workOn<Item, Given, Shard>(
  work: BulkWorkWith<Item, Given>,
  { open, onFailure, now: _, ...options }: BulkJobOptions<Item, Shard>,
  { job, lease, signal }: Doing<Shard>,
): Promise<BulkTotals> {
  const shard = job.data;
  async function* itemsFrom(source: Source<Item>) {
    for await (const item of source as AsyncIterable<Item>) {
      // Before the next item, so that what is under way is finished.
      if (isClosing(job)) throw new Closing();
      yield item;
    }
  }
  const how: InnerBulkOptions<Item> = {
    ...options,
    signal: AbortSignal.any([lease.signal, ...(signal ? [signal] : [])]),
    checkpoint: checkpointOf(job, lease),
    onLeave: () => lease.check(),
    onFailure: onFailure && ((failure) => onFailure(failure, shard)),
  };
  const report = await work(async (from) => itemsFrom(await open(shard, from)), how as never);
  return totalsOf(report);
}

/** The progress of a job as a checkpoint. It outlives the work: a job that dies as it ends does nothing twice. */
function checkpointOf(job: QueuedJob<unknown>, lease: Lease): Checkpoint {
  return {
    load: async () => (job.progress as { state?: unknown } | null)?.state,
    async save(state) {
      if (state === undefined) return;
      await lease.save({ ...countsIn(state as BulkState), state });
    },
  };
}
