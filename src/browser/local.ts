import { ifPossible } from '../lib/if-possible.js';

/** What stands under a key in `localStorage`; no text where it is refused. */
export function readLocal(key: string): string {
  return ifPossible(() => localStorage.getItem(key)) ?? '';
}

/** Lets a text stand under a key in `localStorage`, or nothing. Gives whether it does: it may be refused or full. */
export function writeLocal(key: string, text?: string): boolean {
  return !!ifPossible(() => {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return true;
  });
}

/** The keys in `localStorage` that begin so. */
export function localKeys(prefix: string): string[] {
  return ifPossible(() => Object.keys(localStorage).filter((key) => key.startsWith(prefix))) ?? [];
}
