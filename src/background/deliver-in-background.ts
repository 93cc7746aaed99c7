import { connect } from '../api/endpoint.js';
import { projectName } from '../api/service.js';
import { must } from '../lib/must.js';
import { createQueue } from '../lib/queue.js';
import { tokensFrom } from '../browser/tokens-from.js';
import type { TrackedEvent } from '../events/event.js';
import type { Drop } from '../events/outbox/ledger.js';
import { createPlugins } from '../events/plugins.js';
import { checkedOptions, type ClientOptions } from '../options.js';
import { deliverOnce } from './background-delivery.js';
import type { DeliveringWorker } from './delivering-worker.js';
import { createWorkerNews } from './worker-news.js';

/** Which client's events are delivered, and how: what is here as in a page's `createClient` must be the same. */
export interface DeliverInBackgroundOptions extends Pick<
  ClientOptions,
  'apiKey' | 'baseUrl' | 'project' | 'getToken' | 'headers' | 'consent' | 'uncertain' | 'fetch'
> {
  /** Where your own server gives tokens, such as `/token`; it is asked with `?email=` or `?userId=`, and the visitor's cookies. Default: `getToken` does. */
  tokenUrl?: string;
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
  options: DeliverInBackgroundOptions,
  worker: DeliveringWorker = globalThis as unknown as DeliveringWorker,
): () => Promise<void> {
  const endpoint = connect(options);
  const name = projectName(options);
  const {
    tokenUrl,
    getToken = tokenUrl === undefined ? undefined : tokensFrom(tokenUrl),
    ...others
  } = options;
  const checked = checkedOptions({ ...others, ...(getToken && { getToken }) });
  const { onDrop, beforeSend } = options;
  for (const own of [onDrop, beforeSend])
    must(/undefined|function/.test(typeof own), '`beforeSend` and `onDrop` must be functions');
  const report = () => undefined;
  const plugins = createPlugins({}, report);
  if (beforeSend) plugins.use({ beforeSend });
  const tell = createWorkerNews(name, worker);

  const deliver = createQueue(() =>
    deliverOnce({
      ...checked,
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
