import { parsed } from '../lib/parsed.js';
import { readLocal, writeLocal } from './local.js';
import type { PageLeft } from './page-left.js';

/** What a page says while it is being left, kept for the next one: of that, IndexedDB keeps nothing in WebKit. */
export interface LastWords<Value> {
  /** Keeps values, if the page is being left. Gives whether they are kept. */
  keep(values: readonly Value[]): boolean;
  /** Gives what was kept, once. */
  take(): Value[];
}

/** Makes one for all pages that share the name. */
export function createLastWords<Value>(name: string, stay: PageLeft): LastWords<Value> {
  const key = `${name} last`;

  function read(): Value[] {
    const values = parsed(readLocal(key) ?? '');
    return Array.isArray(values) ? (values as Value[]) : [];
  }

  return {
    // What is not kept waits for a way back to this page.
    keep: (values) => !!stay.away && writeLocal(key, JSON.stringify([...read(), ...values])),
    take() {
      const values = read();
      if (values.length) writeLocal(key);
      return values;
    },
  };
}
