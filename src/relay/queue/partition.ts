import type { Lease } from '../../admin/jobs/lease.js';
import type { FencedForward } from './fenced-forward.js';
import type { HeldShift, KeptCalls } from './kept-calls.js';
import { roundOf, type RoundOptions } from './round.js';

/** How a partition is emptied. */
export interface EmptyingOptions extends RoundOptions {
  kept: KeptCalls;
  forward: FencedForward;
  lease: Lease;
  /** Whether somebody else is to go on. */
  isEnding: () => boolean;
}

/** For how long one partition is emptied before it is another one's turn, in milliseconds. */
const TURN = 5_000;

/**
 * Tells the service of all that a partition holds, a part at a time: a call is taken off once its outcome is known. Gives
 * for how many milliseconds it is put off, or nothing once the partition is empty.
 */
export async function emptyPartition(
  shift: HeldShift,
  options: EmptyingOptions,
): Promise<number | undefined> {
  const { kept, forward, lease, isEnding, now } = options;
  const end = now() + TURN;
  while (!isEnding() && now() < end) {
    // Also where this process was still for long, and has its job all the same.
    await lease.renew();
    const batches = await kept.take(shift);
    if (!batches) return undefined;
    const round = roundOf(batches, options);
    if (!round.told.length) return Math.max(1, Math.ceil(round.due - now()));
    const outcomes = await forward(round.told, lease);
    await kept.settle(shift, round.settlement(outcomes));
  }
  return 0;
}
