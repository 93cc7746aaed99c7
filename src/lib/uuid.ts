/** A random identifier (UUID version 4). Also on pages without https, where `crypto.randomUUID` is missing. */
export function uuid(): string {
  // All at once: each question to the platform takes its time.
  const random = crypto.getRandomValues(new Uint8Array(30));
  let next = 0;
  const digit = () => ((random[next++] ?? 0) % 16).toString(16);
  return 'xxxxxxxx-xxxx-4xxx-axxx-xxxxxxxxxxxx'.replace(/x/g, digit);
}
