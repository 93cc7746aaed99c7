import type { Stay } from './stay.js';

/** What a page says while it is being left, kept for the next one: of that, IndexedDB keeps nothing in WebKit. */
export interface LastWords<Value> {
  /** Keeps values, if the page is being left. Gives whether they are kept. */
  keep(values: readonly Value[]): boolean;
  /** Gives what was kept, once. */
  take(): Value[];
}

/** Makes one for all pages that share the name. */
export function createLastWords<Value>(name: string, stay: Stay): LastWords<Value> {
  const key = `${name} last`;

  function read(): Value[] {
    try {
      const values: unknown = JSON.parse(localStorage.getItem(key) ?? '');
      return Array.isArray(values) ? (values as Value[]) : [];
    } catch {
      return []; // Nothing is kept, or localStorage is refused.
    }
  }

  return {
    keep(values) {
      if (!stay.away) return false;
      try {
        localStorage.setItem(key, JSON.stringify([...read(), ...values]));
        return true;
      } catch {
        return false; // Refused or full: they wait for a way back to this page.
      }
    },
    take() {
      const values = read();
      if (values.length) localStorage.removeItem(key);
      return values;
    },
  };
}
