import type { Kind, Who } from './wire.js';

/** One call of a page. */
export interface Call {
  number: number;
  kind: Kind;
}

/** What a page is made with. */
export interface Settings {
  apiKey: string;
  api: string;
  ears: string;
  /** Where the relay of the site is, if pages speak by way of that. */
  relay?: string;
  hasLocks: boolean;
  hasStorage: boolean;
  hasInbox: boolean;
  limits?: { events: number };
  /** How far the device's clock is ahead, in milliseconds. */
  ahead: number;
  /** What the page calls in its first task, before it goes elsewhere. */
  first?: Call[];
}

/** What can be asked of a page, by its global `chaos`. */
export interface ChaosPage {
  /**
   * Makes calls, one right after another, as whoever the visitor is, or becomes just before by a login of this number.
   * Gives the page's own name.
   */
  make(calls: Call[], login?: { number: number; user?: Who }): string;
  /** Makes these calls once the page is left. Gives the page's own name. */
  makeOnLeave(calls: Call[]): string;
  user(): string;
  /** How many of its calls are neither kept nor refused: a message may have to come first. */
  pending(): number;
  /** Says to the site who is logged in, as another page of it would. */
  keepSession(user?: Who): void;
  leap(ahead: number): Promise<void>;
  /** Fills the room that browsers have for calls which outlive a page. */
  fillKeepalive(): void;
  /** Copies rows of the device, each broken in another way. */
  breakRows(): Promise<number>;
  becomeMany(calls: Call[], back?: Who): Promise<void>;
  /** Delivers what waits; gives what the client counts then. */
  flush(): Promise<{
    waiting: number;
    delivered: number;
    dropped: Record<string, number>;
    uncertain: number;
  }>;
  /** Which calls pages have made that have heard that they are left. */
  leftWords(): number[];
}

declare global {
  interface Window {
    chaos: ChaosPage;
  }
}

interface Published {
  createClient(options: object): {
    user?: Who;
    identify(user: Who): Promise<void>;
    reset(): Promise<void>;
    track(name: string, data: object): Promise<void>;
    purchase(purchase: object): Promise<void>;
    updateCart(items: object[]): Promise<void>;
    updateUser(fields: object): Promise<void>;
    updateSubscriptions(change: object): Promise<void>;
    flush(options: object): Promise<void>;
    stats(): ReturnType<ChaosPage['flush']>;
    on(name: 'error', listener: (error: Error) => void): void;
  };
  startInApp(client: object): {
    inbox: { messages: { messageId: string }[]; remove(id: string): Promise<void> };
  };
}

