import type { Route } from '../api/address.js';
import type { UserRef } from '../api/models/user.js';
import { must } from '../lib/must.js';
import type { Host } from './host.js';

/** The current user, without whom nothing can be asked. */
export function userOf({ user }: Host): UserRef {
  must(user !== undefined, 'Call `identify` first: there is no user');
  return user;
}

/** How a call differs from most. */
export interface CallOptions {
  /** Default: the current user. */
  user?: UserRef;
  /** What names them in the input. Default: what they are known by. */
  own?: object;
}

/** Calls an operation for a user, under their own token. */
export async function call(
  host: Host,
  route: Route,
  input: object,
  { user = userOf(host), own = user }: CallOptions = {},
): Promise<unknown> {
  return host.callAs(user, route, { ...input, ...own });
}
