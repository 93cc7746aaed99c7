import { ApiError, NetworkError } from '../../errors.js';
import { errorOf } from '../../lib/error-of.js';
import type { Cart, Purchase } from '../../api/models/commerce.js';
import type { Route } from '../../api/address.js';
import type { Endpoint } from '../../api/endpoint.js';
import type { NewEvent } from '../../api/models/event.js';
import type { SubscriptionsUpdate, UserRef, UserUpdate } from '../../api/models/user.js';
import { isVisible } from '../../browser/page.js';
import type { PageLeft } from '../../browser/page-left.js';
import { isAboutCredentials, type Credentials } from '../../identity/credentials.js';
import { isNoToken, NoToken } from '../../identity/no-token.js';
import type { Visitor } from '../../identity/visitor.js';
import { isLate } from '../outbox/departures.js';
import { OUTLET } from '../outbox/outlet.js';
import { timeOf } from './event-time.js';
import type { TrackedEvent } from '../event.js';
import type { Row } from '../outbox/row.js';
import type { Outcome } from '../outbox/outcome.js';

/** How long after an answer a browser still counts the call, in milliseconds. */
const RELEASE = 1_000;

/** What a sender needs. */
export interface SenderOptions {
  ask: Endpoint;
  credentials: Credentials;
  left: PageLeft;
  visitor: Pick<Visitor, 'agrees'>;
  /** May change what the service is told of an event. */
  beforeSend: (event: TrackedEvent) => TrackedEvent;
  /** How many events count as one call. Default: 1. */
  width?: number;
  now: () => number;
}

/** Makes the function that sends one event under the identity it was recorded for, and says what became of it. */
export function createSender({ ask, credentials, left, visitor, beforeSend, width = 1, now }: SenderOptions) {
  const out = { bytes: 0, calls: 0 };

  return async function send(row: Row): Promise<Outcome> {
    const { event, size } = row;
    const user = event.user as UserRef;
    const { signal } = left;
    try {
      await credentials.call(
        user,
        async (headers) => {
          // The visitor may have changed their mind before all that a call needs was there.
          if (!visitor.agrees || isLate(row, now())) throw new NoToken();
          const [route, body] = callOf(beforeSend(event), user, timeOf(event.recordedAt, now()));
          const attempt = (keepalive: boolean) => ask(route)(body, { headers, keepalive, signal });
          const mayRepeat = event.kind !== 'message';
          const fits = out.bytes + size <= OUTLET.bytes && out.calls < OUTLET.calls * width;
          // Outlives the page, as far as the browser lets it; all scripts of a page share the room for that.
          if (!fits || (mayRepeat && !left.away && isVisible())) return attempt(false);
          add(out, size, 1);
          return attempt(true)
            .catch((error: unknown) => {
              if (mayRepeat && error instanceof NetworkError) return attempt(false);
              throw error;
            })
            .finally(() => setTimeout(add, RELEASE, out, -size, -1));
        },
        event.kind,
      );
      return { row, is: 'delivered' };
    } catch (error) {
      return outcomeOf(row, errorOf(error), left.away ?? signal !== left.signal);
    }
  };
}

function add(out: typeof OUTLET, bytes: number, calls: number) {
  out.bytes += bytes;
  out.calls += calls;
}

function outcomeOf(row: Row, error: Error, isUnheard: unknown): Outcome {
  const answer = error instanceof ApiError ? error : undefined;
  if (isNoToken(error) || isAboutCredentials(error))
    return { row, is: answer?.status === 403 ? 'tried' : 'held', error };
  // Without a word of the service's own, it is a proxy or the like that speaks.
  if (answer?.code && !answer.isTransient) return { row, is: 'refused', reason: answer.code, error };
  if (!answer && isUnheard) return { row, is: 'unheard' };
  return { row, is: 'failed', error, pause: answer?.retryAfter };
}

/** How each kind of event is told to the service. */
function callOf(event: TrackedEvent, user: UserRef, time: { createdAt?: number }): [Route, object] {
  switch (event.kind) {
    case 'custom': {
      const { name, ...said } = saidIn(event);
      return ['POST /api/events/track', { ...time, ...said, ...user, eventName: name } satisfies NewEvent];
    }
    case 'purchase':
      return ['POST /api/commerce/trackPurchase', { ...time, ...saidIn(event), user } satisfies Purchase];
    case 'cart':
      return ['POST /api/commerce/updateCart', { user, items: event.items } satisfies Cart];
    case 'profile': {
      const { id, create, ...said } = saidIn(event);
      // JSON leaves out what was not said.
      const update = { ...said, ...user, preferUserId: create as boolean };
      return ['POST /api/users/update', update satisfies UserUpdate];
    }
    case 'subscriptions':
      return [
        'POST /api/users/updateSubscriptions',
        { ...event.change, ...user } satisfies SubscriptionsUpdate,
      ];
    case 'message':
      return [event.route, { ...time, ...event.body, ...user }];
  }
}

/** What an event says, without what is known of every event. */
function saidIn<Event extends TrackedEvent>(event: Event): Omit<Event, 'kind' | 'user' | 'recordedAt'> {
  const { kind, user, recordedAt, ...said } = event;
  return said;
}
