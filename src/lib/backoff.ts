/** Time and luck, which tests set. */
export interface Chance {
  /** In milliseconds since the epoch. */
  now: () => number;
  /** From 0 to 1. */
  random: () => number;
}

/** The first wait is at most this long, in milliseconds; each one after it doubles, up to the longest. */
const FIRST = 1_000;
const LONGEST = 300_000;

/** How long to wait after so many failures in a row, in milliseconds: a random share, so that pages do not come back as one. */
export function backoff(failures: number, random: () => number): number {
  return random() * Math.min(LONGEST, FIRST * 2 ** (failures - 1));
}
