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
 * @param onChange - Hears what another tab has set the value to, or another client of this page that says so.
 */
export function shareValue<Value>(
  key: string,
  onChange: (value: Value | undefined) => void,
): SharedValue<Value> {
  let seen: string;

  function get() {
    seen = readLocal(key);
    return parsed(seen) as Value | undefined;
  }
  function check({ key: changed, newValue }: Partial<StorageEvent> = {}) {
    // Of two tabs that set it at once, one sees only what it has set itself.
    if (changed === key && newValue) onChange(parsed(newValue) as Value);
    else if (readLocal(key) !== seen) onChange(get());
  }
  // A page that comes back from the back/forward cache has heard nothing.
  const stops = [onStored(check), onPageShown(check), on(globalThis, key, check)];

  return {
    get,
    set(value) {
      const text = value && JSON.stringify(value);
      // Another tab may set it at this moment: who has nothing new to say takes nothing back from it.
      if (seen === (text ?? '')) return;
      // Where it is refused or full, the page still knows, and no other is told what was.
      if (!writeLocal(key, text)) writeLocal(key);
      seen = readLocal(key);
    },
    close: () => stops.forEach((stop) => stop()),
  };
}
