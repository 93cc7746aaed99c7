import type { RateLimiterRedis } from 'rate-limiter-flexible';
import { must } from '../lib/must.js';
import { limitOf } from './operations/rows.js';
import { createBuckets } from './pace/buckets.js';
import { createPace, sharerOf, type Pace, type Sharers } from './pace/pace.js';
import { allowancesOf, type RateLimit } from './pace/rate-limit.js';

/** How a fleet of workers shares the limits of the service. */
export interface RedisPaceOptions extends Omit<Sharers, 'apiKey'> {
  /** A connected client of the package `redis`; listen to its errors. */
  client: object;
  /** A name for the key that calls are made with; never the key itself. Default: `default`. */
  name?: string;
  /** How many workers there are: when Redis is away, each keeps to its share. Default: 4. */
  workers?: number;
  /** Hears that Redis is away, with the error, and that it is back, with nothing. */
  onFallback?: (error: Error | undefined) => void;
  /** The time, in milliseconds since the epoch. Default: the clock of Redis; the machine's while Redis is away. */
  now?: () => number;
}

/** The time of a turn, in milliseconds: that of Redis, which is one for all workers. */
const REDIS_TIME = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000`;
/** The one that is passed in: as the points, which every turn takes one of. */
const GIVEN_TIME = `
local now = tonumber(ARGV[1])`;

/**
 * Takes a turn from a bucket that all workers share: under its key is the time at which the bucket is full again. It
 * is kept longer than that, since the clock of Redis, by which it is dropped, may not be the one that counts.
 * Answers as the limiter expects: more points than there are when there is no turn, and how long until there is one.
 */
const TURN = `
local limit = tonumber(ARGV[3])
local step = tonumber(ARGV[4]) * 1000 / (limit * 0.97)
local room = step * math.max(1, math.floor(limit * 0.8))
local full = math.max(now, tonumber(redis.call('get', KEYS[1]) or '0')) + step
local wait = full - now - room
if wait > 0.5 then return { limit + 1, math.ceil(wait) } end
redis.call('set', KEYS[1], string.format('%.3f', full), 'PX', math.ceil(full - now) + 60000)
return { 1, 0 }`;

/** A pace that workers share through Redis, on any machines; needs the packages `redis` and `rate-limiter-flexible`. */
export function redisPace(options: RedisPaceOptions): Pace {
  checkOptions(options);
  const { name = 'default', workers = 4, now = Date.now, onFallback } = options;
  const sharers: Sharers = { ...options, apiKey: name };
  const alone = createPace({ limitOf, sharers, buckets: createBuckets(now), workers });
  const limiters = new Map<string, Promise<RateLimiterRedis[]>>();
  const blocked = new Map<string, number>();
  let isAway = false;

  async function takeShared(operation: string, limit: RateLimit): Promise<number> {
    const found = limiters.get(operation) ?? limitersOf(limit, options);
    limiters.set(operation, found);
    return turnOfAll(await found, `${operation} ${sharerOf(limit, sharers)}`, options.now);
  }

  function tellAway(error: Error | undefined) {
    if (isAway !== (error !== undefined)) onFallback?.(error);
    isAway = error !== undefined;
  }

  return {
    async take(operation) {
      const limit = limitOf(operation);
      const block = (blocked.get(operation) ?? 0) - now();
      // What adapts to refusals does so in each worker, which sees its own.
      if (!limit || block > 0) return limit ? block : alone.take(operation);
      try {
        const wait = await takeShared(operation, limit);
        tellAway(undefined);
        return wait;
      } catch (error) {
        tellAway(error as Error);
        return alone.take(operation);
      }
    },
    refuse(operation, wait) {
      blocked.set(operation, now() + wait);
      alone.refuse(operation, wait);
    },
  };
}

function checkOptions({ client, workers = 1 }: RedisPaceOptions): void {
  must(typeof client === 'object', '`client` must be a client of the package `redis`');
  must(Number.isInteger(workers) && workers > 0, '`workers` must be a whole number above 0');
}

async function limitersOf(limit: RateLimit, { client, now }: RedisPaceOptions): Promise<RateLimiterRedis[]> {
  // Asked for when it is needed, since it is there only where workers share a pace.
  const { RateLimiterRedis } = await import('rate-limiter-flexible');
  return allowancesOf(limit).map(
    ({ limit: points, per }) =>
      new RateLimiterRedis({
        storeClient: client,
        useRedisPackage: true,
        rejectIfRedisNotReady: true,
        customIncrTtlLuaScript: (now ? GIVEN_TIME : REDIS_TIME) + TURN,
        keyPrefix: `tidings:${per}`,
        points,
        duration: per / 1_000,
      }),
  );
}

/** Takes a turn of each limiter, or gives how long until one has a turn, in milliseconds. */
async function turnOfAll(limiters: RateLimiterRedis[], key: string, now?: () => number): Promise<number> {
  for (const limiter of limiters) {
    const wait = await turnOf(limiter, key, now);
    if (wait) return wait;
  }
  return 0;
}

/** Takes a turn, or gives how long until there is one, in milliseconds. */
async function turnOf(limiter: RateLimiterRedis, key: string, now?: () => number): Promise<number> {
  try {
    await limiter.consume(key, now && Math.round(now()));
    return 0;
  } catch (error) {
    const { msBeforeNext } = error as { msBeforeNext?: number };
    if (error instanceof Error || msBeforeNext === undefined) throw error;
    return Math.max(1, msBeforeNext);
  }
}
