/** How often an operation may be called, as published. */
export interface RateLimit {
  limit: number;
  per: 'second' | 'minute';
  /** Who shares it: every key of the project, one key, or the whole organization, whose only project this is. */
  scope: 'project' | 'apiKey' | 'organization';
  /** How often in 24 hours. */
  dailyCap?: number;
}

/** Finds the published limit of an operation, where it has one. */
export type LimitOf = (operation: string) => RateLimit | undefined;

const UNITS = { second: 1_000, minute: 60_000 };
const DAY = 86_400_000;

/** How many calls a limit allows in how many milliseconds, the shortest time first. */
export function allowancesOf({ limit, per, dailyCap }: RateLimit): { limit: number; per: number }[] {
  return [{ limit, per: UNITS[per] }, ...(dailyCap ? [{ limit: dailyCap, per: DAY }] : [])];
}

/** The least time that so many calls take by a limit, in milliseconds. */
export function leastTime(rateLimit: RateLimit | undefined, calls: number): number {
  if (!rateLimit) return 0;
  const times = allowancesOf(rateLimit).map(({ limit, per }) => (Math.max(0, calls - limit) / limit) * per);
  return Math.max(...times);
}
