import { createEmulator } from '../../src/emulator/app.js';
import type { Emulator, KeyType } from '../../src/emulator/app.js';

/** A call as it reached the service. */
export interface ShopCall {
  /** The page that made it: its path and query. */
  page: string;
  /** When it came and when it was answered, by the count of all that came and was answered. */
  from: number;
  to: number;
}

export interface ShopOptions {
  /** HTML before the script that starts the client. */
  before?: string;
  /** Options of the client beyond its key and its service, as code. */
  options?: string;
  /** Default: `javascript`, which needs no tokens. */
  key?: KeyType;
  /** Where the service is, as code. Default: `location.origin`. */
  baseUrl?: string;
}

/** A shop whose front page starts a client where a test can reach it, over a service of its own. */
export function createShop({
  before = '',
  options = '',
  key = 'javascript',
  baseUrl = 'location.origin',
}: ShopOptions = {}) {
  const emulator = createEmulator();
  const { faults, inspect, keys } = emulator;
  const calls: ShopCall[] = [];

  let gate = Promise.resolve();
  let moments = 0;

  async function recorded(request: Request) {
    const page = new URL(request.headers.get('referer') ?? 'about:blank');
    const call = { page: page.pathname + page.search, from: ++moments, to: Infinity };
    calls.push(call);
    await gate;
    try {
      return await emulator.fetch(request);
    } finally {
      call.to = ++moments;
    }
  }

  return {
    pages: {
      '/': `<title>Shop</title>${before}<a href="/away">Away</a>
        <script type="module">
          import { createClient } from 'tidings';
          globalThis.errors = [];
          globalThis.client = createClient({ apiKey: '${keys[key]}', baseUrl: ${baseUrl}, ${options} });
          client.on('error', ({ name, message }) => errors.push(name + ': ' + message));
        </script>`,
      '/away': '<title>Away</title>Nobody delivers anything here.',
    },
    service: serviceWithTokens(emulator, recorded),
    calls,
    emulator,
    key: keys[key],
    /** The names of the custom events that the service has, in the order they came. */
    arrived: () => inspect.events('customEvent').map(({ fields }) => String(fields['eventName'])),
    /** Everything is refused until {@link comeBack}. */
    goAway: () => faults.add({ kind: 'status', status: 503, times: Infinity }),
    comeBack: () => faults.clear(),
    /** Nothing is answered until the function that this gives is called. */
    hold() {
      let letGo = () => {};
      gate = new Promise((resolve) => (letGo = resolve));
      return letGo;
    },
  };
}

/** The service, and beside it what a shop's own server does: it gives a token for an email at `/token?email=`. */
export function serviceWithTokens(
  emulator: Emulator,
  service: (request: Request) => Promise<Response> = emulator.fetch,
) {
  return async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname !== '/token') return service(request);
    return new Response(await emulator.signToken({ email: searchParams.get('email') ?? '' }));
  };
}

/** Everything that the site of a page has in IndexedDB, as one text. It runs in the page. */
export async function storedText(): Promise<string> {
  const promised = <Result>(request: IDBRequest<Result>) =>
    new Promise<Result>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(new Error('IndexedDB refuses'));
    });
  const values: unknown[] = [];
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await promised(indexedDB.open(name));
    for (const store of database.objectStoreNames)
      values.push(await promised(database.transaction(store).objectStore(store).getAll()));
    database.close();
  }
  return JSON.stringify(values);
}
