import type { Client } from 'tidings';
import type { ItemFacts } from '../pages/product.js';
import type { Cart } from './cart.js';
import { dataIn, element, say } from './page.js';

/** Tells the service what the visitor looks at, and lets them put it into the cart. */
export function startProductPage(client: Client, cart: Cart): void {
  const { id, name, price, category } = dataIn<ItemFacts>('item');
  const sku = { sku: id, name, category, price };
  void client.track('product-viewed', sku);

  document.getElementById('order')?.addEventListener('submit', (event) => {
    event.preventDefault();
    const quantity = Number(element<HTMLSelectElement>('quantity').value);
    const [imageUrl, url] = [`/pictures/${id}.svg`, `/product/${id}`].map((path) => location.origin + path);
    cart.add({
      id,
      name,
      price,
      quantity,
      categories: [category],
      ...(imageUrl && { imageUrl }),
      ...(url && { url }),
    });
    say(`${name}: in your cart.`);
  });

  const favourite = document.getElementById('favourite');
  favourite?.addEventListener('click', () => {
    const isSet = favourite.ariaPressed !== 'true';
    favourite.ariaPressed = String(isSet);
    void client.track(isSet ? 'favourite-added' : 'favourite-removed', sku);
  });
}
