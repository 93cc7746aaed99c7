import type { Route } from '../../api/address.js';
import type { Operation, OperationRow } from '../calling/operation.js';
import { operations } from './operations.js';

let known: ReadonlyMap<string, OperationRow> | undefined;

/** The row of every operation, by its route. */
export function rowsByRoute(): ReadonlyMap<string, OperationRow> {
  known ??= declaredRows();
  return known;
}

function declaredRows(): ReadonlyMap<string, OperationRow> {
  const declared = new Map<string, OperationRow>();
  const record = (route: Route, row: OperationRow = {}) => {
    declared.set(route, row);
    return () => undefined;
  };
  operations(record as unknown as Operation);
  return declared;
}
