import type { Route } from '../../src/api/address.js';
import type { Endpoint, EndpointOptions } from '../../src/admin/calling/endpoint.js';

/** An operation as its table declares it. */
export type Row = [name: string, route: Route, options: EndpointOptions];

/** Reads a table of endpoints as data; the names of nested ones are joined by a dot. */
export function routesOf(table: (endpoint: Endpoint) => object): Row[] {
  const declared = new Map<unknown, [Route, EndpointOptions]>();
  const record = ((route: Route, options: EndpointOptions = {}) => {
    const call = () => undefined;
    declared.set(call, [route, options]);
    return call;
  }) as unknown as Endpoint;

  const rowsOf = (group: object, prefix = ''): Row[] =>
    Object.entries(group).flatMap(([name, value]: [string, object]) => {
      const row = declared.get(value);
      return row ? [[prefix + name, ...row] as Row] : rowsOf(value, `${prefix}${name}.`);
    });
  return rowsOf(table(record));
}
