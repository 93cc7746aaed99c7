/** Web Locks as browsers have them: one holder of a name, and the next once that is done. happy-dom has none. */
export function createLocks(): Pick<LockManager, 'request' | 'query'> {
  const held = new Set<string>();
  const lasts = new Map<string, Promise<unknown>>();

  function request(name: string, { signal }: LockOptions, work: (lock: unknown) => Promise<unknown>) {
    const before = lasts.get(name);
    const done = (async () => {
      await before;
      signal?.throwIfAborted();
      held.add(name);
      return work({ name }).finally(() => held.delete(name));
    })();
    lasts.set(
      name,
      done.catch(() => undefined),
    );
    return done;
  }

  return {
    request: request as LockManager['request'],
    query: async () => ({ held: [...held].map((name) => ({ name })) }),
  };
}
