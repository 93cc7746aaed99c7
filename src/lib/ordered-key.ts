let last = 0;

/**
 * A key that sorts after every key made before it on this page, and after those of earlier pages
 * as far as the device's clock can be trusted.
 *
 * Each key is its own, so two tabs that write at once cannot overwrite each other.
 */
export function orderedKey(now: number, random: () => number = Math.random): string {
  last = Math.max(now, last + 1);
  return `${String(last).padStart(15, '0')}-${random().toString(36).slice(2, 10)}`;
}
