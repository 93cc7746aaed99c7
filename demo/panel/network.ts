import type { ServiceCall } from '../shop/relay.js';
import { shopServer } from './shop-server.js';

/** A call that this page made. */
export interface Call {
  /** Its name, by which the relay tells what it called for it. */
  id: string;
  method: string;
  /** How it was answered; 0 when no answer came, undefined while one is awaited. */
  status?: number;
  /** What the relay called for it; absent of a call that does not go through the relay. */
  serviceCalls?: ServiceCall[];
}

/** The page's way to the service, which can be taken away. */
export interface Network {
  /** Give it to `createClient`. */
  fetch: typeof globalThis.fetch;
  readonly isOffline: boolean;
  /** Takes the network away in every tab of the shop, or gives it back. */
  setOffline(isOffline: boolean): void;
  /** Calls `listener` when more is known of a call, and when the network goes or comes back. */
  watch(listener: (call?: Call) => void): void;
}

const KEY = 'panel-offline';
/** How often the relay is asked what it calls for a request that it has not answered, in milliseconds. */
const PERIOD = 500;

/** Makes a network that works like the browser's own, until someone takes it away. `relay` is the path of the site's relay. */
export function createNetwork(relay: string): Network {
  const listeners = new Set<(call?: Call) => void>();
  const tell = (call?: Call) => listeners.forEach((listener) => listener(call));
  const isOffline = () => localStorage.getItem(KEY) !== null;

  function change() {
    tell();
    // What a browser does when the network returns.
    if (!isOffline()) dispatchEvent(new Event('online'));
  }

  async function watched(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const call = callOf(input, init, relay);
    const end = (status: number) => tell(Object.assign(call, { status }));
    const isRelayed = call.serviceCalls !== undefined;
    try {
      if (isOffline()) throw new TypeError('Failed to fetch');
      // What cannot be told meanwhile is with its answer.
      if (isRelayed) void follow(call).catch(() => undefined);
      const response = await fetch(input, isRelayed ? named(init, call.id) : init);
      if (isRelayed) call.serviceCalls = callsIn(response);
      end(response.status);
      return response;
    } catch (error) {
      end(0);
      throw error;
    }
  }

  /** Tells what the relay calls while it has not answered. */
  async function follow(call: Call) {
    const isOpen = () => call.status === undefined;
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, PERIOD));
      if (!isOpen()) return;
      const serviceCalls = await shopServer(`/relayed/${call.id}`).json<ServiceCall[]>();
      // By then its own answer may have come, which says more.
      if (isOpen()) tell(Object.assign(call, { serviceCalls }));
    }
  }

  addEventListener('storage', ({ key }) => key === KEY && change());

  return {
    fetch: watched,
    get isOffline() {
      return isOffline();
    },
    setOffline(offline) {
      if (offline) localStorage.setItem(KEY, 'yes');
      else localStorage.removeItem(KEY);
      change();
    },
    watch: (listener) => void listeners.add(listener),
  };
}

function named(init: RequestInit, name: string): RequestInit {
  const headers = new Headers(init.headers);
  headers.set('Request-Name', name);
  return { ...init, headers };
}

function callOf(input: RequestInfo | URL, init: RequestInit, relay: string): Call {
  const isRequest = input instanceof Request;
  const { pathname } = new URL(isRequest ? input.url : input, location.href);
  const method = init.method ?? (isRequest ? input.method : 'GET');
  return { id: crypto.randomUUID(), method, ...(pathname === relay && { serviceCalls: [] }) };
}

/** What the relay called for a request, by the header that tells of it. */
function callsIn({ headers }: Response): ServiceCall[] {
  return JSON.parse(headers.get('Service-Calls') ?? '[]') as ServiceCall[];
}
