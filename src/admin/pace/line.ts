import { ApiError } from '../../errors.js';
import { LONGEST } from '../../lib/alarm.js';

/** How a call waits for its turn. */
export interface Patience {
  signal?: AbortSignal | undefined;
  /** For how long it may wait for a service that asks to be left alone, in milliseconds. */
  left: number;
}

/** Those who wait to call one operation. */
export interface Line {
  size(): number;
  /** Resolves when it is the caller's turn, with how much of its patience it took. */
  join(patience: Patience): Promise<number>;
  /** Lets the first go; says whether there is one. */
  admit(): boolean;
  /** Hears for how long the service asks to be left alone: whoever may not wait that long fails at once. */
  ask(wait: number): void;
  fail(reason: Error): void;
  /** Resolves after so many milliseconds, or once nobody waits: nothing is kept up for nobody. */
  pause(time: number): Promise<void>;
}

/** A call that waits for its turn. */
interface Waiting {
  go(): void;
  fail(reason: Error): void;
  ask(wait: number): void;
}

/** Makes the line of an operation, with nobody in it. */
export function createLine(operation: string, now: () => number): Line {
  const line = new Set<Waiting>();
  let wake = () => {};

  function join({ signal, left }: Patience): Promise<number> {
    return new Promise((resolve, reject) => {
      let used = 0;
      let until = now();
      const part = (settle: () => void) => {
        signal?.removeEventListener('abort', giveUp);
        line.delete(waiting);
        if (!line.size) wake();
        settle();
      };
      const waiting: Waiting = {
        go: () => part(() => resolve(used)),
        fail: (reason) => part(() => reject(reason)),
        ask(wait) {
          // Whoever comes while others wait has less of it before it.
          used += Math.max(0, now() + wait - Math.max(until, now()));
          until = Math.max(until, now() + wait);
          if (used > left) waiting.fail(refused(operation, wait));
        },
      };
      const giveUp = () => waiting.fail(signal?.reason as Error);
      signal?.addEventListener('abort', giveUp);
      line.add(waiting);
    });
  }

  return {
    size: () => line.size,
    join,
    admit() {
      const [first] = line;
      first?.go();
      return first !== undefined;
    },
    ask: (wait) => line.forEach((waiting) => waiting.ask(wait)),
    fail: (reason) => line.forEach((waiting) => waiting.fail(reason)),
    pause: (time) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, Math.min(time, LONGEST));
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
}

/** What a call gets that is not made, since the service has just refused another one for longer than it may wait. */
function refused(operation: string, wait: number): ApiError {
  const reason = 'it said so to another call, and this one was not made';
  return new ApiError(operation, { status: 429, rawBody: '', reason, retryAfter: wait });
}
