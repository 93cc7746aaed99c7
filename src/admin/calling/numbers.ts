import { must } from '../../lib/must.js';

/** Whether a value is a number from `least` on; without an end is one too, and `NaN` is not. */
export function isFrom(least: number, value: unknown): boolean {
  return typeof value === 'number' && value >= least;
}

/** Refuses what is no length of time: a timer takes it for none, and whoever waits by it never rests. */
export function mustBeTime(name: string, value: unknown): void {
  must(
    value === undefined || (isFrom(0, value) && value !== 0),
    `\`${name}\` must be a number of milliseconds above 0`,
  );
}
