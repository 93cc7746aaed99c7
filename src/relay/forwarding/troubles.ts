import { ApiError } from '../../errors.js';
import { isAboutKeys } from './outcome-of.js';

/** Makes a function that tells of what keeps a relay from its work: once of each trouble, however often it is met. */
// eslint-disable-next-line no-console -- A server has nobody else to tell.
export function createTroubles(onError: (error: unknown) => void = console.error): (error: unknown) => void {
  const known = new Set<string>();

  return (error) => {
    if (!(error instanceof ApiError) || !isAboutKeys(error)) return;
    // Not by what the service says in sentences, of which there may be any number.
    const words = `${error.route} ${error.status} ${error.code}`;
    if (known.has(words)) return;
    known.add(words);
    onError(error);
  };
}
