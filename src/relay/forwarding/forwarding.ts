import { must } from '../../lib/must.js';
import type { RelayOutcome } from '../outcome.js';
import type { RelayedCall } from '../relayed-call.js';
import type { ForwardHow, ForwardingOptions } from './forwarding-options.js';
import { createInOrder } from './in-order.js';
import { createLine, tooLate, type Line } from './line.js';
import { againAfter } from './outcome-of.js';
import { createService } from './service.js';
import { createTellingAlone, isCommerce, type AloneParts } from './telling-alone.js';
import { createTellingTogether } from './telling-together.js';
import { createTokens } from './tokens.js';
import { createTroubles } from './troubles.js';
import { together } from './ways.js';

/**
 * Tells the service of calls that were checked: one outcome each, in their order; none of them ever rejects, nor is
 * `accepted` or `held`. Calls of many requests that wait are told together. Those of one user that have an order
 * (profiles, subscriptions, carts and purchases) are told in it, and never two of them at a time unless in one call.
 */
export type Forward = (calls: readonly RelayedCall[], how?: ForwardHow) => Promise<RelayOutcome>[];

/** How long a page's call waits for its outcome, in milliseconds. */
const PATIENCE = 7_500;

/** Makes the function that tells the service of what pages told. */
export function createForwarding(options: ForwardingOptions, parts = partsOf(options)): Forward {
  const { now } = parts.service;
  const alone = createTellingAlone(parts);
  const gatherings = Object.fromEntries(
    Object.entries(together).map(([route, way]) => [route, createTellingTogether(way, parts)]),
  );
  const inOrder = createInOrder();

  function begin(line: Line): void {
    const { route } = line.call;
    const way = gatherings[route] ?? alone;
    if (isCommerce(route) || together[route]?.isOrdered) inOrder(line, way);
    else way.begin(line);
  }

  return (calls, { patience = PATIENCE, signal } = {}) => {
    must(patience > 0, '`patience` must be a number of milliseconds above 0');
    const end = new AbortController();
    let left = calls.length;
    const timer = left ? setTimeout(giveUp, patience) : undefined;
    signal?.addEventListener('abort', giveUp);
    const until = now() + patience;
    const lines = calls.map((call) => createLine(call, { until, signal: end.signal, onTold }));

    function giveUp(): void {
      end.abort(tooLate());
      for (const line of lines) line.tell(againAfter());
    }
    function onTold(): void {
      left -= 1;
      if (left) return;
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    }
    if (signal?.aborted) giveUp();
    else lines.forEach(begin);
    return lines.map(({ outcome }) => outcome);
  };
}

function partsOf(options: ForwardingOptions): AloneParts {
  const { tokenSecret, now = Date.now, onError } = options;
  const service = createService(options);
  return { service, underToken: createTokens(tokenSecret, now), hear: createTroubles(onError) };
}
