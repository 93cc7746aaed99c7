import type { DataFields } from '../api/models/data-fields.js';
import { isPage } from '../browser/page.js';
import { pageNow, placeNow, queryNow, referrerNow, screenNow } from '../browser/surroundings.js';
import type { Host } from '../host/host.js';
import { startOnce } from '../host/start-once.js';
import { isObject } from '../lib/is-object.js';
import { must } from '../lib/must.js';
import { customPlugin } from './custom-plugin.js';
import { keepDeviceId } from './device-id.js';
import type { RecordingClient } from './recording-client.js';
import { keepSession, type Session } from './session.js';

/** Which fields are added to custom events. Each is left out unless it is `true`. */
export interface ContextOptions {
  /** `pageUrl`, `pagePath`, `pageTitle`: where the visitor is, without query and fragment. */
  page?: boolean;
  /** `referrer`: which page led to the first of this session, without query and fragment. */
  referrer?: boolean;
  /** `utm_source`, `utm_medium`, `utm_campaign`, `utm_term`, `utm_content`, as the address had them that began the session. */
  utm?: boolean;
  /** `locale`: the language of the browser, such as `en-GB`. */
  locale?: boolean;
  /** `timezone`, such as `Europe/London`. */
  timezone?: boolean;
  /** `screenWidth`, `screenHeight`, `viewportWidth`, `viewportHeight`, in CSS pixels. */
  screen?: boolean;
  /** `sessionId`: the same until half an hour without an event, another visitor, or a refusal. */
  session?: boolean;
  /** `deviceId`: the same until the visitor refuses, or the site's data is erased. */
  device?: boolean;
}

/** What is said of custom events besides what they say themselves. */
export interface Context {
  /** Adds fields of your own to all custom events of this session, in every tab. */
  register(fields: object): void;
  /** Adds these fields no more. */
  unregister(...names: string[]): void;
  /** Stops. */
  close(): void;
}

/**
 * Adds fields to the data of each custom event: what the event says itself stays. Called again for the same client, it
 * gives the same, which stops once all have closed it.
 *
 * @example
 * ```ts
 * const context = startContext(client, { page: true, utm: true, session: true });
 * context.register({ variant: 'b' });
 * ```
 */
export function startContext(client: RecordingClient, options: ContextOptions = {}): Context {
  return startOnce(client, 'context', options, (host) => start(host, client, options));
}

function start(host: Host, client: RecordingClient, options: ContextOptions): Context {
  const session = keepSession(host, { origin: originNow, time: Date.now });
  const [deviceId, stopDevice] = keepDeviceId(host);
  const fields = () => ({ ...chosen(options, session, deviceId), ...session.now().fields });
  const stop = client.use(
    customPlugin('context', (event) => ({ ...event, dataFields: { ...fields(), ...event.dataFields } })),
  );
  // It begins with the page that the visitor comes to.
  if (isPage()) session.now();

  return {
    register(fields) {
      must(isObject(fields), 'The data must be an object');
      session.register(fields);
    },
    unregister: (...names) => session.unregister(names),
    close() {
      stop();
      stopDevice();
      session.close();
    },
  };
}

/** Where the visitor comes from. */
function originNow(): DataFields {
  if (!isPage()) return {};
  const found = [...new URLSearchParams(queryNow())].filter(([name]) =>
    /^utm_(source|medium|campaign|term|content)$/.test(name),
  );
  const referrer = referrerNow();
  return { ...Object.fromEntries(found), ...(referrer && { referrer }) };
}

/** The fields that were chosen, as they are now. */
function chosen(options: ContextOptions, session: Session, deviceId: () => string): DataFields {
  if (!isPage()) return {};
  const { id: sessionId, origin } = session.now();
  const { referrer, ...utm } = origin;
  const { locale, timezone } = placeNow();
  return {
    ...(options.page && pageNow()),
    ...(options.referrer && referrer !== undefined && { referrer }),
    ...(options.utm && utm),
    ...(options.locale && { locale }),
    ...(options.timezone && { timezone }),
    ...(options.screen && screenNow()),
    ...(options.session && { sessionId }),
    ...(options.device && { deviceId: deviceId() }),
  };
}
