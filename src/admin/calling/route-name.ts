import type { Route } from '../../api/address.js';
import { redact } from '../../lib/redact.js';

/** A route as errors and logs name it: without who is named in it, and without its query, in which anything may stand. */
export function routeName(route: string): Route {
  return redact(route.replace(/\?.*/s, '')) as Route;
}
