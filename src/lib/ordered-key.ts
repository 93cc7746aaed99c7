/**
 * Makes keys that sort in the order they are made, and after those of earlier pages as far as the
 * device's clock can be trusted.
 *
 * Each key is its own, so two tabs that write at once cannot overwrite each other.
 */
export function createOrderedKeys(random: () => number): (now: number) => string {
  let last = 0;

  return (now) => {
    // In steps so fine that many at once do not run ahead of the clock, and of other tabs.
    last = Math.max(now * 1000, last + 1);
    return orderedKey(last, random().toString(36).slice(2, 10));
  };
}

/** A key for a moment, in microseconds since the epoch, and what tells it from others of that moment. */
export function orderedKey(moment: number, own: string): string {
  return `${String(moment).padStart(18, '0')}-${own}`;
}
