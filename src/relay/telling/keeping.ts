import { againAfter } from '../forwarding/outcome-of.js';
import type { RelayOutcome } from '../outcome.js';
import type { RelayQueue } from '../relay-queue.js';
import type { RelayedCall } from '../relayed-call.js';

/** Which queue keeps calls, and how long a page waits for that. */
export interface KeepingOptions {
  queue: RelayQueue;
  /** In milliseconds. */
  patience: number;
  onError: (error: unknown) => void;
}

/** Hands calls to a queue; what it has not said by then is to be told again. */
export async function keep(
  calls: readonly RelayedCall[],
  { queue, patience, onError }: KeepingOptions,
): Promise<RelayOutcome> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<RelayOutcome>((resolve) => {
    timer = setTimeout(() => resolve(againAfter()), patience);
  });
  try {
    const kept = queue.add(calls, { patience }).then((): RelayOutcome => ({ is: 'accepted' }));
    return await Promise.race([kept, late]);
  } catch (error) {
    onError(error);
    return againAfter();
  } finally {
    clearTimeout(timer);
  }
}
