/**
 * What an iterator gives, until a signal ends it: that rejects at once with the signal's reason, also while the iterator
 * hangs. What is not read to its end is told to `end`, and waited for unless it hangs.
 */
export async function* endedBy<Item>(
  iterator: AsyncIterator<Item>,
  signal: AbortSignal,
  end: () => unknown,
): AsyncGenerator<Item, undefined> {
  let giveUp: (reason: unknown) => void = () => {};
  const onAbort = () => giveUp(signal.reason);
  let state: 'resting' | 'giving' | 'over' = 'resting';

  // One promise an item, since a single one would remember every race it was in.
  async function next(): Promise<IteratorResult<Item>> {
    state = 'giving';
    try {
      const given = await new Promise<IteratorResult<Item>>((resolve, reject) => {
        giveUp = reject;
        iterator.next().then(resolve, reject);
      });
      state = given.done ? 'over' : 'resting';
      return given;
    } catch (error) {
      if (!signal.aborted) state = 'over';
      throw error;
    }
  }

  signal.addEventListener('abort', onAbort);
  try {
    for (;;) {
      signal.throwIfAborted();
      const given = await next();
      if (given.done) return undefined;
      yield given.value;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    await leave();
  }

  async function leave(): Promise<void> {
    if (state === 'over') return;
    const ended = Promise.resolve(end());
    if (state === 'resting') await ended;
    else ended.catch(() => {}); // It was told why it ends; what it says to that is lost.
  }
}
