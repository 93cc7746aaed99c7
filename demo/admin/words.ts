/** The errors whose messages hold no key, no token and no address of a person. */
const SAFE = ['ApiError', 'NetworkError', 'OptionError', 'ExportError', 'TimeoutError'];

/** What went wrong, in words that a page may show. */
export function wordsOf(error: unknown): string {
  if (error instanceof Error && SAFE.includes(error.name)) return error.message;
  return 'The desk itself failed; this is a bug of the demo.';
}
