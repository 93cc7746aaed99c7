import type { Operation, OperationRow } from '../../admin/calling/operation.js';
import { commerce } from '../../admin/operations/commerce.js';
import { embedded } from '../../admin/operations/embedded.js';
import { events } from '../../admin/operations/events.js';
import { inApp } from '../../admin/operations/in-app.js';
import { rowsIn, type NamedRow } from '../../admin/operations/rows-in.js';
import { users } from '../../admin/operations/users.js';

/** The tables in which what a relay calls stands: the others would only make it heavier. */
const tables = (operation: Operation) => ({
  commerce: commerce(operation),
  embedded: embedded(operation),
  events: events(operation),
  inApp: inApp(operation),
  users: users(operation),
});

let rows: ReadonlyMap<string, NamedRow> | undefined;

/** All that is special about an operation that a relay calls. */
export function rowOf(route: string): OperationRow {
  rows ??= new Map(rowsIn(tables).map((row) => [row.route, row]));
  return rows.get(route) ?? {};
}
