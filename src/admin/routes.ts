/** The operation among some that a route is of, its `{names}` filled in; one that has none comes first. */
export function operationOf(operations: Iterable<string>, route: string): string | undefined {
  const found = [...operations].filter((operation) => isRouteOf(operation, route));
  return found.find((operation) => !operation.includes('{')) ?? found[0];
}

function isRouteOf(operation: string, route: string): boolean {
  if (operation === route) return true;
  const pattern = operation.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${pattern}$`).test(route.replace(/[?#].*$/, ''));
}
