import type { Route } from '../../src/api/address.js';
import type { Operation, OperationRow } from '../../src/admin/calling/operation.js';
import { rowsIn } from '../../src/admin/operations/rows-in.js';

/** An operation as its table declares it. */
export type Row = [name: string, route: Route, row: OperationRow];

/** Reads a table of operations as data; the names of nested ones are joined by a dot. */
export function routesOf(table: (operation: Operation) => object): Row[] {
  return rowsIn(table).map(({ name, route, ...row }) => [name, route, row]);
}
