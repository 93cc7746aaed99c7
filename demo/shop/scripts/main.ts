import { createClient, type Client } from 'tidings';
import { createNetwork } from '../../panel/network.js';
import { showPanel } from '../../panel/panel.js';
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
const cart = openCart(client);

const inApp = startMessages(client);
// It sees what the page does from the first on.
showPanel({ client, inApp, network, tokens, way });

startConsent(client);
followLogin(client);
cart.watch(() => badge('cart', cart.count));
pages[kind]?.(client, cart);
