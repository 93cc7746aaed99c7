/** What `tidings-inspector.js` adds to the global of the script tag; it starts by itself for the clients of the page. */
import { firstClients } from '../browser/first-copy.js';
import { startInspector, type InspectedClient, type Inspector } from '../inspector.js';
import { warn } from './console.js';
import { share } from './shared.js';
import type { Api } from './start.js';

/** By client, those that were started by themselves. */
const started = new Map<InspectedClient, Inspector>();
let isAsked = false;

const api = share({
  startInspector(...asked: Parameters<typeof startInspector>) {
    isAsked = true;
    // One that the page starts has its own options.
    started.get(asked[0])?.close();
    return startInspector(...asked);
  },
}) as Partial<Api>;

/** Starts for each client that there is; says whether there is any. */
function begin(): boolean {
  const clients = new Set(firstClients() as InspectedClient[]);
  // That of a tag is not among them, where the page has another copy.
  if (api.client) clients.add(api.client);
  for (const client of clients) started.set(client, startInspector(client));
  return clients.size > 0;
}

function beginAtLast() {
  if (isAsked || begin()) return;
  warn(
    'no client is found to start the inspector for: call `tidings.startInspector(client)`, or import `startInspector` from `tidings/inspector` where the page makes its client',
  );
}

// A script that comes later may make one.
if (!begin()) {
  if (document.readyState === 'complete') beginAtLast();
  else addEventListener('load', beginAtLast, { once: true });
}
