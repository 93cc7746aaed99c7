import { NetworkError } from '../../errors.js';
import { within } from '../../lib/deadline.js';
import { errorOf } from '../../lib/error-of.js';
import { createQueue } from '../../lib/queue.js';
import { steadyNow } from '../../lib/steady-now.js';
import type { NewBatch } from './batch.js';

/** How batches are kept. */
export interface AddingOptions<Kept> {
  /** Resolves once batches are kept; those that come after `until`, by `steadyNow`, must not be. */
  keep: (batches: NewBatch[], until: number) => Promise<Kept>;
  /** Does what is left to do once whoever waits was told; never rejects. */
  onKept: (kept: Kept) => Promise<void>;
}

/** Adds batches, together with all that come while others are being kept. */
export interface Adding {
  /** Resolves once they are kept; rejects where that is not known after so many milliseconds. */
  add(batches: NewBatch[], timeout: number): Promise<void>;
  /** Resolves once nobody waits. */
  flush(): Promise<void>;
}

/** Batches that somebody waits to be told of that they are kept. */
interface Asked {
  batches: NewBatch[];
  size: number;
  /** Until when somebody waits, by `steadyNow`. */
  until: number;
  settle(error?: Error): void;
}

/** How many characters are told to Redis at once at most, apart from the last batches among them. */
const AT_ONCE = 1_000_000;

/** Makes what adds batches in groups. */
export function createAdding<Kept>({ keep, onKept }: AddingOptions<Kept>): Adding {
  const waiting = new Set<Asked>();

  const flush = createQueue(async () => {
    const group = groupOf(waiting);
    if (!group.length) return;
    const settle = (error?: Error) => group.forEach((asked) => asked.settle(error));
    try {
      // The first of them whom nobody waits for any more is told again, and the others with it.
      const until = Math.min(...group.map((asked) => asked.until));
      const batches = group.flatMap((asked) => asked.batches);
      const kept = await keep(batches, until);
      settle();
      await onKept(kept);
    } catch (error) {
      settle(errorOf(error));
    }
    if (waiting.size) void flush();
  });

  return {
    async add(batches, timeout) {
      let asked: Asked | undefined;
      const until = steadyNow() + timeout;
      const onTimeout = () => new NetworkError(`Redis did not answer within ${timeout} milliseconds`);
      try {
        await within(
          { timeout, onTimeout },
          () =>
            new Promise<void>((resolve, reject) => {
              const settle = (error?: Error) => (error ? reject(error) : resolve());
              waiting.add((asked = { batches, size: sizeOf(batches), until, settle }));
              void flush();
            }),
        );
      } finally {
        // Nobody waits for it any more, and it may be long until there is an answer to those before it.
        if (asked) waiting.delete(asked);
      }
    },
    flush,
  };
}

/** Takes those who come next, as many as are told to Redis at once, out of those who wait. */
function groupOf(waiting: Set<Asked>): Asked[] {
  const group: Asked[] = [];
  let size = 0;
  for (const asked of waiting) {
    if (size >= AT_ONCE) break;
    waiting.delete(asked);
    group.push(asked);
    size += asked.size;
  }
  return group;
}

function sizeOf(batches: readonly NewBatch[]): number {
  return batches.reduce((sum, { text }) => sum + text.length, 0);
}
