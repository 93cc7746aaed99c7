/** Web Locks as browsers have them, for those who do not wait: one holder of a name. happy-dom has none. */
export function createLocks(): Pick<LockManager, 'request' | 'query'> {
  const held = new Set<string>();

  async function request(name: string, _: LockOptions, work: (lock: unknown) => Promise<unknown>) {
    if (held.has(name)) return work(null);
    held.add(name);
    return work({ name }).finally(() => held.delete(name));
  }

  return {
    request: request as LockManager['request'],
    query: async () => ({ held: [...held].map((name) => ({ name })) }),
  };
}
