import { LONGEST } from './alarm.js';

/** Resolves after so many milliseconds. */
export function wait(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, time));
}

/** Resolves after so many milliseconds; rejects at once, with the signal's reason, when the signal is aborted. */
export async function pause(time: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  let stop = () => {};
  try {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, Math.min(time, LONGEST));
      stop = () => {
        clearTimeout(timer);
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', stop);
    });
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}
