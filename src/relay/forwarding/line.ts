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
}

/** Makes a line; `onTold` hears that it has its outcome. */
export function createLine(
  call: RelayedCall,
  { until, signal, onTold }: Pick<Line, 'until' | 'signal'> & { onTold: () => void },
): Line {
  let told: RelayOutcome | undefined;
  let resolve: (outcome: RelayOutcome) => void = () => {};

  return {
    ...{ call, until, signal },
    subject: userOf(call.user),
    outcome: new Promise((found) => (resolve = found)),
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
