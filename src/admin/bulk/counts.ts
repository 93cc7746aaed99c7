import type { BulkFailure, BulkProgress } from './bulk-options.js';
import type { FailureCause } from './failure-cause.js';
import type { Sink } from './sink.js';

/** How many failures are kept for the report. */
const KEPT = 1_000;

/** What counts the items of bulk work. */
export interface Counts<Item> {
  read: number;
  sent: number;
  skipped: number;
  /** Those that had failed before this run. */
  failedBefore: number;
  requests: number;
  bytes: number;
  waited: number;
  /** The first failures. */
  readonly failures: BulkFailure<Item>[];
  /** Counts a failure, and hands it to whoever keeps it; resolves once it is kept. */
  fail(entry: { index: number; item: Item }, cause: FailureCause): Promise<void>;
  progress(): BulkProgress;
}

/** Makes counts that begin at nothing. */
export function createCounts<Item>(
  now: () => number,
  {
    total,
    sink,
    start,
  }: {
    total: number | undefined;
    sink: Sink<BulkFailure<Item>>;
    /** What is not read again, since it was done before. */
    start: { read: number; failed: number };
  },
): Counts<Item> {
  const startedAt = now();
  let { failed } = start;

  const counts: Counts<Item> = {
    read: start.read,
    sent: 0,
    skipped: start.read - start.failed,
    failedBefore: start.failed,
    requests: 0,
    bytes: 0,
    waited: 0,
    failures: [],
    fail({ index, item }, cause) {
      failed += 1;
      const failure = { index, item, ...cause };
      if (counts.failures.length < KEPT) counts.failures.push(failure);
      return sink.add(failure);
    },
    progress() {
      const { read, sent, skipped, requests, bytes, waited } = counts;
      const rate = ((sent + failed - counts.failedBefore) / Math.max(1, now() - startedAt)) * 1_000;
      const left = total === undefined ? undefined : Math.max(0, total - sent - failed - skipped);
      const timeLeft = left === undefined || !rate ? undefined : (left / rate) * 1_000;
      return { read, sent, failed, skipped, requests, bytes, waited, rate, timeLeft };
    },
  };
  return counts;
}
