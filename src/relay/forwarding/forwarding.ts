import { must } from '../../lib/must.js';
import type { RelayOutcome } from '../outcome.js';
import type { RelayedCall } from '../relayed-call.js';
import type { ForwardHow, ForwardingOptions } from './forwarding-options.js';
import { createInOrder } from './in-order.js';
import { createLine, type Line } from './line.js';
import { againAfter, outcomeOf } from './outcome-of.js';
import { createService, type Service } from './service.js';
import { createTellingTogether } from './telling-together.js';
import { createTokens, type Tokens } from './tokens.js';
import { createTroubles } from './troubles.js';
import { together, withId } from './ways.js';

/**
 * Tells the service of calls that were checked: one outcome each, in their order; none of them ever rejects, nor is
 * `accepted` or `held`. Calls of many requests that wait are told together.
 */
export type Forward = (calls: readonly RelayedCall[], how?: ForwardHow) => Promise<RelayOutcome>[];

/** How long a page's call waits for its outcome, in milliseconds. */
const PATIENCE = 7_500;

/** What is told with the server-side key, one call at a time for each user. */
const commerce = /^POST \/api\/commerce\//;
/** What a page needs the answer of. */
const answered = /^POST \/api\/users\/updateEmail$/;

/** Makes the function that tells the service of what pages told. */
export function createForwarding(
  options: ForwardingOptions,
  { service, tokens, hear } = partsOf(options),
): Forward {
  const { now } = service;
  const gatherings = Object.fromEntries(
    Object.entries(together).map(([route, way]) => [route, createTellingTogether(way, { service, hear })]),
  );

  /** Makes one call by itself. */
  async function make({ call, until, signal }: Line): Promise<RelayOutcome> {
    const { route, body, user } = call;
    try {
      const how = { signal, retry: { budget: Math.max(1, until - now()) } };
      if (commerce.test(route)) await service.asServer(route)(withIdWhereTaken(call), how);
      else {
        const headers = { [service.tokenHeader]: `Bearer ${await tokens(user)}` };
        const answer = await service.asPage(route)(body, { ...how, headers });
        if (answered.test(route)) return { is: 'delivered', answer };
      }
      return { is: 'delivered' };
    } catch (error) {
      hear(error);
      return outcomeOf(error);
    }
  }
  const inOrder = createInOrder(make);

  function begin(line: Line): void {
    const { route } = line.call;
    const gather = gatherings[route];
    if (gather) gather(line);
    else if (commerce.test(route)) inOrder(line);
    else void make(line).then(line.tell);
  }

  return (calls, { patience = PATIENCE, signal } = {}) => {
    must(patience > 0, '`patience` must be a number of milliseconds above 0');
    const end = new AbortController();
    const giveUp = () => {
      end.abort(new DOMException('Nobody waits for it any longer', 'TimeoutError'));
      for (const line of lines) line.tell(againAfter());
    };
    const timer = setTimeout(giveUp, patience);
    signal?.addEventListener('abort', giveUp);
    let left = calls.length;
    const onTold = () => {
      left -= 1;
      if (left) return;
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    };
    const until = now() + patience;
    const lines = calls.map((call) => createLine(call, { until, signal: end.signal, onTold }));
    if (!lines.length) clearTimeout(timer);
    if (signal?.aborted) giveUp();
    else lines.forEach(begin);
    return lines.map(({ outcome }) => outcome);
  };
}

/** What forwarding is made of. */
interface ForwardingParts {
  service: Service;
  tokens: Tokens;
  /** Hears what went wrong with a call. */
  hear: (error: unknown) => void;
}

function partsOf(options: ForwardingOptions): ForwardingParts {
  const { tokenSecret, now = Date.now, onError } = options;
  const service = createService(options);
  return { service, tokens: createTokens(tokenSecret, now), hear: createTroubles(onError) };
}

/** A purchase may be told twice under one id; a cart has none, and says the same thing twice. */
function withIdWhereTaken({ route, body }: RelayedCall): object {
  return route.endsWith('trackPurchase') ? withId(body) : body;
}
