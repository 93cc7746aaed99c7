import type { AdminOptions } from '../options.js';
import type { Bucket } from './bucket.js';
import { createPace, NO_PACE, type Buckets, type Pace } from './pace.js';

/** The buckets of each service of this process: limits are shared by whoever calls it with the same key. */
const shared = new Map<string, Buckets>();
/** The same, by the `fetch` that leads there: another one may lead to another service of the same address. */
const sharedByFetch = new WeakMap<typeof globalThis.fetch, Map<string, Buckets>>();

/** The pace that an admin is to keep; one that is not `false` and not its own is shared within this process. */
export function paceOf({ pace = {}, apiKey, fetch }: AdminOptions, base: string, now: () => number): Pace {
  if (pace === false) return NO_PACE;
  if ('take' in pace) return pace;
  const services = fetch ? (sharedByFetch.get(fetch) ?? new Map<string, Buckets>()) : shared;
  if (fetch) sharedByFetch.set(fetch, services);
  const buckets: Buckets = services.get(base) ?? new Map<string, Bucket>();
  services.set(base, buckets);
  return createPace({ sharers: { ...pace, apiKey }, buckets, now });
}
