import { createEmulator } from '../../../src/emulator/app.js';
import { serviceWithTokens } from '../shop.js';

/** What a shop's front page and its service worker are made of. */
export interface BackgroundShopOptions {
  /** What the service worker does besides, as code; `deliver` delivers. */
  also?: string;
  /** Options of the client beyond its project, as code. */
  options?: string;
}

/** Who made a call: a page, or the service worker. */
type Caller = 'page' | 'worker';

/** A shop whose service worker delivers in the background, over a service of its own. */
export function createBackgroundShop({ also = '', options = '' }: BackgroundShopOptions = {}) {
  const emulator = createEmulator();
  const { inspect, keys } = emulator;
  const calls: { by: Caller; route: string; body: string }[] = [];
  const tooLate = new Set<string>();
  const away = new Set<Caller>();
  let gate = Promise.resolve();

  async function recorded(request: Request) {
    const by = (request.headers.get('referer') ?? '').endsWith('.js') ? 'worker' : 'page';
    calls.push({ by, route: new URL(request.url).pathname, body: await request.clone().text() });
    await gate;
    if (away.has(by)) return new Response(null, { status: 503 });
    return emulator.fetch(request);
  }
  const service = serviceWithTokens(emulator, recorded);
  const html = `<title>Shop</title><script type="module">
      import { createClient } from 'tidings';
      globalThis.errors = [];
      globalThis.client = createClient({
        apiKey: '${keys.web}', baseUrl: location.origin,
        getToken: async ({ email }) => (await fetch('/token?email=' + email)).text(), ${options}
      });
      client.on('error', ({ name, message }) => errors.push(name + ': ' + message));
      await navigator.serviceWorker.register('/service-worker.js');
      globalThis.isReady = !!(await navigator.serviceWorker.ready);
    </script>`;

  return {
    emulator,
    calls,
    pages: { '/': html, '/away': '<title>Away</title>Nothing of ours is here.' },
    async service(request: Request): Promise<Response> {
      const { pathname, searchParams } = new URL(request.url);
      const email = searchParams.get('email') ?? '';
      if (pathname === '/token' && tooLate.has(email))
        return new Response(await emulator.signToken({ email }, { expiresIn: -60 }));
      if (pathname !== '/service-worker.js') return service(request);
      const script = `importScripts('/dist/tidings-background.js');
        const deliver = tidings.deliverInBackground({
          apiKey: '${keys.web}', baseUrl: location.origin, tokenUrl: '/token',
        });
        ${also}`;
      return new Response(script, { headers: { 'Content-Type': 'text/javascript' } });
    },
    /** From now on, the shop's own server gives somebody tokens that have expired. */
    letTokensExpire: (email: string) => void tooLate.add(email),
    /** Everything is refused until {@link comeBack}. */
    goAway: () => void away.add('page').add('worker'),
    /** What a page sends as it ends may come later than that: by then, it is still refused. */
    comeBack: (...callers: Caller[]) => callers.forEach((caller) => away.delete(caller)),
    /** Nothing is answered until the function that this gives is called. */
    hold() {
      let letGo = () => {};
      gate = new Promise((resolve) => (letGo = resolve));
      return letGo;
    },
    /** The names of somebody's custom events, in the order in which they came. */
    arrived: (email: string) =>
      inspect
        .events('customEvent')
        .filter((event) => event.email === email)
        .map(({ fields }) => String(fields['eventName'])),
    /** What somebody has bought, in the order in which it came. */
    bought: (email: string) =>
      inspect
        .events('purchase')
        .filter((event) => event.email === email)
        .map(({ fields }) => Number(fields['total'])),
    callsBy: (caller: Caller) => calls.filter(({ by }) => by === caller).length,
  };
}
