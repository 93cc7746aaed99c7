import type { UserRef } from '../api/models/user.js';

/** What a page may tell, as a route of the service. */
export type RelayedRoute = `POST /api/${string}`;

/** A call that a page told, once it is known that its user may make it. Plain data: a queue may keep it as JSON. */
export interface RelayedCall {
  route: RelayedRoute;
  /** What goes to the service, with its user in it, as the page would send it there itself. */
  body: Record<string, unknown>;
  /** Whom it is for: whose token goes along where one is needed, and whose calls of one kind keep their order. */
  user: UserRef;
}
