import type { CommerceItem } from 'tidings';
import { money, rounded } from '../money.js';
import type { Cart } from './cart.js';
import { element, make } from './page.js';

/** Lists what is in the cart and what it comes to, where the page has a place for it. */
export function showCart(cart: Cart, { isFixed }: { isFixed: boolean }): void {
  const rows = new Map<string, Row>();

  cart.watch(() => {
    for (const [id, { item }] of rows) {
      if (cart.items.some((one) => one.id === id)) continue;
      item.remove();
      rows.delete(id);
    }
    for (const thing of cart.items) {
      const row = rows.get(thing.id) ?? addRow(thing, cart, isFixed);
      rows.set(thing.id, row);
      row.write(thing);
    }
    element('cart-empty').hidden = cart.count > 0;
    element('sums').replaceChildren(...sumsOf(cart));
    const go = document.getElementById('go-pay');
    if (go) go.hidden = cart.count === 0;
  });
}

interface Row {
  item: HTMLLIElement;
  write(thing: CommerceItem): void;
}

function addRow(
  { id, name, price, imageUrl = '', url = '' }: CommerceItem,
  cart: Cart,
  isFixed: boolean,
): Row {
  const total = make('span', { class: 'line-sum' });
  const count = make('span', { class: 'line-count' });
  const picture = make('img', { src: imageUrl, alt: '', width: 72, height: 72 });
  const words = make(
    'span',
    { class: 'line-words' },
    make('a', { href: url }, name),
    make('span', { class: 'soft' }, money(price)),
  );
  const quantity = isFixed ? count : quantityOf({ id, name }, cart, count);
  const item = make('li', {}, picture, words, quantity, total);
  element('lines').append(item);
  return {
    item,
    write(thing) {
      count.textContent = isFixed ? `× ${thing.quantity}` : String(thing.quantity);
      total.textContent = money(rounded(thing.price * thing.quantity));
    },
  };
}

function quantityOf({ id, name }: Pick<CommerceItem, 'id' | 'name'>, cart: Cart, count: HTMLElement) {
  const step = (words: string, sign: string, by: number) => {
    const button = make('button', { type: 'button', ariaLabel: `${words} ${name}` }, sign);
    button.addEventListener('click', () => {
      const before = cart.items.find((item) => item.id === id)?.quantity ?? 0;
      cart.setQuantity(id, before + by);
      // What held the focus may be gone.
      if (before + by <= 0) element('main').focus();
    });
    return button;
  };
  return make('span', { class: 'steps' }, step('One less of', '−', -1), count, step('One more of', '+', 1));
}

function sumsOf({ sum, shipping }: Cart): HTMLElement[] {
  const row = (words: string, amount: string, isTotal = false) =>
    make('div', { class: isTotal ? 'total' : '' }, make('dt', {}, words), make('dd', {}, amount));
  return [
    row('Things', money(sum)),
    row('Shipping', shipping ? money(shipping) : 'free'),
    row('To pay', money(rounded(sum + shipping)), true),
  ];
}
