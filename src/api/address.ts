/** A verb and a path whose `{names}` are filled from the input. */
export type Route = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

/** Where one call goes, and what it carries. */
export interface Address {
  method: string;
  /** The path, with its query string. */
  path: string;
  /** What goes along, as JSON. */
  body?: string;
}

/** Puts the whole input of a route without `{names}` in the body, or in the query string of a `GET`. */
export function addressOf(route: Route, input: unknown): Address {
  const [method = '', path = ''] = route.split(' ');
  return method === 'GET'
    ? { method, path: path + queryOf(input) }
    : { method, path, body: JSON.stringify(input) };
}

/** A query string, or nothing: a pair for each item of a list, none where there is no value. */
export function queryOf(fields: unknown): string {
  const pairs = Object.entries(fields ?? {}).flatMap(([name, value]) =>
    [value].flat().flatMap((item: unknown) => ((item ?? null) === null ? [] : [[name, String(item)]])),
  );
  return pairs.length ? `?${new URLSearchParams(pairs)}` : '';
}
