import type { Client } from 'tidings';
import { rounded } from '../money.js';
import type { Cart } from './cart.js';
import { element, say } from './page.js';

const ORDER = 'order';

/** Lets the visitor place an order. */
export function startCheckoutPage(client: Client, cart: Cart): void {
  element('pay').addEventListener('submit', (event) => {
    event.preventDefault();
    if (cart.count === 0) say('Your cart is empty.');
    else void placeOrder(client, cart);
  });
}

async function placeOrder(client: Client, cart: Cart) {
  const id = `order-${crypto.randomUUID().slice(0, 8)}`;
  // Once this resolves, the order is safe on this device: the page may end.
  await client.purchase({ id, items: cart.items, total: rounded(cart.sum + cart.shipping) });
  sessionStorage.setItem(ORDER, id);
  cart.clear();
  location.href = '/thanks';
}

/** Names the order that was just placed. */
export function startThanksPage(): void {
  element('order-id').textContent = sessionStorage.getItem(ORDER) ?? '';
}
