import type { Entry } from './entries.js';

/** Items to be sent together. */
export interface Chunk<Item> {
  entries: Entry<Item>[];
  bytes: number;
  /** The span of the source that is done with it: from the first item to the one after the last. */
  from: number;
  to: number;
}

/** What a chunk may hold. */
export interface ChunkLimits {
  items: number;
  bytes: number;
  /** Whether it may hold two items about the same. */
  mayRepeat: boolean;
}

/** Joins entries into chunks, as large as they may be; `undefined` among them stands for an item that is not sent. The first has the place `from`. */
export async function* chunksOf<Item>(
  entries: AsyncIterable<Entry<Item> | undefined>,
  limits: ChunkLimits,
  from = 0,
): AsyncGenerator<Chunk<Item>, undefined> {
  let chunk: Chunk<Item> = { entries: [], bytes: 0, from, to: from };
  const subjects = new Set<string>();

  for await (const entry of entries) {
    if (entry && isFull(chunk, entry, limits, subjects)) {
      yield chunk;
      chunk = { entries: [], bytes: 0, from: chunk.to, to: chunk.to };
      subjects.clear();
    }
    chunk.to += 1;
    if (!entry) continue;
    chunk.entries.push(entry);
    chunk.bytes += entry.bytes;
    subjects.add(entry.subject);
  }
  if (chunk.to > chunk.from) yield chunk;
  return undefined;
}

function isFull<Item>(
  chunk: Chunk<Item>,
  entry: Entry<Item>,
  { items, bytes, mayRepeat }: ChunkLimits,
  subjects: ReadonlySet<string>,
): boolean {
  if (!chunk.entries.length) return false;
  if (chunk.entries.length >= items || chunk.bytes + entry.bytes > bytes) return true;
  return !mayRepeat && subjects.has(entry.subject);
}
