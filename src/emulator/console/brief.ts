/** How long a field of a row may be, in characters. */
const LENGTH = 20_000;

/** A row whose fields are each cut where they get too long to look at, with a note of what is left out. */
export function briefRow<Row extends object>(row: Row, length = LENGTH): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, briefOf(value, length)]),
  ) as Row;
}

/** The start of a value, with a note of what is left out; a value that is not too long as it is. */
export function briefOf(value: unknown, length: number): unknown {
  let left = length;

  function cut(part: unknown): unknown {
    if (typeof part === 'string') return cutText(part);
    left -= 8; // About what a number takes, or the marks around a group.
    if (Array.isArray(part)) return cutArray(part);
    return typeof part === 'object' && part !== null ? cutObject(part) : part;
  }

  function cutText(text: string): string {
    const kept = text.slice(0, Math.max(0, left));
    left -= text.length;
    return kept.length < text.length ? `${kept}… (${text.length - kept.length} more characters)` : text;
  }

  function cutArray(items: unknown[]): unknown[] {
    const kept: unknown[] = [];
    for (const item of items) {
      if (left <= 0) return [...kept, `… (${items.length - kept.length} more)`];
      kept.push(cut(item));
    }
    return kept;
  }

  function cutObject(fields: object): object {
    const all = Object.entries(fields);
    const kept: [string, unknown][] = [];
    for (const [name, field] of all) {
      if (left <= 0) return Object.fromEntries([...kept, ['…', `${all.length - kept.length} more`]]);
      left -= name.length;
      kept.push([name, cut(field)]);
    }
    return Object.fromEntries(kept);
  }

  return cut(value);
}
