import { html } from 'hono/html';
import { tintOf, type Item } from '../goods.js';
import { money } from '../money.js';

/** Things to buy, in a grid. */
export function itemGrid(items: readonly Item[]) {
  return html`<ul class="grid">
    ${items.map((item) => html`<li>${itemCard(item)}</li>`)}
  </ul>`;
}

function itemCard(item: Item) {
  const { id, name, price, color, inStock } = item;
  return html`<a class="item" href="/product/${id}">
    ${picture(item)}
    <span class="item-name">${name}</span>
    <span class="item-price">${money(price)}</span>
    ${inStock ? '' : html`<span class="note">Sold out</span>`}
    <span class="dot" style="--dot: ${color}"></span>
  </a>`;
}

/** The picture of an item, on a ground of its own colour. */
export function picture({ id, color }: Item) {
  return html`<span class="picture" style="--tint: ${tintOf(color)}">
    <img src="/pictures/${id}.svg" alt="" width="320" height="320" loading="lazy" />
  </span>`;
}
