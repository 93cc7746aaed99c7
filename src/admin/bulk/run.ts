import { must } from '../../lib/must.js';
import type { CallOptions } from '../calling/call.js';
import type { SafeHooks } from '../calling/hooks.js';
import type { InnerOptions } from '../calling/reliable-endpoint.js';
import { checkRetry } from '../calling/retry.js';
import { isFrom, mustBeTime } from '../calling/numbers.js';
import { limitOf } from '../operations/rows.js';
import { leastTime } from '../pace/rate-limit.js';
import type { BatchCall } from './batch-call.js';
import type { BulkOptions, BulkReport, InnerBulkOptions, OpenSource, Source } from './bulk-options.js';
import type { FailureCause } from './failure-cause.js';
import { openCheckpoint, type Checkpoint, type OpenCheckpoint } from './checkpoint.js';
import { chunksOf, type Chunk } from './chunks.js';
import { createCounts, type Counts } from './counts.js';
import { entriesOf, type Entry } from './entries.js';
import { createSink } from './sink.js';
import { countOf, mustBeSource } from './source.js';

/** What bulk work is given. */
export interface Work<Item> extends Pick<SafeHooks, 'progress'> {
  call: BatchCall<Item>;
  source: Source<Item> | OpenSource<Item>;
  options: InnerBulkOptions<Item>;
  now: () => number;
  /** The address of the service. */
  service: string;
  /** Hears that work of an operation goes on that was begun before, maybe a moment ago. */
  onResume: (operation: string) => void;
}

const ITEMS = 1_000;
/** Under the four million bytes that the service takes, with room for what stands around the items (decision 29). */
const BYTES = 3_800_000;
const TIMEOUT = 60_000;
const CONCURRENCY = 4;

/** Does bulk work: reads, checks, joins into chunks, sends, and accounts for every item. */
export async function run<Item>(work: Work<Item>): Promise<BulkReport<Item>> {
  checkOptions(work.options);
  const { checkpoint: given, dryRun, signal } = work.options;
  const checkpoint = given && !dryRun ? await opening(given, signal) : undefined;
  const saved = await checkpoint?.load();
  try {
    const { call, service } = work;
    const asked = { operation: call.operation, service, ...call.given };
    return await go(work, openCheckpoint(asked, saved, checkpoint));
  } finally {
    await checkpoint?.close();
  }
}

/** What edge workers rarely have is loaded when it is given, since they pay for every byte that they start with. */
async function opening(checkpoint: Checkpoint, signal: AbortSignal | undefined) {
  const { stoppable } = await import('./stoppable.js');
  return stoppable(checkpoint, signal);
}

async function go<Item>(work: Work<Item>, checkpoint: OpenCheckpoint): Promise<BulkReport<Item>> {
  const { call, options, now, onResume } = work;
  const isOpened = typeof work.source === 'function';
  const start = isOpened ? checkpoint.begun : { read: 0, failed: 0 };
  const source = await opened(work.source, start.read);
  const {
    chunkSize = ITEMS,
    chunkBytes = BYTES,
    dryRun = false,
    total = isOpened ? undefined : countOf(source),
  } = options;
  const sink = createSink(options.onFailure);
  const counts = createCounts<Item>(now, { total, sink, start });
  const tell = work.progress(options.onProgress);
  if (checkpoint.isResumed) onResume(call.operation);

  function fail(entry: { index: number; item: Item }, cause: FailureCause): Promise<void> {
    checkpoint.fail(entry.index, cause);
    return counts.fail(entry, cause);
  }
  // Not before there is bulk work: an edge worker pays for every byte that it starts with.
  const { createBisectingSend } = await import('./bisecting-send.js');
  const sendEntries = createBisectingSend<Item>({
    isCounted: call.isCounted ?? true,
    send: (entries) => call.send(entriesAsSent(entries, counts), callOptions(options, counts)),
    onSent() {
      counts.sent += 1;
    },
    onFailed: (entry, cause) => void fail(entry, cause),
  });
  async function finish(chunk: Chunk<Item>): Promise<void> {
    if (dryRun) countPlanned(chunk, counts);
    else if (chunk.entries.length) await sendEntries(chunk.entries);
    // What is not read again is not told again.
    if (isOpened) await sink.kept();
    if (!dryRun) await checkpoint.finish(chunk.from, chunk.to);
    // Else after the checkpoint, which knows of failures by itself and tells them again: nothing is sent twice for them.
    await sink.kept();
    tell(counts.progress());
  }
  const reading = new AbortController();
  const signal = AbortSignal.any([reading.signal, ...(options.signal ? [options.signal] : [])]);
  const entries = entriesOf({ call, source, counts, checkpoint, fail, chunkBytes, signal });
  const { mayRepeat = true } = call;
  const limits = { items: chunkSize, bytes: chunkBytes, mayRepeat, flushInterval: options.flushInterval };
  const report = () => ({
    ...counts.progress(),
    failures: counts.failures,
    leastTime: leastTime(limitOf(call.operation), counts.requests),
  });

  try {
    await checkpoint.begin();
    await inParallel(chunksOf(entries, limits, start.read), finish, {
      ...options,
      onFailed: (error) => reading.abort(error),
    });
    if (!dryRun) await checkpoint.clear();
  } catch (error) {
    // Those that it still has are kept; that it cannot keep one was told, if it is not this very error.
    await sink.kept().catch(() => {});
    // Whoever catches it may want to know how far the work was.
    throw error instanceof Error ? Object.assign(error, { report: report() }) : error;
  }
  return report();
}

