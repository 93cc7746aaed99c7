import { neverBack } from '../../lib/never-back.js';
import { Refusal } from '../refusal.js';
import type { RelayRate } from '../relay-options.js';

const MINUTE = 60_000;
/** How many are counted at once: of more, those who were not here for longest are forgotten. */
const KEPT = 20_000;

/** Counts requests, and refuses those that are too many. */
export interface Rate {
  bySession(subject: string): void;
  byAddress(address: string): void;
}

/** Makes what counts requests by who sends them. */
export function createRate({ session = 300, address = 3_000 }: RelayRate, now: () => number): Rate {
  const time = neverBack(now);
  return { bySession: createCounter(session, time), byAddress: createCounter(address, time) };
}

/** Lets each do so much a minute, all at once or one after the other. */
function createCounter(most: number, now: () => number): (name: string) => void {
  /** When each will have used up nothing; in the order in which they were last here. */
  const emptyAt = new Map<string, number>();
  const each = MINUTE / most;

  return (name) => {
    const at = Math.max(now(), emptyAt.get(name) ?? 0);
    const tooEarly = at + each - now() - MINUTE;
    if (tooEarly > 0) {
      const wait = Math.ceil(tooEarly / 1_000);
      throw new Refusal(429, 'RateLimitExceeded', 'There are too many requests', wait);
    }
    emptyAt.delete(name);
    emptyAt.set(name, at + each);
    for (const [oldest, time] of emptyAt) {
      if (emptyAt.size <= KEPT && time > now()) break;
      emptyAt.delete(oldest);
    }
  };
}

/** The part of an address that one household has: of the new kind, each has more of them than can be counted. */
export function householdOf(given: string): string {
  // Some proxies write a port behind it, and each connection has one of its own.
  const address = given.replace(/^\[([^\]]*)\](:\d+)?$/, '$1').replace(/^([^:]*|.*\..*):\d+$/, '$1');
  if (!address.includes(':') || address.includes('.')) return address.replace(/^::ffff:/i, '');
  const [start = '', end] = address.split('::');
  const groups = start.split(':');
  const missing = end === undefined ? 0 : 8 - groups.length - end.split(':').length;
  const whole = [
    ...groups,
    ...Array.from({ length: Math.max(0, missing) }, () => '0'),
    ...(end ?? '').split(':'),
  ];
  return whole.slice(0, 4).join(':');
}
