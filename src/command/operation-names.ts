import type { Route } from '../admin/index.js';
import type { Operation } from '../admin/calling/operation.js';
import { operations } from '../admin/operations/operations.js';

/** The route of every operation, by its name, such as `lists.create`. */
export function operationNames(): ReadonlyMap<string, Route> {
  const routes = new Map<unknown, Route>();
  const record = (route: Route) => {
    const row = () => undefined;
    routes.set(row, route);
    return row;
  };
  const rowsOf = (group: object, prefix = ''): [string, Route][] =>
    Object.entries(group).flatMap(([name, value]: [string, object]) => {
      const route = routes.get(value);
      return route ? [[prefix + name, route]] : rowsOf(value, `${prefix}${name}.`);
    });
  return new Map(rowsOf(operations(record as unknown as Operation)));
}
