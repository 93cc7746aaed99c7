import { OptionError } from '../errors.js';

/** Refuses what the page passed, with a message that says what to pass instead. */
export function must(isUsable: boolean, message: string): asserts isUsable {
  if (!isUsable) throw new OptionError(message);
}
