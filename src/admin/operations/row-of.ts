import { rowsByRoute } from './rows.js';
import type { NamedRow } from './rows-in.js';

/**
 * The row of the operation that a call of any route makes, its `{names}` filled in. Sees through other spellings that
 * servers, or what stands before them, may take for the same; of several rows, one without `{names}` comes first.
 */
export function rowOf(route: string, input: object): NamedRow | undefined {
  const known = rowsByRoute().get(route);
  if (known) return known;
  for (const spelling of spellingsOf(filled(route, input))) {
    const found = [...rowsByRoute().values()].filter((row) => isSpelledAs(row.route, spelling));
    const best = found.find((row) => !row.route.includes('{')) ?? found[0];
    if (best) return best;
  }
  return undefined;
}

/** A route as it may be read: first with each `/` in a name taken for one between names, and then for what it says. */
export function spellingsOf(route: string): [whole: string, split: string] {
  const [path = ''] = route.split('?');
  return [plain(path, /%([0-7][\da-f])/gi), plain(path, /%(?!2f|5c)([0-7][\da-f])/gi)];
}

/** A path with nothing in it that may mean nothing. */
function plain(path: string, encoded: RegExp): string {
  const decoded = path.replace(encoded, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  // What was encoded twice may be decoded twice.
  if (decoded !== path) return plain(decoded, encoded);
  const [verb, ...words] = path.split(' ');
  const name = words.join('').replace(/;[^/]*|\p{Cc}/gu, '');
  return `${verb} ${name.replace(/[/\\]+/g, '/').replace(/(.)\/$/, '$1')}`;
}

/** A route with what its input has for its `{names}`, which are not those of an operation. */
function filled(route: string, input: object): string {
  const fields = { ...input } as Record<string, unknown>;
  return route.replace(/\{(\w+)\}/g, (all, name: string) => {
    const value = fields[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : all;
  });
}

function isSpelledAs(operation: string, spelling: string): boolean {
  const pattern = operation.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${pattern}$`, 'i').test(spelling);
}
