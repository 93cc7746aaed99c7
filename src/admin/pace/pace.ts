import { createAdaptiveBucket } from './adaptive-bucket.js';
import type { Bucket } from './bucket.js';
import { allowancesOf, type LimitOf, type RateLimit } from './rate-limit.js';
import { createTokenBucket } from './token-bucket.js';

/** What decides when calls may be made. */
export interface Pace {
  /** Takes the turn of a call, or says how long to wait until asking again, in milliseconds. */
  take(operation: string): number | Promise<number>;
  /** Hears that the service refused a call, and for how long it asks to be left alone, in milliseconds. */
  refuse(operation: string, wait: number): void;
}

/** Who shares the published limits. */
export interface Sharers {
  /** The key that calls are made with, or a name for it. */
  apiKey: string;
  /** A name for the project; keys of one project share its limits. Default: the key alone is the project. */
  project?: string | undefined;
  /** A name for the organization. Default: the project alone is the organization. */
  organization?: string | undefined;
}

/** The buckets of a service by name: every pace that shares a limit finds the same one. */
export type Buckets = Map<string, Bucket>;

/** The pace that waits for nothing. */
export const NO_PACE: Pace = { take: () => 0, refuse: () => {} };

/** What a pace is made of. */
export interface PaceParts {
  limitOf: LimitOf;
  sharers: Sharers;
  buckets: Buckets;
  now: () => number;
  /** How much of each limit is its own. Default: all of it. */
  share?: number;
}

/** Makes a pace for calls of this process, by the published limits, and by what the service refuses where none is. */
export function createPace({ limitOf, sharers, buckets, now, share = 1 }: PaceParts): Pace {
  function named(name: string, make: () => Bucket): Bucket {
    const bucket = buckets.get(name) ?? make();
    buckets.set(name, bucket);
    return bucket;
  }

  function bucketsOf(operation: string): Bucket[] {
    const limit = limitOf(operation);
    if (!limit) return [named(`${operation} ${sharers.apiKey}`, () => createAdaptiveBucket(now))];
    return allowancesOf(limit).map((allowance) =>
      named(`${operation} ${sharerOf(limit, sharers)} ${allowance.per}`, () =>
        createTokenBucket({ limit: allowance.limit * share, per: allowance.per, now }),
      ),
    );
  }

  return {
    take(operation) {
      const found = bucketsOf(operation);
      const wait = Math.max(...found.map((bucket) => bucket.wait()));
      if (!wait) for (const bucket of found) bucket.take();
      return wait;
    },
    refuse(operation, wait) {
      // Which of its limits was reached is not told; the first is the one that fills up soonest.
      bucketsOf(operation)[0]?.refuse(wait);
    },
  };
}

/** Who shares a limit: whatever its scope, by the names that are known. */
export function sharerOf({ scope }: RateLimit, { apiKey, project, organization }: Sharers): string {
  const names = {
    apiKey: [apiKey],
    project: [project, apiKey],
    organization: [organization, project, apiKey],
  };
  const name = names[scope].find((one) => one !== undefined) ?? apiKey;
  return `${scope} ${name}`;
}
