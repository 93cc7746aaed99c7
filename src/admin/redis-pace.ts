import { must } from '../lib/must.js';
import { limitOf } from './operations/rows.js';
import { createBuckets } from './pace/buckets.js';
import { createFleetLog, type RedisClient, type Refusal } from './pace/fleet-log.js';
import { createPace, sharerOf, type Pace, type Sharers } from './pace/pace.js';
import { createPresence } from './pace/presence.js';
import { allowancesOf, lengthOf, type RateLimit } from './pace/rate-limit.js';

/** How a fleet of workers shares the limits of the service. */
export interface RedisPaceOptions extends Omit<Sharers, 'apiKey'> {
  /** A connected client of the package `redis`; listen to its errors. */
  client: RedisClient;
  /** A name for the key that calls are made with; never the key itself. Default: `default`. */
  name?: string;
  /** How many workers there are: when Redis is away, each keeps to its share. Default: 4. */
  workers?: number;
  /** Hears that Redis is away, or has not answered for a second, with the error; and that it is back, with nothing. */
  onFallback?: (error: Error | undefined) => void;
  /** The time, in milliseconds since the epoch. Default: the clock of Redis; the machine's while Redis is away. */
  now?: () => number;
}

/** How long a worker waits by its own share before it looks for Redis again, in milliseconds. */
const AGAIN = 1_000;
/** How long after Redis is back some worker may not have found out yet, in milliseconds. */
const GRACE = 10_000;
/** How often it is asked whether others were refused, where no limit is published, in milliseconds. */
const EARSHOT = 200;

/** A pace that workers share through Redis, on any machines; needs the package `redis`. */
export function redisPace(options: RedisPaceOptions): Pace {
  checkOptions(options);
  const { client, name = 'default', workers = 4, now = Date.now, onFallback } = options;
  const sharers: Sharers = { ...options, apiKey: name };
  // It knows what this worker does in any case, so that its share is kept to when Redis goes.
  const own = createPace({ limitOf, sharers, buckets: createBuckets(now), workers });
  const log = createFleetLog(client, options.now);
  const redis = createPresence({
    isReady: () => client.isReady !== false,
    probe: log.probe,
    now,
    // Its own line is lost; a call must not fail because a log did.
    onChange: (error) => void (async () => onFallback?.(error))().catch(() => {}),
  });
  /** How many calls of an operation with a daily limit were made while Redis was away. */
  const missed = new Map<string, number>();
  const listenedAt = new Map<string, number>();

  /** The last refusal of each operation that was heard of. */
  const heard = new Map<string, string>();

  const fleetLimitOf = (operation: string, limit: RateLimit | undefined) => ({
    name: `${operation} ${limit ? sharerOf(limit, sharers) : name}`,
    allowances: limit ? allowancesOf(limit) : [],
  });

  /** Slows down as whoever met a refusal does. */
  function hear(operation: string, refusal: Refusal | undefined): void {
    if (!refusal || heard.get(operation) === refusal.mark) return;
    heard.set(operation, refusal.mark);
    own.refuse(operation, refusal.left);
  }

  /** Tells the others of a refusal. */
  async function tell(operation: string, wait: number): Promise<void> {
    const fleetLimit = fleetLimitOf(operation, limitOf(operation));
    const mark = await redis.ask(() => log.refuse(fleetLimit, wait));
    if (mark !== undefined) heard.set(operation, mark);
  }

  /** Asks, now and then, whether others were refused, and waits for no answer: what has no limit waits for no Redis. */
  async function listen(operation: string): Promise<void> {
    if (now() - (listenedAt.get(operation) ?? -Infinity) < EARSHOT) return;
    listenedAt.set(operation, now());
    hear(operation, await redis.ask(() => log.refusal(fleetLimitOf(operation, undefined))));
  }

  /** Takes a turn of the worker's own share, once nothing that was taken through Redis is in its window. */
  function takeAlone(operation: string, limit: RateLimit): number {
    const wait = redis.changedAt() + windowOf(limit) - now();
    if (wait > 0) return Math.min(Math.ceil(wait), AGAIN);
    const ownWait = Math.min(own.take(operation), AGAIN);
    if (!ownWait && limit.dailyCap) missed.set(operation, (missed.get(operation) ?? 0) + 1);
    return ownWait;
  }

  async function takeShared(operation: string, limit: RateLimit): Promise<number> {
    // Until all have surely found it again, nobody takes more than its share.
    const isDoubtful = now() - redis.changedAt() < windowOf(limit) + GRACE;
    const ownWait = isDoubtful ? Math.min(own.take(operation), AGAIN) : 0;
    if (ownWait) return ownWait;
    const fleetLimit = fleetLimitOf(operation, limit);
    const count = missed.get(operation);
    missed.delete(operation);
    const taken = await redis.ask(async () => {
      if (count) await log.add({ ...fleetLimit, allowances: fleetLimit.allowances.slice(1) }, count);
      return log.take(fleetLimit);
    });
    if (taken === undefined) {
      if (count) missed.set(operation, count + (missed.get(operation) ?? 0));
      return takeAlone(operation, limit);
    }
    hear(operation, taken.refusal);
    if (!taken.wait && !isDoubtful) own.count(operation);
    return taken.wait;
  }

  return {
    take(operation) {
      const limit = limitOf(operation);
      if (!limit) {
        if (redis.isHere()) void listen(operation);
        return own.take(operation);
      }
      const refused = own.refusedFor(operation);
      if (refused) return refused;
      return redis.isHere() ? takeShared(operation, limit) : takeAlone(operation, limit);
    },
    async postpone(operation, by) {
      own.postpone(operation, by);
      const limit = limitOf(operation);
      if (!limit || !redis.isHere()) return;
      await redis.ask(() => log.postpone(fleetLimitOf(operation, limit), by));
    },
    refuse(operation, wait) {
      own.refuse(operation, wait);
      if (redis.isHere()) void tell(operation, wait);
    },
    resume(operation) {
      // Redis knows what the others have just called.
      if (!redis.isHere()) own.refuse(operation, AGAIN);
    },
    refusedFor: own.refusedFor,
  };
}

/** How long the shortest window of a limit is kept: the one in which calls of two ways to take turns might meet. */
function windowOf(limit: RateLimit): number {
  return Math.min(...allowancesOf(limit).map(({ per }) => lengthOf(per)));
}

function checkOptions({ client, workers = 1 }: RedisPaceOptions): void {
  must(
    typeof (client as RedisClient | undefined)?.eval === 'function',
    '`client` must be a client of the package `redis`',
  );
  must(Number.isInteger(workers) && workers > 0, '`workers` must be a whole number above 0');
}
