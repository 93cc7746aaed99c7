/** A random identifier, of 128 bits. Also on pages without https, where `crypto.randomUUID` is missing. */
export function randomId(): string {
  // All at once: each question to the platform takes its time.
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
