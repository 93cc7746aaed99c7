import type { RelayOutcome } from '../outcome.js';
import type { RelayedCall } from '../relayed-call.js';
import type { Way } from './in-order.js';
import { isTooLate, tooLate, type Line } from './line.js';
import { outcomeOf } from './outcome-of.js';
import type { Service } from './service.js';
import type { UnderToken } from './tokens.js';
import { withId } from './ways.js';

/** What is told with the server-side key; all else goes under a token of its user. */
export const isCommerce = (route: string): boolean => route.startsWith('POST /api/commerce/');
/** Whether a page needs the answer. */
const isAnswered = (route: string) => route === 'POST /api/users/updateEmail';

/** What is needed to make calls for users. */
export interface AloneParts {
  service: Service;
  underToken: UnderToken;
  /** Hears what went wrong with a call. */
  hear: (error: unknown) => void;
}

/** Makes the way of what is told by a call of its own. */
export function createTellingAlone({ service, underToken, hear }: AloneParts): Way {
  const { now } = service;

  async function call({ route, body, user }: RelayedCall, line: Line): Promise<unknown> {
    const how = () => ({
      signal: line.signal,
      retry: { budget: Math.max(1, line.until - now()) },
      onWaited() {
        if (isTooLate(line, now)) throw tooLate();
      },
    });
    if (isCommerce(route)) return service.asServer(route)(withIdWhereTaken(route, body), how());
    return underToken(user, (token) =>
      service.asPage(route)(body, { ...how(), headers: { [service.tokenHeader]: `Bearer ${token}` } }),
    );
  }

  async function outcomeFor(line: Line): Promise<RelayOutcome> {
    try {
      const answer = await call(line.call, line);
      return { is: 'delivered', ...(isAnswered(line.call.route) && { answer }) };
    } catch (error) {
      hear(error);
      return outcomeOf(error);
    }
  }

  return {
    begin(line) {
      void outcomeFor(line).then((outcome) => {
        line.tell(outcome);
        line.end();
      });
    },
    keepsOrder: false,
  };
}

/** A purchase may be told twice under one id; a cart has none, and says the same thing twice. */
function withIdWhereTaken(route: string, body: Record<string, unknown>): object {
  return route.endsWith('trackPurchase') ? withId(body) : body;
}
