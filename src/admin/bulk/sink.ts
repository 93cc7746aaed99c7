import { createInTurn } from '../../lib/in-turn.js';

/** What keeps things, one at a time. */
export interface Sink<What> {
  /** Hands something over; resolves as `kept` does. */
  add(what: What): Promise<void>;
  /** Resolves once all that was handed over is kept; rejects where something could not be, for it would be lost. */
  kept(): Promise<void>;
}

/** Makes a sink of a function that keeps one thing, at once or in its own time. */
export function createSink<What>(keep: ((what: What) => unknown) | undefined): Sink<What> {
  const inTurn = createInTurn();
  let last = Promise.resolve();

  return {
    add(what) {
      if (!keep) return last;
      const kept = inTurn(() => keep(what));
      last = last.then(async () => void (await kept));
      last.catch(() => {}); // Told to whoever asks whether all is kept.
      return last;
    },
    kept: () => last,
  };
}
