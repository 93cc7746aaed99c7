import { ifPossible } from './if-possible.js';

/** What a text of JSON says; nothing if it is none. */
export function parsed(text: string): unknown {
  return ifPossible(() => JSON.parse(text) as unknown);
}
