import { LONGEST } from './alarm.js';

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
  let timer: ReturnType<typeof setTimeout> | undefined;
  let end = () => {};

  try {
    return await new Promise<Result>((resolve, reject) => {
      end = () => {
        controller.abort(signal?.aborted ? signal.reason : onTimeout());
        reject(controller.signal.reason as Error);
      };
      timer = setTimeout(end, Math.min(timeout, LONGEST));
      signal?.addEventListener('abort', end);
      work(controller.signal).then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}
