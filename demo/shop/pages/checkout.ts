import { html } from 'hono/html';
import type { Content, Visit } from './layout.js';

/** Where an order is placed. */
export function checkout({ person }: Visit): Content {
  const main = html`<h1>Checkout</h1>
    <div class="columns">
      <form id="pay" class="card">
        ${field('name', 'Name', { value: person?.name ?? '', autocomplete: 'name' })}
        ${field('street', 'Street and number', { autocomplete: 'street-address' })}
        <div class="two">
          ${field('code', 'Postal code', { autocomplete: 'postal-code' })}
          ${field('city', 'City', { autocomplete: 'address-level2' })}
        </div>
        <fieldset>
          <legend>How you pay</legend>
          <label
            ><input type="radio" name="method" value="invoice" checked /> By invoice, in thirty days</label
          >
          <label><input type="radio" name="method" value="card" /> By card, when it leaves</label>
        </fieldset>
        <button class="primary wide">Place the order</button>
        <p class="soft">It is a demo: nothing is charged, and what you write here stays in this page.</p>
      </form>
      <section class="summary" aria-labelledby="sum-title">
        <h2 id="sum-title">Your order</h2>
        <ul id="lines" class="lines short"></ul>
        <p id="cart-empty" class="empty" hidden>Your cart is empty. <a href="/everything">Look around</a></p>
        <dl id="sums"></dl>
      </section>
    </div>`;
  return { title: 'Checkout', kind: 'checkout', main };
}

/** What is said once an order is placed. */
export function thanks({ person }: Visit): Content {
  const main = html`<section class="thanks">
    <img src="/pictures/parcel.svg" alt="" width="240" height="200" />
    <h1>Thank you${person ? `, ${person.name.split(' ')[0] ?? ''}` : ''}</h1>
    <p class="lead">Your order <strong id="order-id"></strong> is on its way.</p>
    ${
      person
        ? html`<p>It stands in your name at the service; the panel has drawn how it got there.</p>`
        : html`<p>You are not logged in: the order waits on this device, and becomes yours once you are.</p>`
    }
    <p class="buttons">
      <a class="button primary" href="/everything">Go on looking</a>
      ${person ? '' : html`<a class="button" href="/account">Log in</a>`}
    </p>
  </section>`;
  return { title: 'Thank you', kind: 'thanks', main };
}

function field(
  name: string,
  label: string,
  { value = '', autocomplete }: { value?: string; autocomplete: string },
) {
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" value="${value}" autocomplete="${autocomplete}" />
  </div>`;
}