/** A source that is read from a place on, where it can be opened there. */
async function opened<Item>(source: Work<Item>['source'], from: number): Promise<Source<Item>> {
  const found = typeof source === 'function' ? await source(from) : source;
  mustBeSource(found);
  return found;
}

function countPlanned<Item>({ entries, bytes }: Chunk<Item>, counts: Counts<Item>): void {
  counts.requests += Number(entries.length > 0);
  counts.bytes += bytes;
  counts.skipped += entries.length;
}

function entriesAsSent<Item>(entries: Entry<Item>[], counts: Counts<Item>): Item[] {
  counts.requests += 1;
  for (const { bytes } of entries) counts.bytes += bytes;
  return entries.map(({ sent }) => sent);
}

function callOptions<Item>(
  { signal, timeout = TIMEOUT, retry, onLeave }: InnerBulkOptions<Item>,
  counts: Counts<Item>,
): CallOptions {
  const how: InnerOptions = {
    signal,
    timeout,
    retry,
    onWaited(wait) {
      counts.waited += wait;
      onLeave?.();
    },
  };
  return how;
}

/** Finishes chunks, several at a time, but never two about the same at a time, and those in order. */
async function inParallel<Item>(
  chunks: AsyncIterable<Chunk<Item>>,
  finish: (chunk: Chunk<Item>) => Promise<void>,
  {
    signal,
    concurrency = CONCURRENCY,
    onFailed,
  }: Pick<BulkOptions<Item>, 'signal' | 'concurrency'> & { onFailed: (error: unknown) => void },
): Promise<void> {
  const underWay = new Map<Promise<void>, Set<string>>();
  const failures: unknown[] = [];
  const isBlocked = ({ entries }: Chunk<Item>) =>
    underWay.size >= concurrency ||
    [...underWay.values()].some((subjects) => entries.some(({ subject }) => subjects.has(subject)));

  try {
    for await (const chunk of chunks) {
      while (!failures.length && isBlocked(chunk)) await Promise.race(underWay.keys());
      signal?.throwIfAborted();
      if (failures.length) break;
      const work = finish(chunk)
        .catch((error: unknown) => {
          failures.push(error);
          // A source that has nothing to give just now would keep this from being told.
          onFailed(error);
        })
        .finally(() => underWay.delete(work));
      underWay.set(work, new Set(chunk.entries.map(({ subject }) => subject)));
    }
  } catch (error) {
    // A source that fails takes nothing from what is under way: that is finished, and counts as done.
    failures.push(error);
  }
  await Promise.all(underWay.keys());
  if (failures.length) throw failures[0];
}

function checkOptions<Item>({
  concurrency = 1,
  chunkSize = 1,
  chunkBytes = 1,
  total = 0,
  timeout,
  flushInterval,
  retry,
}: BulkOptions<Item>): void {
  for (const [name, value] of Object.entries({ concurrency, chunkSize, chunkBytes })) {
    must(Number.isInteger(value) && value > 0, `\`${name}\` must be a whole number above 0`);
  }
  must(isFrom(0, total), '`total` must be a number of items');
  mustBeTime('timeout', timeout);
  mustBeTime('flushInterval', flushInterval);
  checkRetry(retry);
}
