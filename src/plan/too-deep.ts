/** In how many levels a plan may be nested: far fewer than a program can follow, and far more than a person can. */
export const MOST_LEVELS = 100;

/** The event, or whatever else of a plan, that is nested in more levels than that; nothing where none is. */
export function tooDeepIn(plan: object): string | undefined {
  /** How deep each has stood: in code, one may stand in several places, or in itself. */
  const seen = new Map<object, number>();

  function look(value: unknown, path: readonly string[]): string | undefined {
    if (typeof value !== 'object' || value === null) return undefined;
    const level = path.length;
    if ((seen.get(value) ?? 0) >= level) return undefined;
    if (level > MOST_LEVELS) return path.slice(0, 3).join('/');
    seen.set(value, level);
    for (const [name, inner] of Object.entries(value)) {
      const found = look(inner, [...path, name.replaceAll('~', '~0').replaceAll('/', '~1')]);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  return look(plan, ['#']);
}
