import type { Entry } from './entries.js';
import { createLateReader } from './late-reader.js';

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
  /** How long the first of its items may wait for others, in milliseconds. */
  flushInterval: number | undefined;
}

/**
 * Joins entries into chunks, as large as they may be and come in time; `undefined` among them stands for an item that is
 * not sent. The first has the place `from`.
 */
export async function* chunksOf<Item>(
  entries: AsyncGenerator<Entry<Item> | undefined, undefined>,
  limits: ChunkLimits,
  from = 0,
): AsyncGenerator<Chunk<Item>, undefined> {
  const reader = createLateReader(entries);
  const subjects = new Set<string>();
  let chunk = chunkFrom<Item>(from);

  function cut(): Chunk<Item> {
    const whole = chunk;
    chunk = chunkFrom(whole.to);
    subjects.clear();
    reader.stop();
    return whole;
  }

  try {
    for (;;) {
      const read = await reader.next();
      if (read === 'late') {
        yield cut();
        continue;
      }
      if (read.done) break;
      const entry = read.value;
      if (entry && isFull(chunk, entry, limits, subjects)) yield cut();
      if (chunk.to === chunk.from && limits.flushInterval !== undefined) reader.start(limits.flushInterval);
      chunk.to += 1;
      if (!entry) continue;
      chunk.entries.push(entry);
      chunk.bytes += entry.bytes;
      subjects.add(entry.subject);
    }
    if (chunk.to > chunk.from) yield chunk;
    return undefined;
  } finally {
    reader.stop();
    await entries.return(undefined);
  }
}

function chunkFrom<Item>(from: number): Chunk<Item> {
  return { entries: [], bytes: 0, from, to: from };
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
