import { parsed } from '../lib/parsed.js';
import { readLocal, writeLocal } from './local.js';
import { isPage, on, onPageShown, onStored } from './page.js';

/** A value that this site keeps across loads and shares with its other tabs. */
export interface SharedValue<Value> {
  get(): Value | undefined;
  set(value: Value | undefined): void;
  /** Stops hearing of other tabs. */
  close(): void;
}

/** Lets the other clients of this page look at a value: no page hears of what it has set itself. */
export function tellPage(key: string): void {
  if (isPage()) dispatchEvent(new Event(key));
}

/**
 * Keeps a value in `localStorage`, where the device lets it.
 *
 * @param onChange - Hears that another tab has set the value, or another client of this page that says so.
 */
export function shareValue<Value>(key: string, onChange: () => void): SharedValue<Value> {
  let seen: string;

  function check() {
    if (readLocal(key) !== seen) onChange();
  }
  // A page that comes back from the back/forward cache has heard nothing.
  const stops = [onStored(check), onPageShown(check), on(globalThis, key, check)];

  return {
    get() {
      seen = readLocal(key);
      return parsed(seen) as Value | undefined;
    },
    set(value) {
      // Where it is refused or full, the page still knows, and no other is told what was.
      if (!writeLocal(key, value && JSON.stringify(value))) writeLocal(key);
      seen = readLocal(key);
    },
    close: () => stops.forEach((stop) => stop()),
  };
}
