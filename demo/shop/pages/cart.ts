import { html } from 'hono/html';
import type { Content } from './layout.js';

/** The cart, which a script fills: it is kept in the browser. */
export function cart(): Content {
  const main = html`<h1>Your cart</h1>
    <div class="columns">
      <section aria-label="What is in it">
        <ul id="lines" class="lines"></ul>
        <p id="cart-empty" class="empty" hidden>Nothing yet. <a href="/everything">Look around</a></p>
      </section>
      <section class="summary" aria-labelledby="sum-title">
        <h2 id="sum-title">Together</h2>
        <dl id="sums"></dl>
        <p><a id="go-pay" class="button primary wide" href="/checkout">To the checkout</a></p>
      </section>
    </div>
    <section class="for-you" aria-label="For you">
      <tidings-placement placement-id="810" view="banner"></tidings-placement>
    </section>`;
  return { title: 'Your cart', kind: 'cart', main };
}
