import { parsed } from '../lib/parsed.js';
import { localKeys, readLocal, writeLocal } from './local.js';
import type { PageLeft } from './page-left.js';
import type { Store } from './store.js';

/** A value that may be said. */
export interface Word {
  key: string;
  /** Whether it was, by a page that may have written it as well. */
  isSaid?: boolean;
}

/**
 * What a page says while it is being left: of that, and of what is not on the device by then, a browser may keep
 * nothing, or a part. Each value stands under a key of its own, so pages that are left at once take nothing from each
 * other, and a value that was said twice is there once.
 */
export interface LastWords<Value> {
  /** Keeps values, if the page is being left or the device lets nobody in. Gives whether they are kept. */
  keep(values: readonly Value[], isBusy?: boolean): unknown;
  /** Makes a store that puts what pages have said where it belongs, in one step with each work on it, unless it is `isDone` by then. */
  heardBy(store: Store<Value>, settle: (value: Value) => void, isDone: () => unknown): Store<Value>;
  /** Lets go of what was said. Default: of all. */
  forget(values?: readonly Value[]): void;
}

/** Makes the last words of all pages that share the name. */
export function createLastWords<Value extends Word>(name: string, left: PageLeft): LastWords<Value> {
  const prefix = `${name} last `;
  // Another page may forget one of them meanwhile.
  const all = () => localKeys(prefix).flatMap((key) => (parsed(readLocal(key)) as Value | undefined) ?? []);
  const isLeft = (): unknown => left.away;
  const forget = (values: readonly Value[] = all()) => values.forEach(({ key }) => writeLocal(prefix + key));

  return {
    // What is not kept waits for a way back to this page.
    keep: (values, isBusy) =>
      (isLeft() || isBusy) &&
      values.every((value) => writeLocal(prefix + value.key, JSON.stringify({ ...value, isSaid: true }))),
    heardBy: (store, settle, isDone) => async (work) => {
      let heard: Value[] = [];
      const result = await store((table) => {
        // Now and no sooner: a page that was left may have waited for its way back. What it says as it is left is for the
        // next one, also where its own memory is all that takes it in.
        heard = isLeft() || isDone() ? [] : all();
        for (const value of heard) {
          settle(value);
          table.put(value.key, value);
        }
        return work(table);
      });
      // A page that is left cannot know whether they are on the device.
      if (!isLeft()) forget(heard);
      return result;
    },
    forget,
  };
}
