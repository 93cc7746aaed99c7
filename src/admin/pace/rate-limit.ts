/** How often an operation may be called, as published. */
export interface RateLimit {
  limit: number;
  per: 'second' | 'minute';
  /** Who shares it: every key of the project, one key, or the whole organization, whose only project this is. */
  scope: 'project' | 'apiKey' | 'organization';
  /** How often in 24 hours. */
  dailyCap?: number;
}

/** How many calls may leave in any window of so many milliseconds. */
export interface Allowance {
  limit: number;
  per: number;
}

/** Finds the published limit of an operation, where it has one. */
export type LimitOf = (operation: string) => RateLimit | undefined;

const UNITS = { second: 1_000, minute: 60_000 };
const DAY = 86_400_000;

/** What a limit allows, the shortest time first. */
export function allowancesOf({ limit, per, dailyCap }: RateLimit): Allowance[] {
  return [{ limit, per: UNITS[per] }, ...(dailyCap ? [{ limit: dailyCap, per: DAY }] : [])];
}

/** The part of an allowance that one of so many workers has when none knows of the others. */
export function shareOf({ limit, per }: Allowance, workers: number): Allowance {
  const share = Math.floor(limit / workers);
  // With more workers than calls the limit holds on average: they do not know whose turn it is.
  return share ? { limit: share, per } : { limit: 1, per: (per * workers) / limit };
}

/**
 * How long a window is kept, in milliseconds: somewhat longer than it is, for a call leaves a little after it has got
 * its turn, and more of the first one's way may lie before it than of the next one's.
 */
export function lengthOf(per: number): number {
  return per + Math.min(per / 20, 1_000);
}

/** The least time that so many calls take by a limit, in milliseconds. */
export function leastTime(rateLimit: RateLimit | undefined, calls: number): number {
  if (!rateLimit || !calls) return 0;
  return Math.max(...allowancesOf(rateLimit).map(({ limit, per }) => Math.floor((calls - 1) / limit) * per));
}
