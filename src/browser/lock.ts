import { onPageLeft } from './page.js';

/** Whether {@link takeTurn} can keep other tabs out. Web Locks are missing on pages without https. */
export function hasLocks(): boolean {
  return typeof navigator === 'object' && !!(navigator as { locks?: LockManager }).locks;
}

/** Whether another tab does work of that name. To look keeps no page out of the back/forward cache, as to ask does. */
async function isTaken(name: string): Promise<boolean> {
  try {
    const { held = [] } = await navigator.locks.query();
    return held.some((lock) => lock.name === name);
  } catch {
    return false;
  }
}

/**
 * Does `work` if no other tab of this site does work of that name now. Gives when another may; nothing if it does not.
 *
 * It does not wait for its turn, and gives it back when the page is left, since either would keep the page out of the
 * back/forward cache. Where there are no Web Locks, or they are refused as in a sandboxed frame, it is always its turn.
 */
export async function takeTurn(
  name: string,
  work: () => Promise<void>,
): Promise<{ ended: Promise<void> } | undefined> {
  if (await isTaken(name)) return undefined;
  return new Promise((resolve) => {
    let isAnswered = false;
    function begin(lock: unknown): Promise<void> | undefined {
      isAnswered = true;
      if (!lock) {
        resolve(undefined);
        return undefined;
      }
      let stop: (() => void) | undefined;
      const left = new Promise<void>((leave) => (stop = onPageLeft(leave)));
      const ended = Promise.race([work(), left]).finally(stop);
      resolve({ ended: ended.finally(() => released) });
      return ended.catch(() => undefined); // Told to whoever asked.
    }
    const released = hasLocks()
      ? navigator.locks.request(name, { ifAvailable: true }, begin).catch(() => {
          if (!isAnswered) void begin(true);
        })
      : void begin(true);
  });
}
