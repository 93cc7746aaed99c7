/** What was thrown, as an error: a page may throw anything. */
export function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error('What was thrown is no error', { cause: thrown });
}
