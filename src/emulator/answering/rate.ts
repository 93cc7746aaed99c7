import { LIMITS, type Limit } from './contract-limits.js';
import { Refusal } from '../operation/refusal.js';
import { DAY, MINUTE, SECOND } from '../time.js';

const units = { second: SECOND, minute: MINUTE };
/** The operations whose refusal tells the limit in its body (decision 6). */
const events = ['POST /api/users/update', 'POST /api/users/bulkUpdate'];

/** Refuses calls that come too often: none of its windows holds more than was published (decision 54). */
export interface Rate {
  /** Counts a call; refuses it when it is one too many. */
  check(route: string, apiKey: string): void;
  /** Forgets every call. */
  clear(): void;
}

/** Counts the calls of each operation, by whoever shares its limit. */
export function createRate(now: () => number): Rate {
  const windows = new Map<string, Window>();

  function windowOf(name: string, size: number, length: number): Window {
    const kept = windows.get(name) ?? createWindow(size, length, now);
    windows.set(name, kept);
    return kept;
  }

  function check(route: string, apiKey: string): void {
    const limit = LIMITS[route];
    if (!limit) return;
    const sharer = limit.scope === 'apiKey' ? apiKey : limit.scope;
    const kept = [windowOf(`${route} ${sharer}`, limit.limit, units[limit.per])];
    if (limit.dailyCap) kept.push(windowOf(`${route} ${sharer} daily`, limit.dailyCap, DAY));
    const wait = Math.max(...kept.map((one) => one.wait()));
    if (wait > 0) throw tooOften(route, limit, Math.ceil(wait / SECOND));
    for (const one of kept) one.take();
  }

  return { check, clear: () => windows.clear() };
}

/** How many calls there may be in any stretch of a length. */
interface Window {
  /** How long until a call fits, in milliseconds. */
  wait(): number;
  /** Counts a call that fits. */
  take(): void;
}

/** Remembers when the last calls were, as many as may be in the window and no more. */
function createWindow(size: number, length: number, now: () => number): Window {
  /** A ring: once it is full, the next to be written is the oldest. */
  let times: number[] = [];
  let next = 0;
  let latest = -Infinity;

  function present(): number {
    const time = now();
    // Who loads what was saved may put the clock back: what was counted counts as of now.
    if (time < latest) times = times.map((one) => Math.min(one, time));
    latest = time;
    return time;
  }

  return {
    wait() {
      const time = present();
      const oldest = times.length < size ? undefined : times[next];
      return oldest === undefined ? 0 : oldest + length - time;
    },
    take() {
      times[next] = present();
      next = (next + 1) % size;
    },
  };
}

function tooOften(route: string, { limit }: Limit, seconds: number): Refusal {
  const params = { rateLimitLimit: limit, rateLimitRemaining: 0, rateLimitReset: seconds };
  return new Refusal('RateLimitExceeded', `${route} may not be called this often`, {
    headers: { 'Retry-After': String(seconds) },
    ...(events.includes(route) && { params }),
  });
}
