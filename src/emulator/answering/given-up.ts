/**
 * What some work gives, unless whoever waits for it gives it up first, as `fetch` does. What was begun goes on: a service
 * does what has reached it, also where nobody waits for its answer any more.
 */
export async function unlessGivenUp<Result>(
  signal: AbortSignal | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!signal) return work();
  signal.throwIfAborted();
  let hear = () => {};
  const givenUp = new Promise<never>((_, reject) => {
    hear = () => reject(signal.reason as Error);
  });
  signal.addEventListener('abort', hear);
  try {
    return await Promise.race([work(), givenUp]);
  } finally {
    signal.removeEventListener('abort', hear);
  }
}
