import { ApiError } from '../errors.js';

/** What went wrong, in a word of which there are few: the status, the platform's own code, or the name of the error. */
export function errorType(error: unknown): string {
  // One of success is told by the name: it could not be read.
  if (error instanceof ApiError && error.status >= 300) return String(error.status);
  let name = '_OTHER';
  // The innermost tells most: a call fails since a connection did.
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    if (typeof code === 'string') return code;
    if (name === '_OTHER' || cause.name === 'TimeoutError') name = cause.name;
  }
  return name;
}
