import { OptionError } from '../errors.js';

/** A verb and a path whose `{names}` are filled from the input. */
export type Route = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

/** Where one call goes, and what it carries. */
export interface Address {
  method: string;
  url: string;
  /** The JSON text of the body, when there is something to put in it. */
  body?: string;
}

/**
 * Spreads an input over the path, the query string and the body of a route.
 *
 * Fields named in the path go there; those of a `GET`, and those named in `query`, go in the
 * query string; the rest make the body.
 */
export function addressOf(route: Route, input: unknown, query: readonly string[] = []): Address {
  const [method = '', template = ''] = route.split(' ');
  const fields = new Map<string, unknown>(Object.entries(input ?? {}));
  const search = new URLSearchParams();

  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const text = segment(name, fields.get(name));
    fields.delete(name);
    return text;
  });
  for (const [name, value] of fields) {
    if (method !== 'GET' && !query.includes(name)) continue;
    addTo(search, name, value);
    fields.delete(name);
  }
  const body = json(route, Object.fromEntries(fields));
  return { method, url: [path, String(search)].filter(Boolean).join('?'), ...(body && { body }) };
}

/** Checks where the service is said to be; a path in it is kept, so that a proxy can stand in front. */
export function baseOf(baseUrl: string): { base: string; host: string } {
  let url: URL;
  try {
    url = new URL(baseUrl);
  } catch {
    throw new OptionError('`baseUrl` must be a whole address, such as `https://api.example.com`');
  }
  const { protocol, host, username, password, href } = url;
  if (!/^https?:$/.test(protocol) || username || password || /[?#]/.test(href)) {
    throw new OptionError('`baseUrl` must be an http or https address without user, query or fragment');
  }
  return { base: href.replace(/\/+$/, ''), host };
}

/** Adds a value to the query string: once per item of a list, not at all when there is none. */
function addTo(search: URLSearchParams, name: string, value: unknown) {
  const items = (Array.isArray(value) ? value : [value]) as (string | number | boolean | null | undefined)[];
  for (const item of items) {
    if (item !== undefined && item !== null) search.append(name, String(item));
  }
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

function json(route: Route, body: object): string | undefined {
  try {
    const text = JSON.stringify(body);
    return text === '{}' ? undefined : text;
  } catch (cause) {
    throw new OptionError(`The input of ${route} must be what JSON can hold`, { cause });
  }
}
