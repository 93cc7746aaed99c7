import type { Source } from './bulk-options.js';

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
