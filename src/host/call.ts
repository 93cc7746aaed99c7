import type { Route } from '../api/address.js';
import type { UserRef } from '../api/models/user.js';
import { must } from '../lib/must.js';
import type { Host } from './host.js';

/** The current user, without whom nothing can be asked. */
export function userOf({ user }: Host): UserRef {
  must(user !== undefined, 'Call `identify` first: there is no user');
  return user;
}

/**
 * Calls an operation for the current user, under their own token.
 *
 * @param own - What names them in the input. Default: what they are known by.
 */
export async function call(
  host: Host,
  route: Route,
  input: object,
  user = userOf(host),
  own: object = user,
): Promise<unknown> {
  const attempt = (headers: Record<string, string>) =>
    host.endpoint(route)({ ...input, ...own }, { headers });
  return host.callAs(user, attempt, route);
}
