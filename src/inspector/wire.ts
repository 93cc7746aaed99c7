import { ifPossible } from '../lib/if-possible.js';

type Fetch = typeof globalThis.fetch;

/** What hears of each request of the client, and of its answer, which it may clone and nothing else. */
type Listener = (call: Parameters<Fetch>, answer: Promise<Response>) => void;

/** What a client calls the service, or the relay, by: looked at, and broken where somebody wants to see that. */
export interface Wire {
  /** What answers in place of the service, the first of them; empty where all goes through. */
  readonly faults: Set<Fetch>;
  watch(listener: Listener): void;
  /** Takes hold of it, where the page has put another `fetch` in its place. */
  hold(): void;
  /** Gives the client back what it had. */
  close(): void;
}

/** Looks at the requests of a client: they go out, and are answered, as without it. */
export function createWire(base: { fetch?: Fetch | undefined }): Wire {
  const faults = new Set<Fetch>();
  const listeners = new Set<Listener>();
  let before: Fetch | undefined;
  let isClosed = false;

  const watched: Fetch = (...call) => {
    const [fault] = faults;
    const answer = (fault ?? before ?? globalThis.fetch)(...call);
    // They come before the client, so that there is a body to clone; what ails them is nothing to it.
    listeners.forEach((listener) => ifPossible(() => listener(call, answer)));
    return answer;
  };
  function hold() {
    if (isClosed || base.fetch === watched) return;
    before = base.fetch;
    base.fetch = watched;
  }

  hold();
  return {
    faults,
    watch: (listener) => void listeners.add(listener),
    hold,
    close() {
      isClosed = true;
      faults.clear();
      listeners.clear();
      if (base.fetch === watched) base.fetch = before;
    },
  };
}
