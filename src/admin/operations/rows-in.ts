import type { Route } from '../../api/address.js';
import type { Operation, OperationRow } from '../calling/operation.js';

/** An operation as data: what its row says, its route, and its name, such as `lists.create`. */
export interface NamedRow extends OperationRow {
  name: string;
  route: Route;
}

/** The rows of a table of operations; the names of those in its groups are joined by a dot. */
export function rowsIn(table: (operation: Operation) => object): NamedRow[] {
  const declared = new Map<unknown, OperationRow & { route: Route }>();
  const record = (route: Route, row?: OperationRow) => {
    const call = () => undefined;
    declared.set(call, { ...row, route });
    return call;
  };
  const namedRows = (group: object, prefix: string): NamedRow[] =>
    Object.entries(group).flatMap(([key, value]: [string, object]) => {
      const name = prefix + key;
      const row = declared.get(value);
      return row ? [{ ...row, name }] : namedRows(value, `${name}.`);
    });
  return namedRows(table(record as unknown as Operation), '');
}
