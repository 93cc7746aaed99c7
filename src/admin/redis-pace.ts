import { must } from '../lib/must.js';
import { limitOf } from './operations/rows.js';
import { createBuckets } from './pace/buckets.js';
import { createFleetLog, type FleetLimit, type FleetLog, type RedisClient } from './pace/fleet-log.js';
import { createPace, sharerOf, type OwnPace, type Pace, type Sharers } from './pace/pace.js';
import { createPresence, type Presence } from './pace/presence.js';
import { createSharedRefusals, type SharedRefusals } from './pace/shared-refusals.js';
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
  const refusals = createSharedRefusals({ own, log, redis, now, limitOf: fleetLimitOf });

  function fleetLimitOf(operation: string) {
    const limit = limitOf(operation);
    const sharer = limit ? sharerOf(limit, sharers) : name;
    return { name: `${operation} ${sharer}`, allowances: limit ? allowancesOf(limit) : [] };
  }

  const { takeShared, takeAlone } = createFleetTurns({ own, log, redis, now, refusals, fleetLimitOf });

  return {
    take(operation) {
      const limit = limitOf(operation);
      if (!limit) {
        // What has no limit waits for no Redis.
        refusals.listen(operation);
        return own.take(operation);
      }
      const refused = own.refusedFor(operation);
      if (refused) return refused;
      return redis.isHere() ? takeShared(operation, limit) : takeAlone(operation, limit);
    },
    retake(operation, after) {
      const limit = limitOf(operation);
      if (!limit) return 0;
      own.forget(operation, after);
      return redis.isHere() ? takeShared(operation, limit, after) : takeAlone(operation, limit);
    },
    async postpone(operation, by) {
      own.postpone(operation, by);
      const limit = limitOf(operation);
      if (!limit || !redis.isHere()) return;
      await redis.ask(() => log.postpone(fleetLimitOf(operation), by));
    },
    refuse(operation, wait) {
      own.refuse(operation, wait);
      refusals.tell(operation, wait);
    },
    resume(operation) {
      // Redis knows what the others have just called.
      if (!redis.isHere()) own.refuse(operation, AGAIN);
    },
    refusedFor: own.refusedFor,
  };
}

/** What a worker takes turns by. */
interface FleetTurns {
  own: OwnPace;
  log: FleetLog;
  redis: Presence;
  now: () => number;
  refusals: SharedRefusals;
  fleetLimitOf: (operation: string) => FleetLimit;
}

/** Makes the two ways to take turns: together, through Redis, and alone. */
function createFleetTurns({ own, log, redis, now, refusals, fleetLimitOf }: FleetTurns) {
  /** How many calls of an operation with a daily limit were made while Redis was away. */
  const missed = new Map<string, number>();

  /** Takes a turn of the worker's own share, once nothing that was taken through Redis is in its window. */
  function takeAlone(operation: string, limit: RateLimit): number {
    const wait = redis.changedAt() + windowOf(limit) - now();
    if (wait > 0) return Math.min(Math.ceil(wait), AGAIN);
    const ownWait = Math.min(own.take(operation), AGAIN);
    if (!ownWait && limit.dailyCap) missed.set(operation, (missed.get(operation) ?? 0) + 1);
    return ownWait;
  }

  async function takeShared(operation: string, limit: RateLimit, after?: number): Promise<number> {
    // Until all have surely found it again, nobody takes more than its share.
    const isDoubtful = now() - redis.changedAt() < windowOf(limit) + GRACE;
    const ownWait = isDoubtful ? Math.min(own.take(operation), AGAIN) : 0;
    if (ownWait) return ownWait;
    const fleetLimit = fleetLimitOf(operation);
    const count = missed.get(operation);
    missed.delete(operation);
    const taken = await redis.ask(async () => {
      if (count) await log.add({ ...fleetLimit, allowances: fleetLimit.allowances.slice(1) }, count);
      return log.take(fleetLimit, after);
    });
    if (taken === undefined) {
      if (count) missed.set(operation, count + (missed.get(operation) ?? 0));
      return takeAlone(operation, limit);
    }
    refusals.hear(operation, taken.refusal);
    if (!taken.wait && !isDoubtful) own.count(operation);
    return taken.wait;
  }

  return { takeShared, takeAlone };
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
