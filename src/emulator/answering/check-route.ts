/** Refuses a route that the service does not have: what waits for it would wait forever. */
export function checkRoute(routes: readonly string[], route: string): void {
  if (!routes.includes(route))
    throw new TypeError(`The service has no \`${route}\`; name one such as \`POST /api/events/track\``);
}
