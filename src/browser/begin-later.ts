import { backoff } from '../lib/backoff.js';
import { onOnline } from './page.js';

/**
 * Begins something once it is loaded, which is tried again, less and less often, and when the device has a network again.
 * Gives the function that stops it.
 *
 * @param begin - Begins it, and gives the function that stops that.
 * @param report - Hears why it could not be loaded, each time.
 */
export function beginLater<Loaded>(
  load: () => Promise<Loaded>,
  begin: (loaded: Loaded) => () => void,
  report: (error: unknown) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isStopped = false;

  function tryIt() {
    timer = undefined;
    load()
      .then((loaded) => {
        if (isStopped) return;
        const end = begin(loaded);
        stop();
        stop = end;
      })
      .catch((error: unknown) => {
        report(error);
        if (!isStopped) timer = setTimeout(tryIt, backoff(++failures, Math.random));
      });
  }
  let stop = onOnline(() => {
    // What is under way may fail with the network that is gone, which says nothing of this one.
    failures &&= 1;
    if (!timer) return;
    clearTimeout(timer);
    tryIt();
  });
  tryIt();

  return () => {
    isStopped = true;
    clearTimeout(timer);
    stop();
  };
}
