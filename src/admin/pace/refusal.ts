import type { Bucket } from './bucket.js';

/** Holds calls back for as long as the service asks to be left alone. */
export function createRefusal(now: () => number): Bucket {
  let until = -Infinity;

  return {
    wait: () => Math.max(0, Math.ceil(until - now())),
    take: () => {},
    refuse(wait) {
      until = Math.max(until, now() + wait);
    },
    isIdle: () => until <= now(),
  };
}
