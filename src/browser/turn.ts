import { untilLeft } from './page.js';

/** Whether {@link takeTurn} can keep other tabs out. Web Locks are missing on pages without https. */
export function hasLocks(): boolean {
  return !!(globalThis.navigator as Partial<Navigator> | undefined)?.locks;
}

/**
 * Does `work` if no other tab of this site does work of that name now. Gives when that is done; nothing if it does not.
 *
 * It does not wait for its turn, and gives it back when the page is left, since either would keep the page out of the
 * back/forward cache. Where there are no Web Locks, or they are refused as in a sandboxed frame, it is always its turn.
 */
export function takeTurn(
  name: string,
  work: () => Promise<void>,
): Promise<{ ended: Promise<void> } | undefined> {
  return new Promise((resolve) => {
    let isAnswered = false;
    function begin(lock?: unknown): Promise<void> {
      isAnswered = true;
      const done = lock ? work() : undefined;
      resolve(done && { ended: released.then(() => done) });
      return untilLeft(done).catch(() => undefined); // Told to whoever asked.
    }
    const released = ask(name, begin).catch(() => {
      if (!isAnswered) void begin(true);
    });
  });
}

/** Asks for a lock that nobody holds. To look first keeps no page out of the back/forward cache, as to ask does. */
async function ask(name: string, answer: (lock?: unknown) => Promise<void>): Promise<void> {
  const { locks } = navigator;
  const { held = [] } = await locks.query();
  const isTaken = held.some((lock) => lock.name === name);
  await (isTaken ? answer() : locks.request(name, { ifAvailable: true }, answer));
}
