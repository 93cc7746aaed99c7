import type { Client, CommerceItem } from 'tidings';
import { rounded } from '../money.js';

const KEY = 'cart';
const SHIPPING = 4.9;
const FREE_FROM = 40;

/** What the visitor means to buy, in every tab and on the next page. */
export interface Cart {
  readonly items: CommerceItem[];
  /** How many things are in it. */
  readonly count: number;
  readonly sum: number;
  /** What it costs to send. */
  readonly shipping: number;
  add(item: CommerceItem): void;
  /** Changes how many of a thing there are; 0 takes it out. */
  setQuantity(id: string, quantity: number): void;
  /** Empties it, once all was bought. */
  clear(): void;
  /** Calls `listener` now and when it has changed, here or in another tab. */
  watch(listener: () => void): void;
}

/** The cart of this browser, which tells the service of every change. */
export function openCart(client: Client): Cart {
  const listeners = new Set<() => void>();
  let items = stored();

  function write(next: CommerceItem[]) {
    items = next;
    localStorage.setItem(KEY, JSON.stringify(items));
    listeners.forEach((listener) => listener());
  }

  function change(next: CommerceItem[]) {
    write(next);
    void client.updateCart(items);
  }

  addEventListener('storage', ({ key }) => {
    if (key !== KEY) return;
    items = stored();
    listeners.forEach((listener) => listener());
  });

  const cart: Cart = {
    get items() {
      return items;
    },
    get count() {
      return items.reduce((count, { quantity }) => count + quantity, 0);
    },
    get sum() {
      return rounded(items.reduce((sum, { price, quantity }) => sum + price * quantity, 0));
    },
    get shipping() {
      return cart.sum >= FREE_FROM || cart.sum === 0 ? 0 : SHIPPING;
    },
    add(item) {
      const before = items.find(({ id }) => id === item.id)?.quantity ?? 0;
      const others = items.filter(({ id }) => id !== item.id);
      change([...others, { ...item, quantity: before + item.quantity }]);
    },
    setQuantity(id, quantity) {
      change(items.map((item) => (item.id === id ? { ...item, quantity } : item)).filter(isThere));
    },
    // A purchase empties the cart at the service by itself.
    clear: () => write([]),
    watch(listener) {
      listeners.add(listener);
      listener();
    },
  };
  return cart;
}

const isThere = ({ quantity }: CommerceItem) => quantity > 0;

function stored(): CommerceItem[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as CommerceItem[];
  } catch {
    return []; // Somebody else wrote there.
  }
}
