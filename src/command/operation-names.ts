import type { Route } from '../admin/index.js';
import { rowsByRoute } from '../admin/operations/rows.js';

/** The route of every operation, by its name, such as `lists.create`. */
export function operationNames(): ReadonlyMap<string, Route> {
  return new Map([...rowsByRoute().values()].map(({ name, route }) => [name, route]));
}
