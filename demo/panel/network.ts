/** A call that this page made, as the panel shows it. */
export interface Call {
  id: number;
  method: string;
  /** Its path, without what comes after `?`. */
  path: string;
  /** In milliseconds since the epoch. */
  startedAt: number;
  /** How it was answered; 0 when no answer came, undefined while one is awaited. */
  status?: number;
  /** How long that took, in milliseconds. */
  took?: number;
  /** What was sent, as text. */
  body: string;
}

/** The page's way to the service, which can be taken away. */
export interface Network {
  /** Give it to `createClient`. */
  fetch: typeof globalThis.fetch;
  readonly isOffline: boolean;
  /** Takes the network away in every tab of the shop, or gives it back. */
  setOffline(isOffline: boolean): void;
  /** Calls `listener` when a call is made, when it has ended, and when the network goes or comes back. */
  watch(listener: (call?: Call) => void): void;
}

const KEY = 'panel-offline';

/** Makes a network that works like the browser's own, until someone takes it away. */
export function createNetwork(): Network {
  const listeners = new Set<(call?: Call) => void>();
  const tell = (call?: Call) => listeners.forEach((listener) => listener(call));
  const isOffline = () => localStorage.getItem(KEY) !== null;
  let calls = 0;

  function change() {
    tell();
    // What a browser does when the network returns.
    if (!isOffline()) dispatchEvent(new Event('online'));
  }

  async function watched(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const call = callOf(input, init, (calls += 1));
    tell(call);
    const end = (status: number) => tell(Object.assign(call, { status, took: Date.now() - call.startedAt }));
    try {
      if (isOffline()) throw new TypeError('Failed to fetch');
      const response = await fetch(input, init);
      end(response.status);
      return response;
    } catch (error) {
      end(0);
      throw error;
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

function callOf(input: RequestInfo | URL, init: RequestInit | undefined, id: number): Call {
  const isRequest = input instanceof Request;
  const url = new URL(isRequest ? input.url : input, location.href);
  const method = init?.method ?? (isRequest ? input.method : 'GET');
  const body = typeof init?.body === 'string' ? init.body : '';
  return { id, method, path: url.pathname, startedAt: Date.now(), body };
}
