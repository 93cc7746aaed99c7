import { errorOf } from '../../lib/error-of.js';
import { isAboutKeys } from './outcome-of.js';

/** Makes a function that tells of what keeps a relay from its work: once of each trouble, however often it is met. */
// eslint-disable-next-line no-console -- A server has nobody else to tell.
export function createTroubles(onError: (error: unknown) => void = console.error): (error: unknown) => void {
  const known = new Set<string>();

  return (error) => {
    const words = errorOf(error).message;
    if (!isAboutKeys(error) || known.has(words)) return;
    known.add(words);
    onError(error);
  };
}
