import { must } from '../../lib/must.js';
import type { DeadLetter } from './dead-letter.js';
import type { QueueConnection } from './queue-connection.js';

/** Dead letters as they are kept. */
export interface LetterList {
  /** Those after one, or from the oldest on. */
  after(id: string | undefined, count: number): Promise<DeadLetter[]>;
  /** Those of these ids that are there. */
  of(ids: readonly string[]): AsyncIterable<DeadLetter>;
  /** All that are there by now. */
  all(): AsyncIterable<DeadLetter>;
  /** Removes those of these ids; gives how many. */
  remove(ids: readonly string[]): Promise<number>;
}

/** How many are read in one step. */
const SOME = 100;

/** Gives the dead letters that stand under a key of Redis: a stream, so that each has an id, and they are in order. */
export function createLetterList(redis: QueueConnection, key: string): LetterList {
  async function read(command: 'XRANGE' | 'XREVRANGE', from: string, to: string, count: number) {
    const found = await redis.sendCommand([command, key, from, to, 'COUNT', String(count)]);
    return (found as [string, [string, string]][]).map(([id, [, text]]) => letterOf(id, text));
  }

  async function after(id: string | undefined, count: number): Promise<DeadLetter[]> {
    must(Number.isInteger(count) && count > 0, '`count` must be a whole number above 0');
    return read('XRANGE', id === undefined ? '-' : `(${checkedId(id)}`, '+', count);
  }

  return {
    after,
    async *of(ids) {
      // All of them first, since whoever hears of one that is none must know what was done.
      for (const id of ids.map(checkedId)) yield* await read('XRANGE', id, id, 1);
    },
    async *all() {
      const [last] = await read('XREVRANGE', '+', '-', 1);
      for (let some = await after(undefined, SOME); last && some.length;) {
        // Those that are refused meanwhile are for the next time.
        yield* some.filter(({ id }) => inOrder(id) <= inOrder(last.id));
        some = await after(some.at(-1)?.id, SOME);
      }
    },
    async remove(ids) {
      if (!ids.length) return 0;
      return Number(await redis.sendCommand(['XDEL', key, ...ids.map(checkedId)]));
    },
  };
}

function letterOf(id: string, text: string): DeadLetter {
  return { id, ...(JSON.parse(text) as Omit<DeadLetter, 'id'>) };
}

function checkedId(id: string): string {
  must(/^\d+-\d+$/.test(id), 'The id of a dead letter must be one that `list` gives');
  return id;
}

/** An id so written that those of later letters sort behind it. */
function inOrder(id: string): string {
  return id
    .split('-', 2)
    .map((number) => number.padStart(20, '0'))
    .join('-');
}
