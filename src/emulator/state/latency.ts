/** How writes come after the calls that bring them, and what else goes on beside the calls. */
export interface Latency {
  /** Applies a write that was received: at once, or after the latency. */
  later(work: () => void): void;
  /** Notes something else that {@link Latency.settle} waits for. */
  pending(work: Promise<unknown>): void;
  /** Waits until all of it is done; rejects when some of it failed. */
  settle(): Promise<void>;
}

/** Delays writes by so many milliseconds; 0 applies them before the call is answered. */
export function createLatency(milliseconds: number): Latency {
  const running = new Set<Promise<unknown>>();
  let failures: unknown[] = [];

  function pending(work: Promise<unknown>) {
    const noted = work.catch((error: unknown) => failures.push(error)).finally(() => running.delete(noted));
    running.add(noted);
  }

  return {
    pending,
    later(work) {
      if (milliseconds) pending(new Promise((resolve) => setTimeout(resolve, milliseconds)).then(work));
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
