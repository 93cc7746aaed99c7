import type { Route } from '../../src/api/address.js';
import type { Operation, OperationRow } from '../../src/admin/calling/operation.js';

/** An operation as its table declares it. */
export type Row = [name: string, route: Route, options: OperationRow];

/** Reads a table of operations as data; the names of nested ones are joined by a dot. */
export function routesOf(table: (operation: Operation) => object): Row[] {
  const declared = new Map<unknown, [Route, OperationRow]>();
  const record = ((route: Route, options: OperationRow = {}) => {
    const call = () => undefined;
    declared.set(call, [route, options]);
    return call;
  }) as unknown as Operation;

  const rowsOf = (group: object, prefix = ''): Row[] =>
    Object.entries(group).flatMap(([name, value]: [string, object]) => {
      const row = declared.get(value);
      return row ? [[prefix + name, ...row] as Row] : rowsOf(value, `${prefix}${name}.`);
    });
  return rowsOf(table(record));
}
