import type { RelayOutcome } from '../outcome.js';
import type { RelayedCall } from '../relayed-call.js';
import type { ForwardHow, ForwardingOptions } from './forwarding-options.js';

/**
 * Tells the service of calls that were checked: one outcome each, in their order; none of them ever rejects, nor is
 * `accepted` or `held`. Calls of many requests that wait are told together.
 */
export type Forward = (calls: readonly RelayedCall[], how?: ForwardHow) => Promise<RelayOutcome>[];

/** Makes the function that tells the service of what pages told. */
export function createForwarding(_options: ForwardingOptions): Forward {
  return (calls) => calls.map(async (): Promise<RelayOutcome> => ({ is: 'again' }));
}