/** Starts the client in a page. It runs there, so it uses nothing from outside. */
export function startChaos(settings: Settings): void {
  let { ahead } = settings;
  const { now } = Date;
  Date.now = () => now() + ahead;
  if (!settings.hasLocks) Object.defineProperty(navigator, 'locks', { value: undefined });
  if (!settings.hasStorage) {
    const refuse = () => {
      throw new DOMException('The storage is refused', 'SecurityError');
    };
    IDBFactory.prototype.open = refuse;
    Object.defineProperty(window, 'localStorage', { get: refuse });
  }
  const { fetch } = window;
  const page = `chaos left ${Math.random()}`;
  const made = new Set<number>();
  let pending = 0;
  let lines: string[] = [];

  /** Tells it until it is heard, as when there is no network. */
  async function tell() {
    const body = lines.join('\n');
    lines = [];
    for (let isHeard = false; !isHeard;) {
      const call = fetch(`${settings.ears}/said`, { method: 'POST', mode: 'no-cors', body });
      isHeard = await call.then(
        () => true,
        () => new Promise((resolve) => setTimeout(resolve, 100, false)),
      );
    }
  }

  function say(line: string) {
    lines.push(line);
    if (lines.length === 1) queueMicrotask(() => void tell());
  }

  let onLeave: Call[] = [];
  addEventListener('pagehide', () => {
    onLeave.splice(0).forEach(makeOne);
    try {
      localStorage.setItem(page, JSON.stringify([...made]));
    } catch {
      // Then nobody takes these calls for promised.
    }
  });

  async function getToken(user: Who) {
    const response = await fetch('/token', { method: 'POST', body: JSON.stringify(user) });
    if (response.status === 204) return undefined;
    if (!response.ok) throw new Error('There is no session');
    return response.text();
  }

  const { tidings } = window as unknown as { tidings: Published };
  const { apiKey, api: baseUrl, relay, limits } = settings;
  const how = relay ? { relay } : { apiKey, baseUrl, getToken };
  const client = tidings.createClient({ ...how, ...(limits && { limits }) });
  client.on('error', () => undefined);
  const inApp = settings.hasInbox ? tidings.startInApp(client) : undefined;

  async function consume(id: string) {
    const end = performance.now() + 4_000;
    const isThere = () => inApp?.inbox.messages.some(({ messageId }) => messageId === id);
    while (!isThere()) {
      if (performance.now() > end) throw new Error('The message did not come');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await inApp?.inbox.remove(id);
  }

  function call({ kind, number }: Call): Promise<void> {
    const items = [{ id: `c${number}`, name: 'Mug', price: 12, quantity: 1 }];
    switch (kind) {
      case 'custom':
        return client.track('seen', { call: number });
      case 'purchase':
        return client.purchase({ items, total: 12, dataFields: { call: number } });
      case 'cart':
        return client.updateCart(items);
      case 'profile':
        return client.updateUser({ last: number, [`p${number}`]: number });
      case 'subscriptions':
        return client.updateSubscriptions({ unsubscribedMessageTypeIds: [number] });
      case 'message':
        return consume(`m${number}`);
    }
  }

  function makeOne(one: Call) {
    // A message may have to come first, so nobody knows when it was made.
    if (one.kind !== 'message') made.add(one.number);
    pending += 1;
    call(one)
      .then(
        () => say(`kept ${one.number}`),
        (error: unknown) => say(`refused ${one.number} ${String(error)}`),
      )
      .finally(() => (pending -= 1));
  }

  /** As the site does when somebody logs in or out. */
  function keepSession(user?: Who) {
    if (relay) document.cookie = `session=${encodeURIComponent(JSON.stringify(user ?? null))}; path=/`;
  }

  window.chaos = {
    make(calls, login) {
      if (login) keepSession(login.user);
      const saying = login && (login.user ? client.identify(login.user) : client.reset());
      void saying?.then(() => say(`login ${login?.number}`)).catch(() => undefined);
      calls.forEach(makeOne);
      return page;
    },
    makeOnLeave(calls) {
      onLeave = calls;
      return page;
    },
    keepSession,
    user: () => client.user?.email ?? client.user?.userId ?? 'nobody',
    pending: () => pending,
    async leap(next) {
      ahead = next;
      await client.stats();
    },
    fillKeepalive() {
      const body = 'x'.repeat(60_000);
      void fetch('/foreign', { method: 'POST', keepalive: true, body }).catch(() => undefined);
    },
    async breakRows() {
      let count = 0;
      for (const { name = '' } of await indexedDB.databases()) {
        const opening = indexedDB.open(name);
        await new Promise((resolve) => (opening.onsuccess = resolve));
        const database = opening.result;
        for (const table of database.objectStoreNames) {
          const store = database.transaction(table, 'readwrite').objectStore(table);
          const [keys, values] = [store.getAllKeys(), store.getAll()];
          await new Promise((resolve) => (values.onsuccess = resolve));
          keys.result.forEach((key, index) => {
            const value = values.result[index] as Record<string, unknown> | undefined;
            if (!value?.['event'] || count >= 12) return;
            const event = { ...value['event'], kind: 'of another version', id: 'broken' };
            const broken = [{ ...value, event }, { ...value, event: undefined }, 'broken', {}][count++ % 4];
            // What another version has recorded, this one counts as it takes it in.
            const isOther = typeof broken === 'object' && 'event' in broken && !!broken.event;
            const near = isOther ? `0${(key as string).slice(1)}-` : `${key as string}-`;
            store.put(typeof broken === 'object' ? { ...broken, key: near } : broken, near);
          });
        }
        database.close();
      }
      return count;
    },
    async becomeMany(calls, back) {
      const all = calls.map((one) => {
        const former = { email: `former-${one.number}@chaos.example` };
        keepSession(former);
        const saying = client.identify(former);
        makeOne(one);
        return saying;
      });
      keepSession(back);
      all.push(back ? client.identify(back) : client.reset());
      await Promise.allSettled(all);
    },
    async flush() {
      await client.flush({ timeout: 5_000 }).catch(() => undefined);
      return client.stats();
    },
    leftWords: () =>
      Object.keys(localStorage)
        .filter((key) => key.startsWith('chaos left '))
        .flatMap((key) => JSON.parse(localStorage.getItem(key) ?? '[]') as number[]),
  };

  if (!settings.first) return;
  settings.first.forEach(makeOne);
  location.href = '/elsewhere';
}
