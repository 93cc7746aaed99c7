/** What calls find open of those before them, as far as it can be guessed. */
export interface Connections {
  /** Takes one for a call; says whether it was open, so that the call reaches the service at once. */
  take(): boolean;
  /** Gives back one that has brought an answer. */
  give(): void;
}

/** How long a connection stays open while nothing goes over it, in milliseconds: Node keeps one no longer. */
const KEPT = 4_000;

/** Makes connections of which none is open. */
export function createConnections(now: () => number): Connections {
  /** Since when nothing goes over each, the longest first. */
  const idleSince: number[] = [];

  return {
    take() {
      const since = idleSince.pop();
      if (since !== undefined && now() - since < KEPT) return true;
      idleSince.length = 0;
      return false;
    },
    give: () => void idleSince.push(now()),
  };
}
