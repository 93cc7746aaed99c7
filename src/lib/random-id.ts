/** A random identifier, of at least 122 bits. Pages without https have no `randomUUID`, which is faster. */
export function randomId(): string {
  const { crypto }: { crypto: Partial<Crypto> & Pick<Crypto, 'getRandomValues'> } = globalThis;
  return crypto.randomUUID?.() ?? crypto.getRandomValues(new Uint32Array(4)).join('-');
}
