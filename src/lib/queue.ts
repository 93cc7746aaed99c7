/** Makes `work` take turns with itself: a call made during one gets one of its own after it, and any number of them share that. */
export function createQueue<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<Result> | undefined;

  return () => {
    next ??= last.then(() => {
      next = undefined;
      return work();
    });
    last = next.catch(() => undefined); // Told to whoever asked.
    return next;
  };
}
