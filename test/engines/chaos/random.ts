/** Draws by chance, the same for the same seed. */
export interface Dice {
  /** A whole number from one to another. */
  between(from: number, to: number): number;
  oneOf<Value>(values: readonly Value[]): Value;
  isLikely(chance: number): boolean;
}

/** Makes dice of a seed. */
export function createDice(seed: number): Dice {
  let state = Math.imul(seed, 2_654_435_761) >>> 0;

  /** The generator called mulberry32. */
  function draw(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  const between = (from: number, to: number) => from + Math.floor(draw() * (to - from + 1));
  return {
    between,
    oneOf: <Value>(values: readonly Value[]) => values[between(0, values.length - 1)] as Value,
    isLikely: (chance) => draw() < chance,
  };
}
