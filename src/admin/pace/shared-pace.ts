import type { Bucket } from './bucket.js';
import { createPace, NO_PACE, type Buckets, type Pace } from './pace.js';
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

/**
 * The buckets of each service of this process, by its address: limits are shared by whoever calls it with the same key.
 * But another `fetch` may lead to another service of the same address, and by another clock a bucket fills otherwise.
 */
const shared = new WeakMap<object, Map<string, Buckets>>();

/** The pace that an admin is to keep; one that is not `false` and not its own is shared within this process. */
export function paceOf({ pace = {}, apiKey, fetch }: Sharing, { base, limitOf, now }: Surroundings): Pace {
  if (pace === false) return NO_PACE;
  if ('take' in pace) return pace;
  const world = fetch ?? now;
  const services = shared.get(world) ?? new Map<string, Buckets>();
  shared.set(world, services);
  const buckets: Buckets = services.get(base) ?? new Map<string, Bucket>();
  services.set(base, buckets);
  return createPace({ limitOf, sharers: { ...pace, apiKey }, buckets, now });
}
