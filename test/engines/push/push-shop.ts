import { createEmulator } from '../../../src/emulator/app.js';
import { serviceWithTokens } from '../shop.js';

/** The public key of a push server. */
const KEY = 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM';

const script = (text: string) => new Response(text, { headers: { 'Content-Type': 'text/javascript' } });

/** Tells pages once a push is shown: Chromium forgets one for which it is asked while it appears. */
const tellShown = `{
  const show = registration.showNotification.bind(registration);
  registration.showNotification = async (...how) => {
    await show(...how);
    new BroadcastChannel('shown').postMessage('');
  };
}`;

export interface PushShopOptions {
  /** Options of the worker beyond its project, as code. Default: it has tokens. */
  worker?: string;
  /** What the service worker does besides, as code. */
  also?: string;
}

/** A shop whose front page turns pushes on with a button, over a service of its own. */
export function createPushShop({
  worker = "getToken: async ({ email }) => (await fetch('/token?email=' + email)).text()",
  also = '',
}: PushShopOptions = {}) {
  const emulator = createEmulator();
  const { keys, inspect } = emulator;
  const service = serviceWithTokens(emulator);
  const html = `<title>Shop</title><button id="on">Turn on</button>
    <script type="module">
      import { createClient, startPush } from 'tidings';
      globalThis.errors = [];
      globalThis.timesShown = 0;
      new BroadcastChannel('shown').onmessage = () => (timesShown += 1);
      globalThis.client = createClient({
        apiKey: '${keys.web}', baseUrl: location.origin,
        getToken: async ({ email }) => (await fetch('/token?email=' + email)).text(),
      });
      client.on('error', ({ name, message }) => errors.push(name + ': ' + message));
      globalThis.push = startPush(client, {
        serviceWorker: new URLSearchParams(location.search).get('worker') ?? '/service-worker.js',
        applicationServerKey: '${KEY}',
      });
      document.querySelector('#on').onclick = () => {
        globalThis.answer = push.turnOn().catch((error) => error.name + ': ' + error.message);
      };
    </script>`;

  return {
    emulator,
    pages: { '/': html, '/sale': html, '/away': '<title>Away</title>Nothing of ours is here.' },
    async service(request: Request) {
      const { pathname } = new URL(request.url);
      if (pathname !== '/service-worker.js') return service(request);
      return script(`importScripts('/dist/tidings-service-worker.js');
        ${tellShown}
        tidings.showPushes({ apiKey: '${keys.web}', baseUrl: location.origin, ${worker} });
        ${also}`);
    },
    /** The tokens that the service has of a person. */
    tokens: (email: string) => inspect.person({ email })?.browserTokens ?? [],
    /** How many clicks came that the service has not taken. */
    refusedClicks: () =>
      inspect.requests.filter(({ route, status = 0 }) => /trackWebPushClick$/.test(route) && status >= 400)
        .length,
    /** Who has clicked which message. */
    clicks: () => inspect.events('webPushClick').map(({ email, fields }) => [email, fields['messageId']]),
  };
}
