import { asJson } from './as-json.js';
import type { BatchCall } from './batch-call.js';
import type { Source } from './bulk-options.js';
import type { FailureCause } from './failure-cause.js';
import type { OpenCheckpoint } from './checkpoint.js';
import type { Counts } from './counts.js';
import { itemsOf } from './source.js';

/** An item on its way. */
export interface Entry<Item> {
  index: number;
  item: Item;
  /** The item as it is sent. */
  sent: Item;
  subject: string;
  bytes: number;
}

/** Where entries come from, and who hears of the items that are none. */
interface EntrySource<Item> {
  call: BatchCall<Item>;
  source: Source<Item>;
  counts: Counts<Item>;
  checkpoint: OpenCheckpoint;
  fail: (entry: { index: number; item: Item }, cause: FailureCause) => Promise<void>;
  /** How many bytes a chunk has at most. */
  chunkBytes: number;
  /** Ends the source, also while it hangs. */
  signal: AbortSignal;
}

/** The items of a source as entries; one that is not sent is `undefined`, and counted. */
export async function* entriesOf<Item>({
  call,
  source,
  counts,
  checkpoint,
  fail,
  chunkBytes,
  signal,
}: EntrySource<Item>): AsyncGenerator<Entry<Item> | undefined, undefined> {
  const most = Math.min(call.itemBytes ?? chunkBytes, chunkBytes);
  for await (const item of itemsOf(source, signal)) {
    const index = counts.read;
    counts.read += 1;
    const earlier = checkpoint.earlier(index);
    if (earlier) {
      if (earlier === 'sent') counts.skipped += 1;
      else {
        counts.failedBefore += 1;
        await counts.fail({ index, item }, earlier);
      }
      yield undefined;
      continue;
    }
    const entry = await entryOf(call, item, { index, seed: checkpoint.seed });
    if (typeof entry === 'string')
      await fail({ index, item }, { reason: 'invalid', message: entry, retryable: false });
    else if (entry.bytes > most) await fail(entry, { reason: 'tooLarge', retryable: false });
    else {
      yield entry;
      continue;
    }
    yield undefined;
  }
  return undefined;
}

/** An item as an entry, or what is wrong with it. */
async function entryOf<Item>(
  call: BatchCall<Item>,
  item: Item,
  place: { index: number; seed: string },
): Promise<Entry<Item> | string> {
  const json = asJson(item);
  if ('problem' in json) return json.problem;
  const problem = call.problemOf(json.made);
  if (problem !== undefined) return problem;
  const sent = call.prepare ? await call.prepare(json.made, place) : json.made;
  const { length } = new TextEncoder().encode(call.textOf(sent));
  // With the comma after it.
  return { index: place.index, item, sent, subject: call.subjectOf(sent), bytes: length + 1 };
}
