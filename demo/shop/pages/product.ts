import { html, raw } from 'hono/html';
import { categories, goods, itemBy, shadeName, shadesOf, tintOf, type Item } from '../goods.js';
import { money } from '../money.js';
import { itemGrid } from './cards.js';
import { json, type Content } from './layout.js';

/** What a page tells its script of the item that it sells. */
export interface ItemFacts {
  id: string;
  name: string;
  price: number;
  category: string;
}

/** The page of an item; nothing when the shop has none of that id. */
export function product(id: string): Content | undefined {
  const item = itemBy(id);
  if (!item) return undefined;
  const { name, price, category, description, color } = item;
  const facts: ItemFacts = { id, name, price, category };
  const part = categories.find((one) => one.name === category);
  const others = goods.filter((one) => one.id !== id && one.id.endsWith(id.split('-')[1] ?? ''));
  const main = html`<nav class="path" aria-label="Where you are">
      <a href="/">Home</a> / <a href="/${part?.path ?? 'everything'}">${category}</a> /
      <span aria-current="page">${name}</span>
    </nav>
    <script type="application/json" id="item">
      ${json(facts)}
    </script>
    <article class="product">
      <span class="picture large" style="--tint: ${tintOf(color)}">
        <img src="/pictures/${id}.svg" alt="${name}" width="320" height="320" />
      </span>
      <div class="about">
        <p class="eyebrow">${category}</p>
        <h1>${name}</h1>
        <p class="stars">${stars(item)}</p>
        <p class="price">${money(price)}</p>
        <p>${description}</p>
        ${shades(item)} ${order(item)}
        <dl class="facts">
          <div>
            <dt>At your door</dt>
            <dd>in two or three days</dd>
          </div>
          <div>
            <dt>Shipping</dt>
            <dd>€4.90, free over €40</dd>
          </div>
          <div>
            <dt>Made in</dt>
            <dd>small series</dd>
          </div>
        </dl>
      </div>
    </article>
    <section class="for-you" aria-label="For you">
      <tidings-placement placement-id="809" view="banner"></tidings-placement>
    </section>
    <section aria-labelledby="others-title">
      <h2 id="others-title">In the same colour</h2>
      ${itemGrid(others.slice(0, 4))}
    </section>`;
  return { title: name, kind: 'product', main };
}

function stars({ rating }: Item) {
  const full = Math.round(rating);
  return html`<span aria-hidden="true">${'★'.repeat(full)}${'☆'.repeat(5 - full)}</span>
    <span class="soft">${rating.toFixed(1)} of 5</span>`;
}

function shades(item: Item) {
  return html`<div class="shades" role="group" aria-label="Colours">
    ${shadesOf(item).map(
      (one) =>
        html`<a
          href="/product/${one.id}"
          style="--dot: ${one.color}"
          ${one === item ? raw('aria-current="true"') : ''}
          ><span class="dot"></span>${shadeName(one)}</a
        >`,
    )}
  </div>`;
}

function order({ inStock }: Item) {
  if (!inStock) return html`<p class="note">Sold out. It comes back in two weeks.</p>`;
  return html`<form id="order" class="order">
    <label for="quantity">How many</label>
    <select id="quantity" name="quantity">
      ${[1, 2, 3, 4, 5, 6].map((count) => html`<option>${count}</option>`)}
    </select>
    <button class="primary">Add to cart</button>
    <button type="button" id="favourite" aria-pressed="false">Favourite</button>
  </form>`;
}
