import type { Route } from '../../api/address.js';
import { ApiError } from '../../errors.js';

/** Refuses an answer that leads elsewhere: a call that went there would give its key away, and one made again be told the same. */
export function refuseRedirect({ status, type, body }: Response, route: Route): void {
  if (type !== 'opaqueredirect' && (status < 300 || status >= 400)) return;
  // Nobody reads it, and what is not read holds the connection.
  body?.cancel().catch(() => {});
  const reason =
    'it redirects, which no call follows with its key; `baseUrl` must be where the service itself answers';
  throw new ApiError(route, { status: status || 302, rawBody: '', reason });
}
