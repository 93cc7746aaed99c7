import { ApiError, NetworkError } from '../../errors.js';
import { backoff, type Chance } from '../../lib/backoff.js';
import { isObject } from '../../lib/is-object.js';
import { must } from '../../lib/must.js';
import { pause } from '../../lib/wait.js';
import { isFrom } from './numbers.js';
import type { RetryClass } from './retry-class.js';

/** How long a call goes on trying. */
export interface RetryOptions {
  /**
   * How long all attempts and the waits between them may take, in milliseconds; the last attempt is cut short by it.
   * Default: attempts begin for 2 minutes, each with its own `timeout`.
   */
  budget?: number | undefined;
  /** How often the call may be made. Default: as often as fits in the budget. */
  attempts?: number | undefined;
}

/** Refuses what is no way to repeat a call: a budget that is no number would never be used up. */
export function checkRetry(retry: unknown): void {
  must(
    retry === undefined || retry === false || isObject(retry),
    '`retry` must be `false` or an object: `{ budget: 120_000 }`',
  );
  const { budget = 0, attempts = 1 } = (retry || {}) as RetryOptions;
  must(isFrom(0, budget), '`retry.budget` must be a number of milliseconds');
  must(isFrom(1, attempts), '`retry.attempts` must be a number above 0');
}

/** How one call is repeated. */
export interface Persistence extends RetryOptions, Chance {
  /** When it may be repeated. */
  retryClass: RetryClass;
  signal?: AbortSignal | undefined;
  /** Hears that the call is made again after a wait, in milliseconds. */
  onRetry: (attempt: number, error: unknown, wait: number) => void;
}

const BUDGET = 120_000;

/** The statuses after which a call may be made again: all say that the service could not take it just now. */
const passing: Record<RetryClass, RegExp> = {
  // A proxy in front of the service tells its own troubles with 520 to 529.
  read: /^(408|425|429|50[0234]|52\d)$/,
  repeatable: /^(429|50[234])$/,
  once: /^429$/,
  never: /^$/,
};

/** What one attempt may use of the budget of its call. */
export interface AttemptTime {
  /** How much is left of it, in milliseconds. */
  left: number;
  /** Starts the clock; of what the attempt waited for before, only what the service asked for is counted. */
  start(asked: number): void;
}

/** Makes a call until it succeeds, may not be repeated, or its budget is used up. `attempt` gets its number, from 1. */
export async function persist<Output>(
  attempt: (number: number, time: AttemptTime) => Promise<Output>,
  how: Persistence,
): Promise<Output> {
  const { budget = BUDGET, attempts = Infinity, signal, now, onRetry } = how;
  let used = 0;

  for (let number = 1; ; number += 1) {
    let startedAt: number | undefined;
    try {
      return await attempt(number, {
        left: budget - used,
        start(asked) {
          startedAt = now() - asked;
        },
      });
    } catch (error) {
      // Not made at all, since the service has just refused another one.
      if (startedAt === undefined) throw told(error);
      used += now() - startedAt;
      if (!isRepeatable(error, how.retryClass) || number >= attempts) throw error;
      const wait = waitAfter(error, number, how.random);
      if (used + wait > budget) throw told(error);
      onRetry(number, error, wait);
      await pause(wait, signal);
      used += wait;
    }
  }
}

/** Whether a call that failed like this may be made again. */
export function isRepeatable(error: unknown, retryClass: RetryClass): boolean {
  const isSafe = retryClass === 'read' || retryClass === 'repeatable';
  if (error instanceof NetworkError) return isSafe;
  if (!(error instanceof ApiError)) return false;
  // An answer of success that cannot be read is one that got lost; but what was accepted is done, whatever is said of it.
  if (error.status < 300) return isSafe && error.status !== 202;
  return passing[retryClass].test(String(error.status));
}

function waitAfter(error: unknown, failures: number, random: () => number): number {
  const asked = error instanceof ApiError ? error.retryAfter : undefined;
  // Not all at the very moment that the service names, and not at once where that has passed, as by a wrong clock.
  return Math.max(backoff(failures, random), asked === undefined ? 0 : asked + random() * 100);
}

/** The error of a wait that is too long, which says when to come back. */
function told(error: unknown): unknown {
  if (error instanceof ApiError && error.retryAfter !== undefined)
    error.message += `; come back in ${Math.ceil(error.retryAfter / 1_000)} s`;
  return error;
}
