import { queryOf, type Address, type Route } from '../../api/address.js';
import { OptionError } from '../../errors.js';
import { isObject } from '../../lib/is-object.js';
import { must } from '../../lib/must.js';
import { routeName } from './route-name.js';
import { writtenJson } from './written-json.js';

/**
 * Spreads an input over the path, the query string and the body of a route.
 *
 * Fields named in the path go there; those of a `GET`, and those named in `query`, go in the
 * query string; the rest make the body.
 */
export function spreadInput(route: Route, input: unknown, query: readonly string[] = []): Address {
  const [method = '', template = ''] = route.split(' ');
  const fields = new Map<string, unknown>(Object.entries(input ?? {}));
  for (const [name, value] of fields) {
    // JSON and a query would hold nothing of what is in it.
    must(!isOtherList(value), `\`${name}\` must be a list, such as \`[...${name}]\``);
  }

  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const text = segment(name, fields.get(name));
    fields.delete(name);
    return text;
  });
  const asked = [...fields].filter(([name]) => method === 'GET' || query.includes(name));
  for (const [name] of asked) fields.delete(name);
  const more = queryOf(Object.fromEntries(asked));
  return {
    method,
    path: path + (path.includes('?') ? more.replace('?', '&') : more),
    ...bodyOf(routeName(route), Object.fromEntries(fields)),
  };
}

/** Whether a value is a list of another kind than an array: a set, what a generator gives. */
function isOtherList(value: unknown): boolean {
  return isObject(value) && Symbol.iterator in value;
}

/** Encodes a path segment, refusing one that would change the path. */
function segment(name: string, value: unknown): string {
  try {
    const text = typeof value === 'string' || Number.isFinite(value) ? encodeURIComponent(String(value)) : '';
    if (!/^\.{0,2}$/.test(text)) return text;
  } catch {
    // Half of a surrogate pair: no address can hold it.
  }
  throw new OptionError(`\`${name}\` must be a number, or a text other than "", "." and ".."`);
}

/** The body, when there is something to put in it; what JSON cannot hold is refused before anything is sent. */
function bodyOf(route: Route, fields: object): Pick<Address, 'body'> {
  const body = writtenJson(`The input of ${route}`, fields);
  return body === undefined || body === '{}' ? {} : { body };
}
