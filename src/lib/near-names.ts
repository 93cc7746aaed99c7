/** How many names are suggested at most. */
const SUGGESTED = 4;

/** Those of some names that a wrong one was probably meant to be, the nearest first. */
export function nearNames(wrong: string, names: Iterable<string>): string[] {
  const most = Math.max(2, Math.floor(wrong.length / 3));
  return [...names]
    .map((name) => ({ name, distance: distanceOf(wrong, name) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, SUGGESTED)
    .map(({ name }) => name);
}

/** How far two names are from each other; one that begins or ends the other is as near as can be. */
function distanceOf(wrong: string, name: string): number {
  const a = wrong.toLowerCase();
  const b = name.toLowerCase();
  const isPart = b.endsWith(`.${a}`) || b.endsWith(` ${a}`) || (a.length > 2 && b.startsWith(a));
  return isPart ? 0 : changesBetween(a, b);
}

/** How many letters must be changed, added or left out to make one text of another. */
function changesBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + Number(a[i - 1] !== b[j - 1]);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** What to give instead of a name that is none: those near it, or else all. */
export function instead(given: string, names: readonly string[]): string {
  const near = nearNames(given, names);
  if (near.length) return `Did you mean ${listOf(near)}?`;
  return `There are ${listOf(names, 'and')}.`;
}

/** Some names as a sentence has them. */
export function listOf(names: readonly string[], word = 'or'): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}`;
}
