import { LIMITS, type Limit } from './contract-limits.js';
import { Refusal } from '../operation/refusal.js';
import { DAY, MINUTE, SECOND } from '../time.js';

const units = { second: SECOND, minute: MINUTE };
/** The operations whose refusal tells the limit in its body (decision 6). */
const events = ['POST /api/users/update', 'POST /api/users/bulkUpdate'];

interface Bucket {
  /** How many calls may be made at once. */
  left: number;
  /** When that was, in milliseconds since the epoch. */
  at: number;
}

/** Refuses calls that come too often, by a token bucket for each operation and whoever shares its limit. */
export function createRate(now: () => number) {
  const buckets = new Map<string, Bucket>();

  /** Takes one from a bucket that refills evenly; gives how long to wait when it is empty, in milliseconds. */
  function take(name: string, size: number, refill: number): number {
    const time = now();
    const bucket = buckets.get(name) ?? { left: size, at: time };
    // Who loads what was saved may put the clock back: nothing is taken from a bucket for that.
    const passed = Math.max(0, time - bucket.at);
    const left = Math.min(size, bucket.left + (passed * size) / refill);
    const isTaken = left >= 1;
    buckets.set(name, { left: isTaken ? left - 1 : left, at: time });
    return isTaken ? 0 : ((1 - left) * refill) / size;
  }

  return function check(route: string, apiKey: string): void {
    const limit = LIMITS[route];
    if (!limit) return;
    const sharer = limit.scope === 'apiKey' ? apiKey : limit.scope;
    const wait =
      take(`${route} ${sharer}`, limit.limit, units[limit.per]) ||
      (limit.dailyCap ? take(`${route} ${sharer} daily`, limit.dailyCap, DAY) : 0);
    if (wait) throw tooOften(route, limit, Math.ceil(wait / SECOND));
  };
}

function tooOften(route: string, { limit }: Limit, seconds: number): Refusal {
  const params = { rateLimitLimit: limit, rateLimitRemaining: 0, rateLimitReset: seconds };
  return new Refusal('RateLimitExceeded', `${route} may not be called this often`, {
    headers: { 'Retry-After': String(seconds) },
    ...(events.includes(route) && { params }),
  });
}
