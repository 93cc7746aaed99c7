import type { Bucket } from './bucket.js';

/** What a published limit allows. */
export interface Allowance {
  /** How many calls. */
  limit: number;
  /** In how much time, in milliseconds. */
  per: number;
  now: () => number;
}

/** How much of the limit is used: calls overtake each other on their way, and so come closer together than they left. */
const BURST = 0.8;
const RATE = 0.98;

/** Lets calls through as often as published: some at once, and then evenly. */
export function createTokenBucket({ limit, per, now }: Allowance): Bucket {
  const size = Math.max(1, Math.floor(limit * BURST));
  const rate = (limit * RATE) / per;
  let left = size;
  let at = now();

  function refill() {
    const time = now();
    left = Math.min(size, left + Math.max(0, time - at) * rate);
    at = time;
  }

  return {
    wait() {
      refill();
      return left >= 1 ? 0 : Math.ceil((1 - left) / rate);
    },
    take() {
      refill();
      left -= 1;
    },
    refuse(wait) {
      refill();
      // Empty, and as far below that as it fills up again while the service wants to be left alone.
      left = Math.min(left, 1 - wait * rate);
    },
  };
}
