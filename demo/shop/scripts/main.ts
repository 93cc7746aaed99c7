import { createClient, type Client } from 'tidings';
import { keepNotes } from '../../panel/notes.js';
import { createNetwork } from '../../panel/network.js';
import { createTokens } from '../../panel/tokens.js';
import { wayChosen } from '../../panel/way.js';
import { startAccountPage } from './account-page.js';
import { openCart, type Cart } from './cart.js';
import { showCart } from './cart-page.js';
import { startCheckoutPage, startThanksPage } from './checkout-page.js';
import { startConsent } from './consent.js';
import { followLogin } from './login.js';
import { startMessages } from './messages.js';
import { badge, kind, setup } from './page.js';
import { startProductPage } from './product-page.js';

/** How long the panel leaves the page alone, in milliseconds. */
const PANEL_DELAY = 150;

/** What a kind of page does besides what all do. */
const pages: Record<string, (client: Client, cart: Cart) => void> = {
  account: startAccountPage,
  cart: (_, cart) => showCart(cart, { isFixed: false }),
  checkout(client, cart) {
    showCart(cart, { isFixed: true });
    startCheckoutPage(client, cart);
  },
  product: startProductPage,
  thanks: startThanksPage,
};

const way = wayChosen();
const network = createNetwork(setup.relay);
const tokens = createTokens(network);
const client = createClient({
  // With these, what waits on the device goes out whichever way is chosen.
  apiKey: setup.apiKey,
  baseUrl: setup.baseUrl ?? location.origin,
  ...(way === 'relay' ? { relay: setup.relay } : { getToken: tokens.get }),
  consent: 'pending',
  fetch: network.fetch,
});
const notes = keepNotes(client, network);
const cart = openCart(client);

startConsent(client);
followLogin(client);
cart.watch(() => badge('cart', cart.count));
pages[kind]?.(client, cart);
const inApp = startMessages(client);

// The shop comes first: the panel is built once the page has nothing better to do.
async function addPanel() {
  const { showPanel } = await import('../../panel/panel.js');
  showPanel({ client, inApp, notes, network, tokens, way });
}

// A page that is left before it has come needs none.
setTimeout(() => void addPanel().catch(() => undefined), PANEL_DELAY);
