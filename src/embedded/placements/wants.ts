/** The placements that somebody holds, and which of them to ask for. */
export interface Wants {
  /** Holds a placement, which is to be asked for; returns the function that lets it go. */
  hold(id: string): () => void;
  /** Lets placements be asked for again. Default: all. Those that nobody holds are forgotten. */
  renew(ids?: Iterable<string>): void;
  /** Gives those to ask for now. */
  take(): string[];
  clear(): void;
}

/**
 * Makes the wants of a page that holds nothing.
 *
 * @param onFresh - Hears that there is one more to ask for.
 */
export function createWants(onFresh: () => void): Wants {
  /** How many hold each: one that comes back before all are asked for again need not be asked for. */
  const holders = new Map<string, number>();
  const unasked = new Set<string>();

  function add(id: string, by: 1 | -1) {
    holders.set(id, (holders.get(id) ?? 0) + by);
  }
  /** Gives those that are held, and forgets the others. */
  function heldOf(ids: Iterable<string>): string[] {
    return [...ids].filter((id) => holders.get(id) || (holders.delete(id), false));
  }

  return {
    hold(id) {
      const isFresh = !holders.has(id);
      add(id, 1);
      if (isFresh) {
        unasked.add(id);
        onFresh();
      }
      let letGo = () => {
        letGo = () => {};
        add(id, -1);
      };
      return () => letGo();
    },
    renew: (ids = holders.keys()) => heldOf(ids).forEach((id) => unasked.add(id)),
    take() {
      const ids = heldOf(unasked);
      unasked.clear();
      return ids;
    },
    clear: () => [holders, unasked].forEach((ids) => ids.clear()),
  };
}
