/** The longest time that timers can measure, in milliseconds: some 25 days. */
const LONGEST = 2 ** 31 - 1;

/** When some work must have ended. */
export interface Deadline {
  /** How long the work may take, in milliseconds. */
  timeout: number;
  /** Makes the error for when it takes longer. */
  onTimeout: () => Error;
  /** Ends the work early; its reason is the error. */
  signal?: AbortSignal | undefined;
}

/**
 * Does `work` until it is done, its time is up or the caller's signal is aborted.
 *
 * Rejects at that very moment, also when `work` does not listen to the signal it is given.
 */
export async function within<Result>(
  { timeout, onTimeout, signal }: Deadline,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const ended = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason as Error));
  });
  const cancel = () => controller.abort(signal?.reason);
  const timer = setTimeout(() => controller.abort(onTimeout()), Math.min(timeout, LONGEST));
  signal?.addEventListener('abort', cancel);

  try {
    return await Promise.race([work(controller.signal), ended]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  }
}
