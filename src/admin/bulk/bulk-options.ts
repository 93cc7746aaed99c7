import type { RetryOptions } from '../calling/retry.js';
import type { Checkpoint } from './checkpoint.js';
import type { FailureCause } from './failure-cause.js';

/** Where the items of bulk work come from; they are read as they are needed, once. */
export type Source<Item> = Iterable<Item> | AsyncIterable<Item> | ReadableStream<Item>;

/**
 * Opens a source at the place of an item, from 0: what goes on by a checkpoint does not read again what is done. Of those
 * that failed in what is not read again, the report has the number alone.
 */
export type OpenSource<Item> = (from: number) => Source<Item> | Promise<Source<Item>>;

/** How to do bulk work. */
export interface BulkOptions<Item> {
  /** Stops the work at once, also while a checkpoint hangs; what is done stays done. */
  signal?: AbortSignal | undefined;
  /** How long to wait for each answer, in milliseconds. Default: one minute. */
  timeout?: number | undefined;
  /** How long to go on with a chunk that the service cannot take. Default: as the admin does. */
  retry?: RetryOptions | undefined;
  /** How many chunks may be under way. Default: 4. */
  concurrency?: number | undefined;
  /** How many items a chunk holds at most. Default: 1000. */
  chunkSize?: number | undefined;
  /** How many bytes a chunk has at most. Default: 3,800,000. */
  chunkBytes?: number | undefined;
  /**
   * How long the first item of a chunk may wait for others, in milliseconds, where items come as things happen. Default:
   * until the chunk is full, or the source ends.
   */
  flushInterval?: number | undefined;
  /** How many items there are, for the time left, where the source does not tell. */
  total?: number | undefined;
  /** Check and count everything, and send nothing. Default: `false`. */
  dryRun?: boolean | undefined;
  /** Keeps how far the work is, so that the same call goes on there after a crash. */
  checkpoint?: Checkpoint | undefined;
  /** Hears how far the work is, after each chunk. Where it fails, the admin's `onError` hears of it once. */
  onProgress?: ((progress: BulkProgress) => void) | undefined;
  /**
   * Keeps each item that was not taken: it is given one at a time, and waited for. Where it throws or rejects, the work
   * ends with that error, and the same call with the same checkpoint tells all failures again.
   */
  onFailure?: ((failure: BulkFailure<Item>) => unknown) | undefined;
}

/** What bulk work inside this door may be asked for beyond what callers may. */
export interface InnerBulkOptions<Item> extends BulkOptions<Item> {
  /** Asked when a call has got its turn, right before it leaves: what it throws ends the work, and the call is not made. */
  onLeave?: (() => void) | undefined;
}

/** How far bulk work is. Every item read is sent, failed or skipped in the end. */
export interface BulkProgress {
  read: number;
  /** Taken by the service. */
  sent: number;
  /** Not taken, each with its reason. */
  failed: number;
  /** Not sent: done before by the checkpoint, or only planned. */
  skipped: number;
  /** Calls made or planned. */
  requests: number;
  /** Bytes of the items in them. */
  bytes: number;
  /** Items sent and failed in a second. */
  rate: number;
  /** How long it still takes, in milliseconds, where the number of items is known. */
  timeLeft?: number | undefined;
  /** How long chunks waited for the pace, together, in milliseconds. */
  waited: number;
}

/** An item that was not taken. */
export interface BulkFailure<Item> extends FailureCause {
  /** Its place in the source, from 0. */
  index: number;
  item: Item;
}

/** What became of bulk work. */
export interface BulkReport<Item> extends BulkProgress {
  /** The first thousand items that were not taken; `onFailure` hears of all. */
  failures: BulkFailure<Item>[];
  /** The least time that sending takes by the published limits, in milliseconds. */
  leastTime: number;
}
