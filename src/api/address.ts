import { OptionError } from '../errors.js';

/** A verb and a path whose `{names}` are filled from the input. */
export type Route = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

/** Where one call goes, and what it carries. */
export interface Address {
  method: string;
  url: string;
  /** The JSON text of the body, when there is something to put in it. */
  body: string | undefined;
}

/**
 * Spreads an input over the path, the query string and the body of a route.
 *
 * Fields named in the path go there; those of a `GET`, and those named in `query`, go in the
 * query string; the rest make the body.
 */
export function addressOf(route: Route, input: object, query: readonly string[] = []): Address {
  const [method = '', template = ''] = route.split(' ');
  const search = new URLSearchParams();
  const body: Record<string, unknown> = {};
  const fields = Object.entries(input).filter(([name]) => !template.includes(`{${name}}`));

  for (const [name, value] of fields) {
    if (method === 'GET' || query.includes(name)) addTo(search, name, value);
    else body[name] = value;
  }
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    segment(name, (input as Record<string, unknown>)[name]),
  );
  return { method, url: search.size ? `${path}?${search}` : path, body: json(route, body) };
}

/** Checks where the service is said to be; a path in it is kept, so that a proxy can stand in front. */
export function baseOf(baseUrl: string): { base: string; host: string } {
  let url: URL;
  try {
    url = new URL(baseUrl);
  } catch {
    throw new OptionError('`baseUrl` must be a whole address, such as `https://api.example.com`');
  }
  const { protocol, host, username, password, search, hash } = url;
  if (!/^https?:$/.test(protocol) || username || password || search || hash) {
    throw new OptionError('`baseUrl` must be an http or https address without user, query or fragment');
  }
  return { base: url.href.replace(/\/+$/, ''), host };
}

/** Adds a value to the query string: once per item of a list, not at all when there is none. */
function addTo(search: URLSearchParams, name: string, value: unknown) {
  const items: unknown[] = Array.isArray(value) ? value : [value];
  for (const item of items) {
    if (item !== undefined && item !== null) search.append(name, String(item as string | number | boolean));
  }
}

/** Encodes a path segment, refusing one that would change the path. */
function segment(name: string, value: unknown): string {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  if (/^\.{0,2}$/.test(text))
    throw new OptionError(`\`${name}\` must be a number or a text other than "", "." and ".."`);
  try {
    return encodeURIComponent(text);
  } catch (cause) {
    throw new OptionError(`\`${name}\` must be well-formed text`, { cause });
  }
}

function json(route: Route, body: object): string | undefined {
  try {
    const text = JSON.stringify(body);
    return text === '{}' ? undefined : text;
  } catch (cause) {
    throw new OptionError(`The input of ${route} must be what JSON can hold: no cycles, no BigInt`, {
      cause,
    });
  }
}
