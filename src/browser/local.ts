/** What stands under a key in `localStorage`; nothing where it is refused. */
export function readLocal(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Lets a text stand under a key in `localStorage`, or nothing. Gives whether it does: it may be refused or full. */
export function writeLocal(key: string, text?: string): boolean {
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
