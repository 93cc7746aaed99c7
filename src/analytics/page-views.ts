import { onAddressChanged } from '../browser/navigation.js';
import { isPage } from '../browser/page.js';
import { addressNow, onPageReturned, pageNow, referrerNow, whenOpened } from '../browser/surroundings.js';
import type { Host } from '../host/host.js';
import { startOnce } from '../host/start-once.js';
import { isText } from '../lib/text.js';
import { must } from '../lib/must.js';
import type { RecordingClient } from './recording-client.js';

/** Which navigations are recorded, and as what. */
export interface PageViewsOptions {
  /** The name of the event. Default: `page-viewed`. */
  name?: string;
  /** Whether another query, such as `?page=2`, is another page. Default: `true`. */
  query?: boolean;
  /** Whether another fragment, such as `#/cart`, is another page. Default: `false`. */
  fragment?: boolean;
  /** More data for each, or `null` to leave one out. Default: none. */
  data?: (path: string) => object | null;
}

/** Page views, as they are recorded. */
export interface PageViews {
  /** Stops. */
  close(): void;
}

/**
 * Records each page that the visitor sees, also those of a single-page app and one that comes back from the
 * back/forward cache, as an event with `pageUrl`, `pagePath`, `pageTitle` and `referrer`. Called again for the same
 * client, it gives the same, which stops once all have closed it.
 *
 * @example
 * ```ts
 * startPageViews(client);
 * ```
 */
export function startPageViews(client: RecordingClient, options: PageViewsOptions = {}): PageViews {
  return startOnce(client, 'page-views', options, (host) => start(host, client, options));
}

function start(host: Host, client: RecordingClient, options: PageViewsOptions): PageViews {
  const { name = 'page-viewed', query = true, fragment = false, data = () => ({}) } = options;
  must(isText(name), '`name` must be a text');
  if (!isPage()) return { close: () => undefined };

  let isClosed = false;
  let seen = '';
  let referrer = referrerNow();

  const here = () => addressNow(query, fragment);
  async function record() {
    const page = pageNow();
    const more = data(page.pagePath);
    const fields = { ...page, ...(referrer && { referrer }), ...more };
    referrer = page.pageUrl;
    if (more) await client.track(name as never, fields as never);
  }
  /** What the page's own function throws is told, and no navigation is stopped by it. */
  const view = () => {
    seen = here();
    record().catch(host.report);
  };
  const stops = [onAddressChanged(() => seen === here() || view()), onPageReturned(view)];
  whenOpened(() => isClosed || view());

  return {
    close() {
      isClosed = true;
      stops.forEach((stop) => stop());
    },
  };
}
