import { LIMITS } from './limits.js';
import { allowancesOf } from './pace.js';

/** The least time that so many calls of an operation take by the published limits, in milliseconds. */
export function leastTime(operation: string, calls: number): number {
  const limit = LIMITS[operation];
  if (!limit) return 0;
  return Math.max(...allowancesOf(limit).map(({ limit, per }) => (Math.max(0, calls - limit) / limit) * per));
}
