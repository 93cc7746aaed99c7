/** Work that goes on beside the calls. */
export interface Writes {
  /** Applies a write that was received: at once, or after the latency. */
  later(work: () => void): void;
  /** Notes something else that {@link Writes.settle} waits for. */
  pending(work: Promise<unknown>): void;
  /** Waits until all of it is done; rejects when some of it failed. */
  settle(): Promise<void>;
}

/** Delays writes by a latency in milliseconds; 0 applies them before the call is answered. */
export function createWrites(latency: number): Writes {
  const running = new Set<Promise<unknown>>();
  let failures: unknown[] = [];

  function pending(work: Promise<unknown>) {
    const noted = work.catch((error: unknown) => failures.push(error)).finally(() => running.delete(noted));
    running.add(noted);
  }

  return {
    pending,
    later(work) {
      if (latency) pending(new Promise((resolve) => setTimeout(resolve, latency)).then(work));
      else work();
    },
    async settle() {
      while (running.size) await Promise.all(running);
      const [failure] = failures;
      failures = [];
      if (failure) throw failure as Error;
    },
  };
}
