import type { UserRef } from '../../api/models/user.js';
import { NetworkError } from '../../errors.js';
import { errorOf } from '../../lib/error-of.js';
import { must } from '../../lib/must.js';
import type { Names } from '../known-names.js';
import { mustBeHooks } from '../must-be-hooks.js';
import type { RelayQueue } from '../relay-queue.js';
import { createAdding } from './adding.js';
import { batchesOf, type NewBatch } from './batch.js';
import { createDurability, noDurability } from './durability.js';
import { createKeptCalls, type QueueCounts, type Shift } from './kept-calls.js';
import { checkedPlace, PLACE_NAMES, type QueuePlace } from './queue-connection.js';
import { createRedisClock } from './redis-clock.js';
import { createCaller } from './caller.js';

/** Where calls wait for the service, and by when it must be known that they are there. */
export interface BullQueueOptions extends QueuePlace {
  /** Whether a call counts as accepted only once it is on the disk of Redis. Default: `true`. */
  isDurable?: boolean;
  /** How long Redis has to say that it has calls on disk, in milliseconds; less than the 8 seconds of the relay. Default: 5,000. */
  timeout?: number;
  /** The time, in milliseconds since the epoch. Default: the machine's. */
  now?: () => number;
}

const NAMES: Names<BullQueueOptions> = { ...PLACE_NAMES, isDurable: true, timeout: true, now: true };

/** A queue of calls in Redis. */
export interface BullQueue extends RelayQueue {
  /** Whether something of a user waits. */
  holds(user: UserRef): Promise<boolean>;
  /** How many calls wait, and what became of those before. */
  counts(): Promise<QueueCounts>;
  /** Lets go of Redis after what is under way; the client that was passed in stays connected. */
  close(): Promise<void>;
}

/** After how long the relay has answered, in milliseconds. */
const RELAY = 8_000;

/**
 * Makes a queue for the relay in Redis, out of which a `relayWorker` on any machine tells the service; needs the packages
 * `bullmq` and `redis`.
 *
 * @example
 * ```ts
 * const connection = await createClient({ url: process.env.REDIS_URL }).connect();
 * const relay = createRelay({ ...options, queue: bullQueue({ connection }) });
 * ```
 */
export function bullQueue(options: BullQueueOptions): BullQueue {
  const place = checkedPlace(options, NAMES);
  const { isDurable = true, timeout = 5_000, now = Date.now } = options;
  must(
    Number.isInteger(timeout) && timeout > 0 && timeout < RELAY,
    '`timeout` must be a whole number of milliseconds above 0, and less than the 8,000 of the relay',
  );
  must(typeof isDurable === 'boolean', '`isDurable` must be `true` or `false`');
  mustBeHooks({ now });
  // One of its own: it waits for the disk, for which nobody else is to wait.
  const redis = place.connection.duplicate();
  redis.on('error', () => {}); // The client that was passed in tells of the same.
  const connected = redis.connect();
  connected.catch(() => {}); // Told to whoever adds.
  const kept = createKeptCalls(redis, place.keys);
  const durability = isDurable ? createDurability(redis, timeout) : noDurability;
  const clock = createRedisClock(redis);
  const caller = createCaller(place);

  async function keep(batches: NewBatch[], until: number): Promise<Shift[]> {
    try {
      await Promise.all([connected, caller.ready()]);
      if (!redis.isReady) throw new NetworkError('Redis is away');
      await durability.check();
      const shifts = await kept.add(batches, await clock.at(until));
      await durability.confirm();
      return shifts;
    } catch (error) {
      // It may have been set, and then all would be too late.
      clock.forget();
      throw asFailure(errorOf(error));
    }
  }
  // Should a call be lost, a worker looks for what nobody was called to.
  const adding = createAdding({ keep, onKept: (shifts) => caller.call(shifts).catch(() => {}) });

  return {
    async add(calls, { patience } = { patience: timeout }) {
      const batches = batchesOf(calls, Math.round(now()));
      if (batches.length) await adding.add(batches, Math.min(timeout, patience));
    },
    holds: (user) => kept.holds(user),
    counts: () => kept.counts(),
    async close() {
      await adding.flush();
      await caller.close();
      redis.destroy();
    },
  };
}

/** What whoever adds hears of: what Redis says of itself is told as what it is. */
function asFailure(error: Error): Error {
  if (error.name === 'OptionError' || error.name === 'NetworkError') return error;
  const [, word = ''] = /^(FULL|OOM|LATE)/.exec(error.message) ?? [];
  return new NetworkError(WORDS[word] ?? 'Redis did not take it', { cause: error });
}

const WORDS: Readonly<Record<string, string>> = {
  ...{ FULL: 'Redis is full', OOM: 'Redis is full' },
  LATE: 'Redis came to it too late',
};
