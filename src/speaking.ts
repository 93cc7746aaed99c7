import { connectTo, type Endpoint } from './api/endpoint.js';
import { serviceOf, type ServiceOptions } from './api/service.js';
import { createCredentials, type CredentialsOptions } from './identity/credentials.js';
import { createDelivery, type DeliveryOptions } from './events/delivery/delivery.js';
import { createSender, type SenderOptions } from './events/delivery/sender.js';
import type { Relaying } from './relaying.js';
import type { Speaking } from './events/later-delivery.js';
import { createExchange, type ExchangeOptions } from './events/outbox/exchange.js';

/** The options of a client, which may be others later. */
export type SpeakingOptions = ServiceOptions &
  CredentialsOptions &
  Pick<DeliveryOptions, 'baseUrl' | 'name' | 'onTrouble' | 'wakeWorker'> &
  Pick<ExchangeOptions, 'page' | 'uncertain'> &
  Pick<SenderOptions, 'left'>;

/** What a client has of its own by then. */
export type SpeakingParts = Pick<DeliveryOptions, 'onDelivered' | 'outbox' | 'visitor'> &
  Pick<ExchangeOptions, 'outbox' | 'visitor'> &
  Pick<SenderOptions, 'beforeSend' | 'visitor'> &
  Partial<Relaying>;

/** Makes what speaks to the service, each part from those above it. */
export function createSpeaking(
  options: SpeakingOptions,
  parts: SpeakingParts,
  ask: Endpoint = connectTo((parts.behindRelay ?? serviceOf)(options)),
): Speaking {
  const credentials = createCredentials(options);
  const base = { ...options, ...parts, ...credentials };
  const exchange = createExchange(base);
  const send = createSender({ ...base, ask, credentials });
  return {
    ...credentials,
    ...createDelivery({ ...base, exchange, send }),
    callAs: (user, route, input) =>
      credentials.call(user, (headers) => ask(route)(input, { headers }), route),
  };
}
