import type { Client, UserRef } from '../../../src/index.js';
import type { Call, Wedge } from './schedule.js';

/** What a page is made with. */
export interface PageSettings {
  apiKey: string;
  /** Where the relay of the site is, if pages speak by way of that. */
  relay: string | undefined;
  /** How far the page's clock is ahead of the device's, in milliseconds. */
  ahead: number;
  hasLocks: boolean;
  /** The message types of the project. */
  messageTypeIds: number[];
  wedge?: Wedge;
}

/** A call that was made, and whose it was at that time. */
export interface Made extends Call {
  user?: UserRef;
}

/** What has become of the calls of a page. */
export interface Told {
  recorded: number[];
  /** Those of them that this page alone remembers, since it has no storage. */
  inMemory: number[];
  /** Those that the client rejected, and why. */
  refused: [number: number, why: string][];
}

/** What can be asked of a page, by its global `ledger`. */
export interface LedgerPage {
  /**
   * Sets how far the page's clock is ahead of the device's, in milliseconds. Resolves once all is over that was begun
   * before, but for calls.
   */
  leap(ahead: number): Promise<void>;
  /** Makes calls, one right after another, as a user. */
  make(calls: Call[], user?: UserRef): Made[];
  /** Waits until all that was made is recorded. */
  settled(): Promise<void>;
  told(): Told;
  /** Delivers what waits; gives how many still wait. */
  flush(timeout?: number): Promise<number>;
  dropped(): Promise<Record<string, number>>;
  /** Closes what connections to the storage there are. */
  loseConnection(): void;
  /** Keeps everybody else from the storage for a while, in milliseconds. */
  stall(time: number): Promise<void>;
}

declare global {
  interface Window {
    ledger: LedgerPage;
  }
}

/** Starts the client in a page. It runs there, so it uses nothing from outside. */
export function startLedger(settings: PageSettings): void {
  const { apiKey, relay, ahead, hasLocks, messageTypeIds, wedge } = settings;
  const { now } = Date;
  let isAhead = ahead;
  Date.now = () => now() + isAhead;
  if (!hasLocks) Object.defineProperty(navigator, 'locks', { value: undefined });
  const connections = new Set<IDBDatabase>();
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (...named) {
    if (wedge === 'refused') throw new DOMException('The storage is refused', 'SecurityError');
    if (wedge === 'stuck') return {} as IDBOpenDBRequest;
    const request = open.apply(this, named);
    request.addEventListener('success', () => connections.add(request.result));
    return request;
  };

  const pending = new Set<Promise<void>>();
  const told: Told = { recorded: [], inMemory: [], refused: [] };
  let isInMemory = false;
  let hasSaid = false;

  async function getToken(user: UserRef) {
    const request = fetch('/token', { method: 'POST', body: JSON.stringify(user) });
    const response = await request.catch(() => Response.error());
    if (response.status === 204) return undefined;
    if (!response.ok) throw new Error('`getToken` has no session');
    return response.text();
  }

  function call({ kind, number }: Call): Promise<void> {
    const items = [{ id: `item-${number}`, name: 'Mug', price: 12, quantity: 1 }];
    switch (kind) {
      case 'custom':
        return client.track('seen', { call: number });
      case 'purchase':
        return client.purchase({ items, total: 12, dataFields: { call: number } });
      case 'cart':
        return client.updateCart(items);
      case 'profile':
        return client.updateUser({ last: number, [`place${number % 3}`]: number });
      case 'subscriptions':
        return client.updateSubscriptions({
          unsubscribedMessageTypeIds: messageTypeIds.filter((_, place) => number & (1 << place)),
        });
    }
  }

  function make(one: Call): Made {
    const { user } = client;
    const recording = call(one).then(
      () => {
        told.recorded.push(one.number);
        if (isInMemory) told.inMemory.push(one.number);
      },
      (error: unknown) => void told.refused.push([one.number, String(error)]),
    );
    pending.add(recording);
    void recording.finally(() => pending.delete(recording));
    return { ...one, ...(user && { user }) };
  }

  window.ledger = {
    async leap(ahead) {
      isAhead = ahead;
      // What is done on the device is done in turn; a page without storage shares nothing.
      if (!wedge) await client.stats();
    },
    make(calls, user) {
      // As a page does that knows who has logged in: what the client remembers may be older, in a browser that was killed.
      const isKnown = hasSaid && JSON.stringify(client.user) === JSON.stringify(user);
      hasSaid = true;
      document.cookie = `session=${encodeURIComponent(JSON.stringify(user ?? null))}; path=/`;
      if (!user) void client.reset();
      else if (!isKnown) {
        client.identify(user).catch((error: unknown) => console.warn(String(error)));
      }
      return calls.map(make);
    },
    settled: async () => void (await Promise.all(pending)),
    told: () => told,
    async flush(timeout) {
      await client.flush(timeout ? { timeout } : {}).catch((error: unknown) => console.warn(String(error)));
      return (await client.stats()).waiting;
    },
    dropped: async () => (await client.stats()).dropped,
    loseConnection() {
      for (const connection of connections) connection.close();
      connections.clear();
    },
    async stall(time) {
      await client.stats(); // What has not been opened cannot stall.
      const [{ name }] = (await indexedDB.databases()) as [IDBDatabaseInfo];
      const request = open.call(indexedDB, name as string);
      await new Promise((resolve) => (request.onsuccess = resolve));
      const store = request.result.transaction('entries', 'readwrite').objectStore('entries');
      const end = now() + time;
      const again = () => {
        if (now() < end) store.get('nothing').onsuccess = again;
        else request.result.close();
      };
      again();
    },
  };

  const { createClient } = (window as unknown as { tidings: { createClient: (options: object) => Client } })
    .tidings;
  const client = createClient(relay ? { relay } : { apiKey, baseUrl: location.origin, getToken });
  client.on('error', (error) => {
    // All that is left of the errors tells, once, that there is no storage.
    const isAboutDelivery = ['NetworkError', 'ApiError', 'OptionError'].includes(error.name);
    if (!isAboutDelivery && !error.message.includes('getToken')) isInMemory = true;
  });
}
