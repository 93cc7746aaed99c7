/** Room for so many calls at a time. */
export interface Rooms {
  /** Resolves once there is room, and takes it. */
  enter(): Promise<void>;
  leave(): void;
}

/** Makes room for a number of calls. */
export function createRooms(count: number): Rooms {
  const waiting = new Set<() => void>();
  let taken = 0;

  return {
    async enter() {
      if (taken >= count) return new Promise<void>((resolve) => void waiting.add(resolve));
      taken += 1;
    },
    leave() {
      const [next] = waiting;
      // Whoever has waited longest gets the room itself, so that nobody comes in between.
      if (next) waiting.delete(next);
      else taken -= 1;
      next?.();
    },
  };
}
