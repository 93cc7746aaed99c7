import { parsed } from '../lib/parsed.js';
import { localKeys, readLocal, writeLocal } from './local.js';
import type { PageLeft } from './page-left.js';
import type { Store } from './store.js';

/**
 * What a page says while it is being left: of that, and of what is not on the device by then, a browser may keep
 * nothing, or a part. Each value stands under a key of its own, so pages that are left at once take nothing from each
 * other, and a value that was said twice is there once.
 */
export interface LastWords<Value> {
  /** Keeps values, if the page is being left or the device lets nobody in. Gives whether they are kept. */
  keep(values: readonly Value[], isBusy?: boolean): boolean;
  /** Takes into a store what pages have said. */
  hear(store: Store<Value>, settle: (value: Value) => void): Promise<void>;
  forget(): void;
}

/** Makes the last words of all pages that share the name. */
export function createLastWords<Value extends { key: string }>(
  name: string,
  left: PageLeft,
): LastWords<Value> {
  const prefix = `${name} last `;
  // Another page may forget one of them meanwhile.
  const all = () => localKeys(prefix).flatMap((key) => (parsed(readLocal(key)) as Value | undefined) ?? []);
  const forget = (values: Value[]) => values.forEach(({ key }) => writeLocal(prefix + key));

  return {
    // What is not kept waits for a way back to this page.
    keep: (values, isBusy) =>
      (!!left.away || !!isBusy) &&
      values.every((value) => writeLocal(prefix + value.key, JSON.stringify(value))),
    async hear(store, settle) {
      if (!all().length) return;
      const heard = await store(async (table) => {
        // Once it is this page's turn, it sees what another one has taken in.
        await table.get('');
        const values = all();
        for (const value of values) {
          settle(value);
          table.put(value.key, value);
        }
        return values;
      });
      // A page that is left cannot know whether they are on the device.
      if (!left.away) forget(heard);
    },
    forget: () => forget(all()),
  };
}
