import { createInTurn } from '../../lib/in-turn.js';
import type { Checkpoint } from './checkpoint.js';

/** How long what a checkpoint does may still take once the work is stopped, in milliseconds. */
const GRACE = 1_000;

/**
 * A checkpoint that holds up nobody who has stopped the work: what it does not end soon after that is left to itself. It
 * is asked for one thing at a time, so that it is closed after what it keeps, however late that is.
 */
export function stoppable(checkpoint: Checkpoint, signal: AbortSignal | undefined): Required<Checkpoint> {
  const inTurn = createInTurn();
  const close = () => inTurn(() => checkpoint.close?.());
  /** Whether something of it was left: what comes after that waits for it, and nobody for that. */
  let isLeft = false;

  /** What some work gives, or word that it did not in time once it was stopped. */
  async function unlessStopped<Result>(work: Promise<Result>): Promise<Result | typeof STOPPED> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let onAbort = () => {};
    const stopped = new Promise<typeof STOPPED>((resolve) => {
      onAbort = () => (timer = setTimeout(resolve, GRACE, STOPPED));
      if (isLeft) resolve(STOPPED);
    });
    if (signal?.aborted) onAbort();
    signal?.addEventListener('abort', onAbort);
    try {
      const result = await Promise.race([work, stopped]);
      isLeft ||= result === STOPPED;
      return result;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      work.catch(() => {}); // Told here, or to nobody who is still there.
    }
  }

  return {
    async load() {
      const loading = inTurn(() => checkpoint.load());
      const loaded = await unlessStopped(loading);
      if (loaded !== STOPPED) return loaded;
      // What it takes for work that has ended is let go; what it says to that, nobody is there to hear.
      loading.then(close).catch(() => {});
      throw signal?.reason;
    },
    async save(state) {
      const saved = await unlessStopped(inTurn(() => checkpoint.save(state)));
      if (saved === STOPPED) throw signal?.reason;
    },
    // By then all is done, or it was told why not.
    close: async () => void (await unlessStopped(close())),
  };
}

const STOPPED = Symbol('stopped');
