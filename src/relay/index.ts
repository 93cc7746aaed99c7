import { createForwarding } from './forwarding/forwarding.js';
import { createService } from './forwarding/service.js';
import { createTokens } from './forwarding/tokens.js';
import { createTroubles } from './forwarding/troubles.js';
import { createRead } from './read.js';
import { createAnswering, type Relay } from './relay.js';
import { checkRelayOptions, type RelayOptions } from './relay-options.js';
import { createTell } from './telling/tell.js';
import { createRate } from './who/rate.js';
import { createReceipts } from './who/receipts.js';

/**
 * Answers the pages of a site at one address of its own, and tells the service what they tell: on any server of requests
 * and responses; `toNode` makes it one for Node's `http` and Express.
 *
 * @example
 * ```ts
 * const relay = createRelay({
 *   baseUrl: 'https://api.example.com',
 *   serverKey: process.env.SERVER_KEY!,
 *   webKey: process.env.WEB_KEY!,
 *   tokenSecret: process.env.TOKEN_SECRET!,
 *   user: (request) => sessionOf(request)?.user,
 * });
 * ```
 */
export function createRelay<Asked = Request>(options: RelayOptions<Asked>): Relay<Asked> {
  checkRelayOptions(options);
  // eslint-disable-next-line no-console -- A server has nobody else to tell.
  const { tokenSecret, queue, now = Date.now, onError = console.error } = options;
  const rate = options.rate === false ? undefined : createRate(options.rate ?? {}, now);
  const hear = createTroubles(onError);

  function opened(): Relay<Asked> {
    const service = createService(options);
    const underToken = createTokens(tokenSecret, now);
    const receipts = createReceipts(tokenSecret, now);
    const forward = createForwarding(options, { service, underToken, hear });
    const tell = createTell({ forward, receipts, queue, onError });
    const read = createRead({ service, underToken, hear });
    return createAnswering(options, { tell, read, receipts, rate, onError, now: service.now });
  }
  const relay = opened();
  // There, no request may wait for what another has begun; what all of them count is shared all the same.
  return isCloudflare() ? (request) => opened()(request) : relay;
}

/** Whether this is a worker of Cloudflare's. */
function isCloudflare(): boolean {
  return (globalThis as { navigator?: { userAgent?: string } }).navigator?.userAgent === 'Cloudflare-Workers';
}

export { toNode, type NodeHandler, type NodeAsked, type NodeAnswer } from './node/to-node.js';
export type { Relay } from './relay.js';
export type { RelayLimits, RelayOptions, RelayRate, SessionUser } from './relay-options.js';
export type { RelayOutcome } from './outcome.js';
export type { AddHow, RelayQueue } from './relay-queue.js';
export type { RelayedCall, RelayedRoute } from './relayed-call.js';
export type { ForwardingOptions } from './forwarding/forwarding-options.js';
export type { PaceOptions } from '../admin/pace/shared-pace.js';
export type { Pace } from '../admin/pace/pace.js';
export type { Logger } from '../admin/calling/log.js';
export type { HeaderNames } from '../api/service.js';
export type { UserRef } from '../api/models/user.js';
export * from '../errors.js';
