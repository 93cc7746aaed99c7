import type { Source } from './bulk-options.js';
import type { Chunk, Entry } from './kind.js';

/** The items of any source, as they are asked for. */
export async function* itemsOf<Item>(source: Source<Item>): AsyncGenerator<Item, undefined> {
  if (Symbol.asyncIterator in source || Symbol.iterator in source) {
    yield* source as AsyncIterable<Item>;
    return undefined;
  }
  // A web stream that cannot be iterated, as some platforms have it.
  const reader = (source as ReadableStream<Item>).getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  } finally {
    // Whoever stopped reading wants no more of it, however that ends.
    reader.cancel().catch(() => {});
  }
  return undefined;
}

/** How many items a source has, where it tells. */
export function countOf(source: object): number | undefined {
  const { length, size } = source as { length?: unknown; size?: unknown };
  return [length, size].find((count) => typeof count === 'number');
}

/** What a chunk may hold. */
export interface ChunkLimits {
  items: number;
  bytes: number;
  /** Whether it may hold two items about the same. */
  mayRepeat: boolean;
}

/** Joins entries into chunks, as large as they may be; `undefined` among them stands for an item that is not sent. */
export async function* chunksOf<Item>(
  entries: AsyncIterable<Entry<Item> | undefined>,
  limits: ChunkLimits,
): AsyncGenerator<Chunk<Item>, undefined> {
  let chunk: Chunk<Item> = { entries: [], bytes: 0, from: 0, to: 0 };
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
