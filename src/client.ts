import { OptionError } from './errors.js';
import { createEmitter } from './lib/emitter.js';
import { connect } from './api/endpoint.js';
import type { UserRef } from './api/user.js';
import { isPage, onOnline, onPageHidden, onPageShown } from './browser/page.js';
import { openStore } from './browser/store.js';
import { createCredentials } from './identity/credentials.js';
import { checkedUser } from './identity/user.js';
import { createDelivery } from './events/delivery.js';
import type { TrackedEvent } from './events/event.js';
import { createOutbox } from './events/outbox.js';
import { createSender } from './events/sender.js';
import { createTracker } from './events/tracker.js';

export interface ClientOptions {
  /** A web key of your project. A server-side key must never be in a page. */
  apiKey: string;
  /** Where the service is, such as `https://api.example.com`. */
  baseUrl: string;
  /** Gets a user's token from your own server. Default: calls carry no token, for keys that need none. */
  getToken?: (user: UserRef) => Promise<string>;
  /** The headers that carry the key and the token. Default: `Api-Key` and `Authorization`. */
  headers?: { apiKey?: string; token?: string };
  /** Replaces the global `fetch`, to proxy or to test. */
  fetch?: typeof globalThis.fetch;
}

/** What a client tells of. */
export interface Happenings {
  /** The service has this event. */
  delivered: TrackedEvent;
  /** The service will never take this event. */
  dropped: { event: TrackedEvent; error: Error };
  /** Something went wrong; what was recorded is kept and tried again. */
  error: Error;
}

export interface Client {
  /** Says who the visitor is, and what to keep on their profile. What is recorded from now on is theirs. */
  identify(user: UserRef, profile?: { dataFields?: object }): Promise<void>;
  /**
   * Records something the visitor did. Resolves once it is safe on this device;
   * delivery follows, now or on a later visit.
   *
   * @example
   * ```ts
   * await client.track('trial-started', { plan: 'pro' });
   * ```
   */
  track(name: string, data?: object): Promise<void>;
  /** Delivers what waits. Rejects when the service cannot take it now; it is tried again later. */
  flush(): Promise<void>;
  /** Calls `listener` each time; returns the function that stops it. */
  on<Name extends keyof Happenings>(name: Name, listener: (what: Happenings[Name]) => void): () => void;
}

/** Starts the library on a page. This is where its parts meet; no part looks for another. */
export function createClient(options: ClientOptions): Client {
  const { apiKey, baseUrl, getToken, headers = {}, fetch } = { ...options };
  if (getToken !== undefined && typeof getToken !== 'function') {
    throw new OptionError('`getToken` must be a function that gives a promise of a token');
  }
  const endpoint = connect({ apiKey, baseUrl, fetch, keyHeader: headers.apiKey });
  const credentials = createCredentials(getToken, headers.token ?? 'Authorization');
  const { on, emit } = createEmitter<Happenings>();
  let user: UserRef | undefined;

  const outbox = createOutbox(openStore('tidings'));
  const deliver = createDelivery({
    outbox,
    send: createSender({ endpoint, credentials: credentials.headers, forget: credentials.forget }),
    onDelivered: (event) => emit('delivered', event),
    onDropped: (event, error) => emit('dropped', { event, error }),
  });
  // What is left stays in the outbox for the next of these moments.
  const tryToDeliver = () => void deliver().catch((error: unknown) => emit('error', error as Error));
  const tracker = createTracker({
    user: () => user,
    async add(event) {
      await outbox.add(event);
      tryToDeliver();
    },
  });

  if (isPage()) {
    [onOnline, onPageShown, onPageHidden].forEach((when) => when(tryToDeliver));
    tryToDeliver();
  }

  return {
    async identify(who, { dataFields } = {}) {
      user = checkedUser(who);
      if (dataFields) await tracker.updateUser(dataFields);
    },
    track: tracker.track,
    flush: deliver,
    on,
  };
}
