import { backoff, type Chance } from '../../lib/backoff.js';
import type { RelayedCall } from '../relayed-call.js';
import type { RelayOutcome } from '../outcome.js';
import { lineOf, type Batch } from './batch.js';
import type { DeadLetter } from './dead-letter.js';
import type { Settlement } from './kept-calls.js';

/** What is told of some batches now. */
export interface Round {
  /** The calls that are told, in their order. */
  told: RelayedCall[];
  /** When the first of the others may be told, in milliseconds since the epoch. */
  due: number;
  /** Says what is left of the batches, once there is an outcome for each call that was told. */
  settlement(outcomes: readonly RelayOutcome[]): Settlement;
}

/** How long a call waits at most where the service does not say how long, in milliseconds. */
const LONGEST = 30_000;

/** How far the clocks of two workers may be apart, in milliseconds: by more, one was set. */
const APART = 60_000;

/** How a round is settled. */
export interface RoundOptions extends Chance {
  /** How many calls are told at most. */
  most: number;
  /** For how long a call is told again, in milliseconds, before it becomes a dead letter. */
  giveUpAfter: number;
}

/**
 * Chooses what is told of batches: all but what is put off, and what stands behind that in the same line. So whoever waits
 * for the service holds up nobody else.
 */
export function roundOf(batches: readonly Batch[], options: RoundOptions): Round {
  const from = options.now();
  const told: RelayedCall[] = [];
  const places = new Map<RelayedCall, number>();
  const heldUp = new Set<string>();
  let due = Infinity;
  for (const batch of batches) {
    const { due: end = 0, wait = Infinity } = batch;
    // What was put off at a time that has not come is waited for no longer: the clock was set back.
    const isPutOff = end > from && end - from <= wait + APART;
    if (isPutOff) due = Math.min(due, end);
    for (const call of batch.calls) {
      if (isPutOff || told.length >= options.most) heldUp.add(lineOf(call));
      if (!heldUp.has(lineOf(call))) places.set(call, told.push(call) - 1);
    }
  }

  return {
    told,
    due,
    settlement(outcomes) {
      const settlement = {
        taken: batches.length,
        kept: [] as Batch[],
        delivered: 0,
        refused: [] as string[],
        done: [] as string[],
      };
      for (const batch of batches) {
        const left = remainderOf(batch, (call) => outcomes[places.get(call) ?? NaN], options);
        if (left.batch.calls.length) settlement.kept.push(left.batch);
        else if (batch.id) settlement.done.push(batch.id);
        settlement.refused.push(...left.letters.map((letter) => JSON.stringify(letter)));
        settlement.delivered += left.delivered;
      }
      return settlement;
    },
  };
}

/** What is left of a batch after a round, and what became of the rest. */
function remainderOf(
  batch: Batch,
  outcomeOf: (call: RelayedCall) => RelayOutcome | undefined,
  { now, random, giveUpAfter }: RoundOptions,
) {
  const at = Math.round(now());
  const letters: Omit<DeadLetter, 'id'>[] = [];
  const waits: number[] = [];
  const tries = (batch.tries ?? 0) + 1;
  let delivered = 0;
  const calls = batch.calls.filter((call) => {
    const outcome = outcomeOf(call);
    if (!outcome) return true;
    const isAgain = outcome.is === 'again' && at - batch.at <= giveUpAfter;
    if (isAgain)
      waits.push(
        outcome.after === undefined ? Math.min(backoff(tries, random), LONGEST) : outcome.after * 1_000,
      );
    else if (outcome.is === 'delivered') delivered += 1;
    else letters.push({ at, since: batch.at, call, ...reasonOf(outcome) });
    return isAgain;
  });
  const isPutOff = waits.length > 0;
  // Whoever gets on is not slowed down.
  const wait = Math.ceil(Math.max(...waits));
  const later = isPutOff && { tries: delivered ? 0 : tries, due: at + wait, wait };
  // As it is written, so that it begins with its time.
  return { batch: { ...batch, ...later, calls }, letters, delivered };
}

const GIVEN_UP = 'The service did not take it for as long as `giveUpAfter` says';

/** Why a call is told no more. */
function reasonOf(
  outcome: Exclude<RelayOutcome, { is: 'delivered' }>,
): Pick<DeadLetter, 'status' | 'code' | 'msg'> {
  if (outcome.is === 'refused') return { status: outcome.status, code: outcome.code, msg: outcome.msg };
  if (outcome.is === 'again') return { status: 0, code: outcome.code ?? 'NoAnswer', msg: GIVEN_UP };
  // Who tells the service says neither.
  return { status: 403, code: 'Forbidden', msg: 'Nobody could say whether it may be told' };
}
