import { OptionError } from '../errors.js';
import { isObject } from '../lib/is-object.js';

/** Every name that options may have, each once: `true`, or those of what stands by it. */
export type Names<Options> = { readonly [Name in keyof Required<Options>]: true | Names<object> };

/** How many letters may be wrong in a name that is taken to be another. */
const NEAR = 3;

/** Refuses options that have a name which nobody reads, and says which was likely meant: it would be as if it were not there. */
export function mustBeKnown(options: object, names: Names<object>, within = ''): void {
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    const inner = Object.hasOwn(names, name) ? (names as Record<string, unknown>)[name] : undefined;
    if (inner === undefined) throw new OptionError(unknown(name, Object.keys(names), within));
    if (isObject(inner) && isObject(value)) mustBeKnown(value, inner, `${within}${name}.`);
  }
}

function unknown(name: string, names: readonly string[], within: string): string {
  const [nearest] = names
    .map((known) => ({ known, distance: distanceOf(name.toLowerCase(), known.toLowerCase()) }))
    .filter(({ known, distance }) => distance <= Math.min(NEAR, known.length / 2))
    .sort((one, other) => one.distance - other.distance);
  const which = nearest
    ? `did you mean \`${within}${nearest.known}\`?`
    : `there are ${listOf(names, within)}`;
  return `\`${within}${name}\` is no option: ${which}`;
}

function listOf(names: readonly string[], within: string): string {
  return names.map((name) => `\`${within}${name}\``).join(', ');
}

/** How many letters to put in, take out or change to make one word the other. */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of one.split('').entries()) {
    const next = [index + 1];
    for (let at = 1; at <= other.length; at += 1) {
      const changed = (row[at - 1] ?? 0) + (letter === other[at - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
