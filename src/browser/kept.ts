import { onPageShown, onStored } from './page.js';

/** A value that this site keeps across loads and shares with its other tabs. */
export interface Kept<Value> {
  get(): Value | undefined;
  set(value: Value | undefined): void;
  /** Stops hearing of other tabs. */
  close(): void;
}

/**
 * Keeps a value in `localStorage`, where the device lets it.
 *
 * @param onChange - Hears that another tab has set the value.
 */
export function keep<Value>(key: string, onChange: () => void): Kept<Value> {
  let seen: string | null | undefined;

  function read() {
    try {
      return localStorage.getItem(key);
    } catch {
      return null; // Refused: what this page knows is all there is.
    }
  }
  function write(value?: Value) {
    try {
      if (value) localStorage.setItem(key, JSON.stringify(value));
      else localStorage.removeItem(key);
    } catch {
      // Refused or full: the page still knows, and no other is told what was.
      if (value) write();
    }
  }
  function check() {
    if (read() !== seen) onChange();
  }
  // A page that comes back from the back/forward cache has heard nothing.
  const stops = [onStored(check), onPageShown(check)];

  return {
    get() {
      seen = read();
      try {
        return JSON.parse(seen ?? '') as Value;
      } catch {
        return undefined; // Nothing was kept, or somebody else wrote there.
      }
    },
    set(value) {
      write(value);
      seen = read();
    },
    close: () => stops.forEach((stop) => stop()),
  };
}
