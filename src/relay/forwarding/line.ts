import { userOf } from '../../admin/bulk/item-problems.js';
import type { RelayOutcome } from '../outcome.js';
import type { RelayedCall } from '../relayed-call.js';

/** A call on its way, and who waits for its outcome. */
export interface Line {
  call: RelayedCall;
  /** Its user, in one word. */
  subject: string;
  /** Until when the outcome is waited for, in milliseconds since the epoch. */
  until: number;
  /** Ends what is done for it alone. */
  signal: AbortSignal;
  outcome: Promise<RelayOutcome>;
  /** What its outcome is, once it was told. */
  readonly told: RelayOutcome | undefined;
  /** Says what became of it; what is said after the first time, nobody hears. */
  tell(outcome: RelayOutcome): void;
  /** Resolves once nothing is under way for it any more, also where it was told before that. */
  ended: Promise<void>;
  end(): void;
}

/** How long before its end no call leaves for a line, in milliseconds: the answer would come too late. */
const LEAST = 2_000;

/** Whether what would be called now could not be answered by then. */
export function isTooLate({ until }: Pick<Line, 'until'>, now: () => number): boolean {
  return now() > until - LEAST;
}

/** What a call ends with that would be answered too late. */
export function tooLate(): DOMException {
  return new DOMException('Nobody waits for it any longer', 'TimeoutError');
}

/** Makes a line; `onTold` hears that it has its outcome. */
export function createLine(
  call: RelayedCall,
  { until, signal, onTold }: Pick<Line, 'until' | 'signal'> & { onTold: () => void },
): Line {
  let told: RelayOutcome | undefined;
  let resolve: (outcome: RelayOutcome) => void = () => {};
  let end = () => {};

  return {
    ...{ call, until, signal },
    subject: userOf(call.user),
    outcome: new Promise((found) => (resolve = found)),
    ended: new Promise((done) => (end = done)),
    end: () => end(),
    get told() {
      return told;
    },
    tell(outcome) {
      if (told) return;
      told = outcome;
      resolve(outcome);
      onTold();
    },
  };
}
