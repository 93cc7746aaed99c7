import type { Said, World } from './world.js';

/** Which promise does not hold in a world, if one does not. */
export function brokenIn(world: World, script: readonly Said[]): string | undefined {
  const { delivered, arrived, safe, placed } = world;
  const there = [...waitingIn(world), ...delivered, ...world.uncertain];
  const lost = safe.find((row) => !there.includes(row));
  if (lost !== undefined) return `Row ${lost} is lost`;
  const unsent = delivered.find((row) => !arrived.includes(row));
  if (unsent !== undefined) return `Row ${unsent} counts as delivered, and is not`;
  const isMisplaced = placed.some((row, index) =>
    placed.slice(0, index).some((other) => other > row && script[other]?.page === script[row]?.page),
  );
  if (isMisplaced) return 'What a page said stands in another order';
  return brokenOnArrival(world, script);
}

/** What is neither delivered nor given up. */
export function waitingIn({ words, journal, line, flights }: World): number[] {
  return [...words, ...journal, ...line, ...flights.map(({ row }) => row)];
}

function brokenOnArrival(
  { arrived, answersLost, placed }: World,
  script: readonly Said[],
): string | undefined {
  const laneOf = (row: number) => (script[row]?.kind === 'ordered' ? script[row].user : undefined);
  for (const [index, row] of arrived.entries()) {
    const before = arrived.slice(0, index);
    const isBehind = (other: number) => placed.indexOf(other) > placed.indexOf(row);
    if (laneOf(row) && before.some((other) => laneOf(other) === laneOf(row) && isBehind(other)))
      return `Row ${row} comes after its successor`;
    // Nobody can tell whether a call that is not answered has arrived.
    const count = (rows: number[]) => rows.filter((one) => one === row).length;
    if (script[row]?.kind === 'once' && count(before) > count(answersLost)) return `Row ${row} comes twice`;
  }
  return undefined;
}
