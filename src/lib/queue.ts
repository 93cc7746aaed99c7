import { createInTurn } from './in-turn.js';

/** Makes `work` take turns with itself: a call made during one gets one of its own after it, and any number of them share that. */
export function createQueue<Result>(work: () => Promise<Result>): () => Promise<Result> {
  const inTurn = createInTurn();
  let next: Promise<Result> | undefined;

  return () =>
    (next ??= inTurn(() => {
      next = undefined;
      return work();
    }));
}
