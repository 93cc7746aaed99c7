/** Draws a seed, another each time, and prints it, so that what it decides can be played again. */
export function drawnSeed(variable: string): number {
  const seed = 1 + (Date.now() % 1_000_000);
  console.log(`${variable}=${seed}`);
  return seed;
}
