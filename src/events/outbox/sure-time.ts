import type { Tally } from './ledger.js';

/** How long a clock must tell the time before anything is too old by it, in milliseconds: an hour. */
const TRUSTED = 3_600_000;

/**
 * The time by which something is too old: one that the clock has told for an hour, or at a visit before. One that leaps
 * may be wrong, and what it makes too old would be gone for good.
 */
export function sureTime(tally: Tally, now: number): number {
  const { told = now } = tally;
  if (now < told || now > told + TRUSTED || !tally.sure) {
    tally.sure = Math.min(told, now);
    tally.told = now;
  }
  return tally.sure ?? now;
}
