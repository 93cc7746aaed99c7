import type { OperationRow } from '../calling/operation.js';
import { operations } from './operations.js';
import { rowsIn, type NamedRow } from './rows-in.js';

let rows: ReadonlyMap<string, NamedRow> | undefined;

/** The rows of all operations, by their routes. */
export function rowsByRoute(): ReadonlyMap<string, NamedRow> {
  rows ??= new Map(rowsIn(operations).map((row) => [row.route, row]));
  return rows;
}

/** How often an operation may be called, as published. */
export function limitOf(route: string): OperationRow['limit'] {
  return rowsByRoute().get(route)?.limit;
}
