/** The name of a type for each schema that others refer to, by its name in the plan. */
export function typeNames(names: readonly string[]): Map<string, string> {
  // What the file has of its own.
  const taken = new Set(['Events', 'Record']);
  const found = new Map<string, string>();
  for (const name of names) {
    const words = name
      .split(/[^\p{ID_Continue}]+/u)
      .map((word) => word.replace(/^./u, (first) => first.toUpperCase()));
    const plain = words.join('').replace(/^(?!\p{ID_Start})/u, 'Type');
    let type = plain;
    for (let number = 2; taken.has(type); number += 1) type = `${plain}${number}`;
    taken.add(type);
    found.set(name, type);
  }
  return found;
}
