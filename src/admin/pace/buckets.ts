import { neverBack } from '../../lib/never-back.js';
import type { Bucket } from './bucket.js';

/** The buckets of whoever goes by one clock, by name: every pace that shares a limit finds the same one. */
export interface Buckets {
  /** The bucket of a name, made by a clock that never goes back where there is none. */
  get(name: string, make: (now: () => number) => Bucket): Bucket;
  /** Drops those that are idle, now and then. Whoever holds a bucket must get it anew after that. */
  sweep(): void;
}

/** How much time is between two looks at what is idle, in milliseconds. */
const EVERY = 10_000;

/** Makes buckets that are kept only while they hold something back, since their names hold the keys of tenants. */
export function createBuckets(now: () => number): Buckets {
  const buckets = new Map<string, Bucket>();
  const time = neverBack(now);
  let sweptAt = time();

  return {
    get(name, make) {
      const bucket = buckets.get(name) ?? make(time);
      buckets.set(name, bucket);
      return bucket;
    },
    sweep() {
      if (time() - sweptAt < EVERY) return;
      sweptAt = time();
      for (const [name, bucket] of buckets) if (bucket.isIdle()) buckets.delete(name);
    },
  };
}
