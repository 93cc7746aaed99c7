import { mustBeHooks } from '../must-be-hooks.js';
import { batchesOf } from './batch.js';
import { createCaller } from './caller.js';
import type { DeadLetter } from './dead-letter.js';
import { createKeptCalls } from './kept-calls.js';
import { createLetterList } from './letter-list.js';
import { checkedPlace, PLACE_NAMES, type QueuePlace } from './queue-connection.js';

/** Whose dead letters they are. */
export interface DeadLettersOptions extends QueuePlace {
  /** The time, in milliseconds since the epoch. Default: the machine's. */
  now?: () => number;
}

/** Which dead letters are listed. */
export interface DeadLetterRange {
  /** The id of the last one that was seen: those after it. Default: from the oldest on. */
  after?: string;
  /** How many at most. Default: 100. */
  count?: number;
}

/** The calls that the service would not take. */
export interface DeadLetters {
  /** Those letters, the oldest first. */
  list(range?: DeadLetterRange): Promise<DeadLetter[]>;
  /** Makes letters calls that wait again, behind all that wait, or all of them; gives how many. */
  replay(ids?: readonly string[]): Promise<number>;
  /** Removes letters for good; gives how many. */
  remove(ids: readonly string[]): Promise<number>;
}

/** How many are listed where nobody says it. */
const SOME = 100;

/** Gives the dead letters of a queue, to look at and to play again; needs the packages `bullmq` and `redis`. */
export function deadLetters(options: DeadLettersOptions): DeadLetters {
  const place = checkedPlace(options, { ...PLACE_NAMES, now: true });
  const { connection, keys } = place;
  const { now = Date.now } = options;
  mustBeHooks({ now });
  const kept = createKeptCalls(connection, keys);
  const letters = createLetterList(connection, keys.deadLetters);

  return {
    list: ({ after, count = SOME } = {}) => letters.after(after, count),
    async replay(ids) {
      const caller = createCaller(place);
      let count = 0;
      try {
        for await (const { id, call } of ids ? letters.of(ids) : letters.all()) {
          const [batch] = batchesOf([call], Math.round(now()));
          const shift = batch && (await kept.replay(id, batch));
          if (!shift) continue; // Somebody else was faster.
          await caller.call([shift]);
          count += 1;
        }
      } finally {
        await caller.close();
      }
      return count;
    },
    remove: (ids) => letters.remove(ids),
  };
}
