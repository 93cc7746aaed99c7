import { endedBy } from '../../lib/ended-by.js';
import { must } from '../../lib/must.js';
import type { Source } from './bulk-options.js';

/** The items of any source, as they are asked for, until a signal ends them. */
export function itemsOf<Item>(source: Source<Item>, signal: AbortSignal): AsyncGenerator<Item, undefined> {
  if ('getReader' in source) {
    // By its reader, which alone can be told to stop while it waits; some platforms cannot iterate it, either.
    const reader = source.getReader();
    return endedBy(piecesOf(reader), signal, () => reader.cancel(signal.reason));
  }
  const items = iterate(source);
  const { destroy } = source as { destroy?: () => void };
  // A stream of Node's is ended by this alone while it waits.
  return endedBy(items, signal, () => (destroy ? destroy.call(source) : items.return(undefined)));
}

/** Refuses what is no source, such as a promise of one: its items would not be found. */
export function mustBeSource(source: unknown): void {
  const isSource =
    typeof source === 'object' &&
    source !== null &&
    (Symbol.asyncIterator in source || Symbol.iterator in source || 'getReader' in source);
  must(
    isSource,
    'The source must be a list, a stream, or a function that opens one: await a promise, read a file',
  );
}

async function* iterate<Item>(source: Iterable<Item> | AsyncIterable<Item>): AsyncGenerator<Item, undefined> {
  yield* source as AsyncIterable<Item>;
  return undefined;
}

async function* piecesOf<Item>(reader: ReadableStreamDefaultReader<Item>): AsyncGenerator<Item, undefined> {
  for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  return undefined;
}

/** How many items a source has, where it tells. */
export function countOf(source: object): number | undefined {
  const { length, size } = source as { length?: unknown; size?: unknown };
  return [length, size].find((count) => typeof count === 'number');
}
