import { must } from '../../lib/must.js';
import type { CallOptions } from '../calling/call.js';
import type { InnerOptions } from '../calling/reliable-endpoint.js';
import { rowsByRoute } from '../operations/rows.js';
import { leastTime } from '../pace/least-time.js';
import { chunksOf, countOf, itemsOf } from './entries.js';
import { openJournal, type Journal } from './journal.js';
import type { BulkKind, Chunk, Entry } from './kind.js';
import type { BulkOptions, BulkReport, Source } from './bulk-options.js';
import { createSettle } from './settle.js';
import { createTally, type Tally } from './tally.js';

/** What bulk work is given. */
export interface Work<Item> {
  kind: BulkKind<Item>;
  source: Source<Item>;
  options: BulkOptions<Item>;
  now: () => number;
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
  const { kind, source, options } = work;
  const { chunkSize = ITEMS, chunkBytes = BYTES, onProgress, dryRun = false } = options;
  const { journal, tally } = await begin(work);
  const settle = createSettle<Item>({
    kind,
    send: (entries) => kind.send(entriesAsSent(entries, tally), callOptions(options, tally)),
    onSent: () => (tally.sent += 1),
    onFailed: (entry, cause) => tally.fail(entry, cause),
  });
  async function finish({ entries, from, to, bytes }: Chunk<Item>): Promise<void> {
    if (dryRun) Object.assign(tally, plan(tally, entries.length, bytes));
    else if (entries.length) await settle(entries);
    if (!dryRun) await journal.finish(from, to);
    onProgress?.(tally.progress());
  }
  const entries = entriesOf({ kind, source, tally, journal, chunkBytes });
  const limits = { items: chunkSize, bytes: chunkBytes, mayRepeat: kind.mayRepeat ?? true };
  const report = () => ({
    ...tally.progress(),
    failures: tally.failures,
    leastTime: leastTime(rowsByRoute().get(kind.operation)?.limit, tally.requests),
  });

  try {
    await inParallel(chunksOf(entries, limits), finish, options);
  } catch (error) {
    // Whoever catches it may want to know how far the work was.
    throw error instanceof Error ? Object.assign(error, { report: report() }) : error;
  }
  if (!dryRun) await journal.close();
  return report();
}

async function begin<Item>({ kind, source, options, now, onResume }: Work<Item>) {
  checkOptions(options);
  const { checkpoint, dryRun, total = countOf(source), onFailure } = options;
  const journal = await openJournal(kind.operation, dryRun ? undefined : checkpoint);
  if (journal.isResumed) onResume(kind.operation);
  return { journal, tally: createTally<Item>(now, { total, onFailure }) };
}

function plan<Item>({ requests, bytes, skipped }: Tally<Item>, count: number, added: number) {
  return { requests: requests + Number(count > 0), bytes: bytes + added, skipped: skipped + count };
}

function entriesAsSent<Item>(entries: Entry<Item>[], tally: Tally<Item>): Item[] {
  tally.requests += 1;
  for (const { bytes } of entries) tally.bytes += bytes;
  return entries.map(({ sent }) => sent);
}

function callOptions<Item>(
  { signal, timeout = TIMEOUT, retry }: BulkOptions<Item>,
  tally: Tally<Item>,
): CallOptions {
  const onWaited = (wait: number) => (tally.waited += wait);
  const how: InnerOptions = { signal, timeout, retry, onWaited };
  return how;
}

/** The items of a source as entries; one that is not sent is `undefined`, and counted. */
async function* entriesOf<Item>({
  kind,
  source,
  tally,
  journal,
  chunkBytes,
}: Pick<Work<Item>, 'kind' | 'source'> & {
  tally: Tally<Item>;
  journal: Journal;
  chunkBytes: number;
}): AsyncGenerator<Entry<Item> | undefined, undefined> {
  const most = Math.min(kind.itemBytes ?? chunkBytes, chunkBytes);
  for await (const item of itemsOf(source)) {
    const index = tally.read;
    tally.read += 1;
    if (journal.wasDone(index)) {
      tally.skipped += 1;
      yield undefined;
      continue;
    }
    const entry = await entryOf(kind, item, { index, seed: journal.seed });
    if (typeof entry === 'string')
      tally.fail({ index, item }, { reason: 'invalid', message: entry, retryable: false });
    else if (entry.bytes > most) tally.fail(entry, { reason: 'tooLarge', retryable: false });
    else {
      yield entry;
      continue;
    }
    yield undefined;
  }
  return undefined;
}

const encoder = new TextEncoder();

/** An item as an entry, or what is wrong with it. */
async function entryOf<Item>(
  kind: BulkKind<Item>,
  item: Item,
  place: { index: number; seed: string },
): Promise<Entry<Item> | string> {
  const problem = kind.problemOf(item);
  if (problem !== undefined) return problem;
  const sent = kind.prepare ? await kind.prepare(item, place) : item;
  const { length } = encoder.encode(kind.textOf(sent));
  // With the comma after it.
  return { index: place.index, item, sent, subject: kind.subjectOf(item), bytes: length + 1 };
}

/** Finishes chunks, several at a time, but never two about the same at a time, and those in order. */
async function inParallel<Item>(
  chunks: AsyncIterable<Chunk<Item>>,
  finish: (chunk: Chunk<Item>) => Promise<void>,
  { signal, concurrency = CONCURRENCY }: BulkOptions<Item>,
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
        .catch((error: unknown) => void failures.push(error))
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
}: BulkOptions<Item>): void {
  for (const [name, value] of Object.entries({ concurrency, chunkSize, chunkBytes })) {
    must(Number.isInteger(value) && value > 0, `\`${name}\` must be a whole number above 0`);
  }
  must(total >= 0, '`total` must be a number of items');
}
