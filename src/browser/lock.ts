/**
 * Does `work` while no other tab of this site does work of that name; waits for its turn.
 *
 * Where the browser has no Web Locks, it does not wait.
 */
export function alone<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const { locks } = navigator as { locks?: LockManager };
  return locks ? locks.request(name, work) : work();
}
