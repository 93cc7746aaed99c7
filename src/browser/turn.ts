import { untilLeft } from './page.js';

/**
 * Does `work` if no other tab of this site does work of that name now. Gives whether it did, once that is done.
 *
 * It does not wait for its turn, but for one that asks in the same moment, and gives it back when the page is left:
 * either would keep the page out of the back/forward cache. Where there are no Web Locks, as on pages without https, or
 * they are refused, as in a sandboxed frame, it is always its turn: the work gets no lock, and others may do the same.
 */
export async function takeTurn(name: string, work: (lock?: unknown) => Promise<void>): Promise<boolean> {
  let done: Promise<void> | undefined;
  const begin = (lock?: unknown) => untilLeft((done = work(lock)));
  const wish = new AbortController();
  async function ask() {
    const { locks } = navigator;
    // To look first keeps no page out of the cache, as to ask does.
    const { held } = await locks.query();
    if (!held?.some((lock) => lock.name === name)) await locks.request(name, { signal: wish.signal }, begin);
  }
  try {
    // Firefox lets a page that is left by then have the lock for as long as it keeps the page: so it takes its word back,
    // which it could not if it asked for what is free alone.
    await untilLeft(ask(), () => wish.abort());
  } catch {
    if (!done) await begin();
  }
  await done;
  return !!done;
}
