import type { Limit } from './limit.js';
import { allowancesOf } from './pace.js';

/** The least time that so many calls take by a published limit, in milliseconds. */
export function leastTime(limit: Limit | undefined, calls: number): number {
  if (!limit) return 0;
  return Math.max(...allowancesOf(limit).map(({ limit, per }) => (Math.max(0, calls - limit) / limit) * per));
}
