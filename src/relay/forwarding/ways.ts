import { randomId } from '../../lib/random-id.js';
import type { Route } from '../../api/address.js';

/** A kind of call of which many are told at once. */
export interface TogetherWay {
  /** The operation that takes many. */
  route: Route;
  /** The operation that takes one, where order says nothing against it: it says what is wrong with that one. */
  alone?: Route;
  isOrdered: boolean;
  /** What a body becomes among others. */
  itemOf(body: Record<string, unknown>): object;
  /** What must be the same for all in one call. */
  policyOf(body: Record<string, unknown>): unknown;
  /** The body of all of them. */
  bodyOf(items: object[], policy: unknown): object;
}

/** What is told with others of its kind, by the route of the page's call. */
export const together: Readonly<Record<string, TogetherWay>> = {
  'POST /api/events/track': {
    route: 'POST /api/events/trackBulk',
    alone: 'POST /api/events/track',
    isOrdered: false,
    itemOf: withId,
    policyOf: () => undefined,
    bodyOf: (events) => ({ events }),
  },
  'POST /api/users/update': {
    route: 'POST /api/users/bulkUpdate',
    isOrdered: true,
    itemOf: ({ createNewFields, ...user }) => user,
    policyOf: ({ createNewFields }) => createNewFields,
    bodyOf: (users, createNewFields) => ({
      users,
      ...(createNewFields !== undefined && { createNewFields }),
    }),
  },
  'POST /api/users/updateSubscriptions': {
    route: 'POST /api/users/bulkUpdateSubscriptions',
    isOrdered: true,
    itemOf: (body) => body,
    policyOf: () => undefined,
    bodyOf: (updateSubscriptionsRequests) => ({ updateSubscriptionsRequests }),
  },
};

/** With an id, so that the call may be made again where its answer gets lost. */
export function withId(body: Record<string, unknown>): Record<string, unknown> {
  return body['id'] === undefined ? { ...body, id: randomId() } : body;
}
