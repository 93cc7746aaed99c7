/** Numbers from 0 up to 1 in an order that only the seed decides. */
export type Luck = () => number;

/** Draws one of several items. */
export function pick<Item>(luck: Luck, all: readonly Item[]): Item {
  const one = all[Math.floor(luck() * all.length)];
  if (one === undefined) throw new RangeError('There is nothing to pick from');
  return one;
}

/** A whole number between two, both included. */
export function between(luck: Luck, least: number, most: number): number {
  return least + Math.floor(luck() * (most - least + 1));
}
