import type { Attempt } from './answering/attempts.js';

/** How long it waits at most, unless it is told, in milliseconds. */
const TIMEOUT = 5_000;
/** How long it waits before it looks again, in milliseconds. */
const INTERVAL = 10;
/** How many of the last calls an error tells of. */
const TOLD = 5;

/** The timer as it is when this is loaded: a test that holds the time of timers must not hold its own waiting. */
const startTimer = globalThis.setTimeout;
const stopTimer = globalThis.clearTimeout;

/** How long to wait. */
export interface WaitOptions {
  /** In milliseconds. Default: 5000. */
  timeout?: number;
}

/** What a predicate gave when it was no longer empty, zero or false. */
export type Truthy<Value> = Exclude<Value, '' | 0 | false | null | undefined>;

/** Looks again and again until `look` gives something; rejects when the time is over, and says what was called last. */
export async function waitFor<Found>(
  look: () => Found | Promise<Found>,
  requests: readonly Attempt[],
  { timeout = TIMEOUT }: WaitOptions = {},
): Promise<Truthy<Found>> {
  let isOver = false;
  let cause: unknown;
  const timer = startTimer(() => (isOver = true), timeout);
  try {
    for (;;) {
      const wasOver = isOver;
      try {
        const found = await look();
        if (found) return found as Truthy<Found>;
        cause = undefined;
      } catch (error) {
        cause = error; // It may hold yet; if not, this says what was missing.
      }
      if (wasOver) break;
      await new Promise<void>((resolve) => void startTimer(resolve, INTERVAL));
    }
  } finally {
    stopTimer(timer);
  }
  throw new Error(`What was waited for did not come within ${timeout} ms. ${lastOf(requests)}`, {
    cause,
  });
}

function lastOf(requests: readonly Attempt[]): string {
  const last = requests.slice(-TOLD).map(({ route, status, fault }) => `${route} ${fault ?? status ?? '…'}`);
  return last.length ? `The last calls were: ${last.join(', ')}` : 'There was no call';
}
