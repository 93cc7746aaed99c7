import { parsed } from '../lib/parsed.js';
import { localKeys, readLocal, writeLocal } from './local.js';
import type { PageLeft } from './page-left.js';
import type { KeyOf, Store, Table } from './store.js';

/** Where the keys are of what was heard last, and how many: what is heard again is soon forgotten everywhere. */
const HEARD = 'heard' as KeyOf<string[]>;
const REMEMBERED = 1_000;

/**
 * What a page says while it is being left: of that, and of what is not on the device by then, a browser may keep
 * nothing, or a part. Each value stands under a key of its own, so pages that are left at once take nothing from each
 * other, and a value that was said twice is there once.
 */
export interface LastWords<Value> {
  /** Keeps values, if the page is being left or the device lets nobody in. Gives whether they are kept. */
  keep(values: readonly Value[], isBusy?: boolean): boolean;
  /** Makes a store that takes in what pages have said, in one step with each work on it, unless it is `isDone` by then. */
  heardBy(store: Store<Value>, settle: (value: Value) => void, isDone: () => unknown): Store<Value>;
  /** Lets go of what was said. Default: of all. */
  forget(values?: readonly Value[]): void;
}

/** Takes note of what has been heard, so that it is not heard again, and gives what is new of it. */
export async function noteHeard<Value extends { key: string }>(
  table: Table<unknown>,
  values: readonly Value[],
): Promise<Value[]> {
  const before = (await table.get(HEARD)) ?? [];
  const fresh = values.filter(({ key }) => !before.includes(key));
  table.put(HEARD, [...before, ...fresh.map(({ key }) => key)].slice(-REMEMBERED));
  return fresh;
}

/** Makes the last words of all pages that share the name. */
export function createLastWords<Value extends { key: string }>(
  name: string,
  left: PageLeft,
): LastWords<Value> {
  const prefix = `${name} last `;
  // Another page may forget one of them meanwhile.
  const all = () => localKeys(prefix).flatMap((key) => (parsed(readLocal(key)) as Value | undefined) ?? []);
  const isLeft = () => !!left.away;
  const forget = (values: readonly Value[] = all()) => values.forEach(({ key }) => writeLocal(prefix + key));

  return {
    // What is not kept waits for a way back to this page.
    keep: (values, isBusy) =>
      (isLeft() || !!isBusy) &&
      values.every((value) => writeLocal(prefix + value.key, JSON.stringify(value))),
    heardBy: (store, settle, isDone) => async (work) => {
      let heard: Value[] = [];
      const result = await store(async (table) => {
        // Now and no sooner: a page that was left may have waited for its way back. What it says as it is left is for the
        // next one, also where its own memory is all that takes it in.
        heard = isLeft() || isDone() ? [] : all();
        if (heard.length) {
          // Another page may have taken some in, and this one not heard yet that they are gone from where they stood.
          for (const value of await noteHeard(table, heard)) {
            settle(value);
            table.put(value.key, value);
          }
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
