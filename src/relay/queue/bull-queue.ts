import { NetworkError } from '../../errors.js';
import { within } from '../../lib/deadline.js';
import { errorOf } from '../../lib/error-of.js';
import { must } from '../../lib/must.js';
import { createQueue } from '../../lib/queue.js';
import type { Names } from '../known-names.js';
import type { RelayQueue } from '../relay-queue.js';
import { batchesOf, type NewBatch } from './batch.js';
import { createDurability, noDurability } from './durability.js';
import { createKeptCalls, type QueueCounts } from './kept-calls.js';
import { checkedPlace, PLACE_NAMES, type QueuePlace } from './queue-connection.js';
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
  /** How many calls wait, and what became of those before. */
  counts(): Promise<QueueCounts>;
  /** Lets go of Redis after what is under way; the client that was passed in stays connected. */
  close(): Promise<void>;
}

/** Calls that somebody waits to be told of that they are kept. */
interface Asked {
  batches: NewBatch[];
  size: number;
  /** Whether nobody waits any more. */
  isOver: boolean;
  settle(error?: Error): void;
}

/** How many characters are told to Redis at once at most, apart from the last batches among them. */
const AT_ONCE = 1_000_000;

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
  must(Number.isFinite(timeout) && timeout > 0, '`timeout` must be a number of milliseconds above 0');
  // One of its own: it waits for the disk, for which nobody else is to wait.
  const redis = place.connection.duplicate();
  redis.on('error', () => {}); // The client that was passed in tells of the same.
  const connected = redis.connect();
  connected.catch(() => {}); // Told to whoever adds.
  const kept = createKeptCalls(redis, place.keys);
  const durability = isDurable ? createDurability(redis, timeout) : noDurability;
  const caller = createCaller(place);
  const waiting: Asked[] = [];

  const flush = createQueue(async () => {
    const group = groupOf(waiting);
    if (!group.length) return;
    const settle = (error?: Error) => group.forEach((asked) => asked.settle(error));
    try {
      await Promise.all([connected, caller.ready()]);
      if (!redis.isReady) throw new NetworkError('Redis is away');
      await durability.check();
      const shifts = await kept.add(group.flatMap(({ batches }) => batches));
      await durability.confirm();
      settle();
      // Should this be lost, a worker looks for what nobody was called to.
      await caller.call(shifts).catch(() => {});
    } catch (error) {
      settle(errorOf(error));
    }
    if (waiting.length) void flush();
  });

  return {
    async add(calls) {
      const batches = batchesOf(calls, Math.round(now()));
      if (!batches.length) return;
      const asked: Asked = { batches, size: sizeOf(batches), isOver: false, settle: () => {} };
      const onTimeout = () => new NetworkError(`Redis did not answer within ${timeout} milliseconds`);
      try {
        await within(
          { timeout, onTimeout },
          () =>
            new Promise<void>((resolve, reject) => {
              asked.settle = (error) => (error ? reject(asFailure(error)) : resolve());
              waiting.push(asked);
              void flush();
            }),
        );
      } finally {
        asked.isOver = true;
      }
    },
    counts: () => kept.counts(),
    async close() {
      await flush();
      await caller.close();
      redis.destroy();
    },
  };
}

/** Takes those who come next, as many as are told to Redis at once, out of those who wait. */
function groupOf(waiting: Asked[]): Asked[] {
  const group: Asked[] = [];
  for (let size = 0; waiting.length && size < AT_ONCE;) {
    const asked = waiting.shift();
    if (!asked || asked.isOver) continue;
    group.push(asked);
    size += asked.size;
  }
  return group;
}

function sizeOf(batches: readonly NewBatch[]): number {
  return batches.reduce((sum, { text }) => sum + text.length, 0);
}

/** What whoever adds hears of: what Redis says of itself is told as what it is. */
function asFailure(error: Error): Error {
  if (error.name === 'OptionError' || error.name === 'NetworkError') return error;
  const isFull = /^(FULL|OOM)/.test(error.message);
  return new NetworkError(isFull ? 'Redis is full' : 'Redis did not take it', { cause: error });
}
