import { OptionError } from './errors.js';
import { createEmitter } from './lib/emitter.js';
import { connect } from './api/endpoint.js';
import type { UserRef } from './api/user.js';
import { alone } from './browser/lock.js';
import { isPage, onOnline, onPageHidden, onPageShown } from './browser/page.js';
import { openStore } from './browser/store.js';
import { createCredentials } from './identity/credentials.js';
import { checkedUser } from './identity/user.js';
import { createDelivery } from './events/delivery.js';
import type { TrackedEvent } from './events/event.js';
import { createOutbox } from './events/outbox.js';
import { createSender } from './events/sender.js';
import { createTracker, plainData } from './events/tracker.js';

/** Which service a client speaks to, and how. */
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
export interface Told {
  /** The service has this event. */
  delivered: TrackedEvent;
  /** The service will never take this event. */
  dropped: { event: TrackedEvent; error: Error };
  /** Something went wrong. What was recorded is kept, and goes out with the next event, load or return to the page. */
  error: Error;
}

/** A visitor's identity, and what they do. */
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
  on<Name extends keyof Told>(name: Name, listener: (what: Told[Name]) => void): () => void;
}

/** Starts the library on a page. This is where its parts meet; no part looks for another. */
export function createClient(options: ClientOptions): Client {
  const endpoint = connect(options);
  const { apiKey, baseUrl, getToken, headers } = options;
  if (getToken !== undefined && typeof getToken !== 'function') {
    throw new OptionError('`getToken` must be a function that gives a promise of a token');
  }
  const { on, emit } = createEmitter<Told>();
  // Named after the project, so that another project on the same site cannot deliver its events.
  const name = `tidings ${baseUrl} ${apiKey}`;
  const outbox = createOutbox(openStore(name));
  const delivery = createDelivery({
    outbox,
    send: createSender(endpoint, createCredentials(getToken, headers?.token)),
    onDelivered: (event) => emit('delivered', event),
    onDropped: (event, error) => emit('dropped', { event, error }),
  });
  const deliver = () => alone(name, delivery);
  // What is left stays in the outbox for the next of these moments.
  const tryToDeliver = () => void deliver().catch((error: unknown) => emit('error', errorOf(error)));
  if (isPage()) {
    [onOnline, onPageShown, onPageHidden].forEach((when) => when(tryToDeliver));
    tryToDeliver();
  }
  let user: UserRef | undefined;
  const tracker = createTracker({
    user: () => user,
    add: (event) => outbox.add(event).then(tryToDeliver),
  });

  return {
    async identify(who, profile) {
      const next = checkedUser(who);
      const data = profile?.dataFields && plainData(profile.dataFields);
      user = next;
      if (data) await tracker.updateUser(data);
    },
    track: tracker.track,
    flush: deliver,
    on,
  };
}

/** What was thrown, as an error: a page may throw anything. */
function errorOf(thrown: unknown): Error {
  return thrown instanceof Error
    ? thrown
    : new Error('Something that is no error was thrown', { cause: thrown });
}
