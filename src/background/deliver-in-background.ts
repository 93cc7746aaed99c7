import { connectTo } from '../api/endpoint.js';
import { projectName, serviceOf } from '../api/service.js';
import { must } from '../lib/must.js';
import { createQueue } from '../lib/queue.js';
import { tokensFrom } from '../browser/tokens-from.js';
import type { TrackedEvent } from '../events/event.js';
import type { Drop } from '../events/outbox/ledger.js';
import { createPlugins } from '../events/plugins.js';
import {
  checkedOptions,
  placed,
  type DirectOptions,
  type OwnOptions,
  type RelayOptions,
} from '../options.js';
import { behindRelay, width, type Relaying } from '../relaying.js';
import { deliverOnce } from './background-delivery.js';
import type { DeliveringWorker } from './delivering-worker.js';
import { createWorkerNews } from './worker-news.js';

/** Which client's events are delivered, and how: what is here as in a page's `createClient` must be the same. */
export type DeliverInBackgroundOptions = OwnDeliveryOptions & (DirectDeliveryOptions | RelayOptions);

/** How a service worker speaks to the service itself. */
export interface DirectDeliveryOptions extends DirectOptions {
  /** Where your own server gives tokens, such as `/token`; it is asked with `?email=` or `?userId=`, and the visitor's cookies. Default: `getToken` does. */
  tokenUrl?: string;
}

/** What a service worker does of its own. */
export interface OwnDeliveryOptions extends Pick<OwnOptions, 'project' | 'consent' | 'uncertain' | 'fetch'> {
  /** May change what the service is told of an event, as a plugin of your pages does, of which a worker knows nothing. Default: tells all as it is. */
  beforeSend?: (event: TrackedEvent) => TrackedEvent;
  /** Hears of each event that the service will never take. Default: `stats()` alone counts it. */
  onDrop?: (drop: Drop) => void;
}

/**
 * Delivers what waits on the device once the last page is gone, where there is Background Sync; elsewhere the next page
 * does. Gives the function that does so now, for events of your own; it rejects while there is something to come back for.
 *
 * @example
 * ```ts
 * import { deliverInBackground } from 'tidings/service-worker';
 * deliverInBackground({ apiKey: 'a-web-key', baseUrl: 'https://api.example.com', tokenUrl: '/token' });
 * ```
 */
export function deliverInBackground(
  given: DeliverInBackgroundOptions,
  worker: DeliveringWorker = globalThis as unknown as DeliveringWorker,
): () => Promise<void> {
  const options = placed(given);
  const relaying: Partial<Relaying> = options.relay ? { behindRelay, width } : {};
  const endpoint = connectTo((relaying.behindRelay ?? serviceOf)(options));
  const name = projectName(options);
  const { tokenUrl, onDrop, beforeSend } = given as OwnDeliveryOptions & DirectDeliveryOptions;
  const { getToken = tokenUrl === undefined ? undefined : tokensFrom(tokenUrl), ...others } = options;
  const checked = checkedOptions({ ...others, ...(getToken && { getToken }) });
  for (const own of [onDrop, beforeSend])
    must(/undefined|function/.test(typeof own), '`beforeSend` and `onDrop` must be functions');
  const report = () => undefined;
  const plugins = createPlugins({}, report);
  if (beforeSend) plugins.use({ beforeSend });
  const tell = createWorkerNews(name, worker);

  const deliver = createQueue(() =>
    deliverOnce({
      ...checked,
      ...relaying,
      ...{ name, endpoint, beforeSend: plugins.beforeSend, onDelivered: (event) => tell(event) },
      onDropped(drop) {
        tell(drop.event, drop.reason, drop.error);
        onDrop?.(drop);
      },
      async isSeen() {
        const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
        return windows.some(({ visibilityState }) => visibilityState === 'visible');
      },
    }),
  );
  worker.addEventListener('sync', (event) => {
    if (event.tag === name) event.waitUntil(deliver());
  });
  return deliver;
}
