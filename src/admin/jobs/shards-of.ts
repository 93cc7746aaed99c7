import { must } from '../../lib/must.js';
import { randomId } from '../../lib/random-id.js';
import type { Source } from '../bulk/bulk-options.js';
import { userOf } from '../bulk/item-problems.js';
import { itemsOf } from '../bulk/source.js';
import type { Shard, ShardStore } from './shard.js';
import { createSpill, type Part } from './spill.js';

/** How a source is parted into shards. */
export interface ShardOptions<Item, Kept extends Shard> {
  /** Where shards are kept. */
  to: Pick<ShardStore<Item, Kept>, 'write'>;
  /** About how many items a shard has at most; all of one person are in one, however many. Default: 50,000. */
  size?: number | undefined;
  /** Whose items must stay together: those about the same person or catalog item, or as a function says. Default: `subject`. */
  by?: 'subject' | ((item: Item) => string) | undefined;
  /** What the ids of shards begin with: by the same name, the same source has the same ids. Default: another one each time. */
  name?: string | undefined;
  /** Stops the reading. */
  signal?: AbortSignal | undefined;
}

const SIZE = 50_000;

/**
 * Parts a source of any length into shards, with all items about one person in one shard and in their order: so shards may
 * be done in any order, side by side, by anybody. The source is read to its end first, by way of files of this machine.
 *
 * @example
 * ```ts
 * for await (const shard of shardsOf(people(), { to: folderStore('/mnt/shards') })) {
 *   await queue.add('users', shard, { jobId: shard.id });
 * }
 * ```
 */
export async function* shardsOf<Item, Kept extends Shard>(
  source: Source<Item>,
  {
    to,
    size = SIZE,
    by = 'subject',
    name = randomId(),
    signal = new AbortController().signal,
  }: ShardOptions<Item, Kept>,
): AsyncGenerator<Kept, undefined> {
  must(Number.isInteger(size) && size > 0, '`size` must be a whole number above 0');
  must(/^[\w-]+$/.test(name), '`name` must be letters, digits and dashes');
  const spill = await createSpill<Item>(by === 'subject' ? subjectOf : by);
  try {
    for await (const item of itemsOf(source, signal)) await spill.add(item);
    for (const part of await spill.parts(size)) {
      signal.throwIfAborted();
      yield await to.write(`${name}-${part.digest}`, endedAt(signal, part));
    }
  } finally {
    await spill.remove();
  }
  return undefined;
}

async function* endedAt<Item>(signal: AbortSignal, part: Part<Item>): AsyncGenerator<Item, undefined> {
  for await (const item of part.items()) {
    signal.throwIfAborted();
    yield item;
  }
  return undefined;
}

/** Whom or what an item is about, whatever work it is for; what is wrong with an item is told when it is sent. */
export function subjectOf(item: unknown): string {
  if (typeof item === 'string') return item;
  const { itemId, email, userId } = { ...(item as Record<string, unknown>) };
  if (typeof itemId === 'string') return itemId;
  return typeof email === 'string' ? userOf({ email }) : userOf({ userId: JSON.stringify(userId) });
}
