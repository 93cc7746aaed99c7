import { backoff } from './backoff.js';

/**
 * Begins something once it is loaded, which is tried again, less and less often. Gives the function that stops it.
 *
 * @param begin - Begins it, and gives the function that stops that.
 * @param report - Hears why it could not be loaded, each time.
 */
export function beginLater<Loaded>(
  load: () => Promise<Loaded>,
  begin: (loaded: Loaded) => () => void,
  report: (error: unknown) => void,
): () => void {
  let stop: (() => void) | undefined;
  let failures = 0;
  let isStopped = false;

  function tryIt() {
    if (isStopped) return;
    load()
      .then((loaded) => {
        if (!isStopped) stop = begin(loaded);
      })
      .catch((error: unknown) => {
        report(error);
        setTimeout(tryIt, backoff(++failures, Math.random));
      });
  }
  tryIt();

  return () => {
    isStopped = true;
    stop?.();
  };
}
