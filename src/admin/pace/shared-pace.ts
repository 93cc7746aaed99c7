import { createBuckets, type Buckets } from './buckets.js';
import { createPace, NO_PACE, type Pace } from './pace.js';
import type { LimitOf } from './rate-limit.js';

/** Who shares the limits of the service in this process, beside whoever uses the same key. */
export interface PaceOptions {
  /** A name for the project, when several of its keys are used. */
  project?: string;
  /** A name for the organization, when several of its projects are used. */
  organization?: string;
}

/** What decides whose pace is kept. */
interface Sharing {
  pace?: PaceOptions | Pace | false;
  apiKey: string;
  fetch?: typeof globalThis.fetch;
}

/** What a pace goes by: where the service is, its limits, and the time. */
interface Surroundings {
  base: string;
  limitOf: LimitOf;
  now: () => number;
}

/** Stands for the global `fetch`, whatever that is at the time. */
const GLOBAL = {};

/**
 * The buckets of this process: limits are shared by whoever calls a service of one address with the same key. But another
 * `fetch` may lead to another service of the same address, and by another clock a bucket empties otherwise, or never.
 */
const shared = new WeakMap<object, WeakMap<() => number, Buckets>>();

/** The pace that an admin is to keep; one that is not `false` and not its own is shared within this process. */
export function paceOf({ pace = {}, apiKey, fetch }: Sharing, { base, limitOf, now }: Surroundings): Pace {
  if (pace === false) return NO_PACE;
  if ('take' in pace) return pace;
  const world = fetch ?? GLOBAL;
  const byClock = shared.get(world) ?? new WeakMap<() => number, Buckets>();
  shared.set(world, byClock);
  const buckets = byClock.get(now) ?? createBuckets(now);
  byClock.set(now, buckets);
  return createPace({ limitOf, sharers: { ...pace, apiKey }, buckets, service: base });
}
