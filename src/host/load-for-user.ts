import { onOnline, onPageShown } from '../browser/page.js';
import type { Host } from './host.js';
import { backoff } from '../lib/backoff.js';
import { later } from '../lib/later.js';
import { createEmitter } from '../lib/emitter.js';

/** What is loaded once there is somebody to use it for. */
export interface Loading<Loaded> {
  /** Gets it now. */
  load(): Promise<Loaded>;
  /**
   * Gives it to `begin`, now or once it is there; returns the function that stops that, and what `begin` gave.
   *
   * @param wait - Hears, until it is there, what is waited for: the visitor, the file, or a better network.
   */
  use(begin: (loaded: Loaded) => (() => void) | void, wait?: (state: Waiting) => void): () => void;
  close(): void;
}

/** Nobody is there to have messages, they are on their way, or could not be got. */
export type Waiting = 'empty' | 'loading' | 'error';

/**
 * Loads something with its first use, once the visitor is known. What failed is tried again, less and less often, when the
 * device has a network again, when the page is shown again, and with the next use.
 */
export function loadForUser<Loaded extends { close(): void }>(
  host: Host,
  get: () => Promise<Loaded>,
): Loading<Loaded> {
  const { on, emit } = createEmitter<{ change: undefined }>();
  let loaded: Loaded | undefined;
  let loading: Promise<Loaded> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isClosed = false;

  const getFile = later(get);

  async function begin() {
    try {
      // Both are on their way at once.
      host.expectCall();
      loaded = await getFile();
      if (isClosed) loaded.close();
      return loaded;
    } catch (error) {
      loading = undefined;
      clearTimeout(timer);
      if (!isClosed) timer = setTimeout(look, backoff(++failures, Math.random));
      throw error;
    } finally {
      if (!isClosed) emit('change', undefined);
    }
  }
  const load = () => (loading ??= begin());
  function ask() {
    if (host.user && !loading && !isClosed) load().catch(host.report);
  }
  function look() {
    if (emit('change', undefined)) ask();
  }
  function lookAnew() {
    // What is under way may fail with the network that is gone, which says nothing of this one.
    failures &&= 1;
    look();
  }
  const stops = [host.on('user', look), host.on('consent', look), onOnline(lookAnew), onPageShown(look)];

  return {
    load,
    use(begin, wait) {
      let stop: (() => void) | void = on('change', hear);
      function hear() {
        if (loaded) {
          stop?.();
          stop = begin(loaded);
        } else wait?.(host.user ? (failures ? 'error' : 'loading') : 'empty');
      }
      hear();
      ask();
      return () => stop?.();
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      loaded?.close();
      stops.forEach((stop) => stop());
    },
  };
}
