import { isText } from '../../lib/text.js';
import { must } from '../../lib/must.js';

/** What is made of a variable that is not set, also behind a word such as `Bearer`: everybody knows that secret. */
const UNSET = /^\s*(\w+\s+)?(undefined|null)?\s*$/;

/** Refuses a secret that is none; `what` says what it is to be. */
export function mustBeSecret(name: string, value: unknown, what: string): void {
  must(
    isText(value) && !UNSET.test(value),
    `\`${name}\` must be ${what}: if it stands in an environment variable, is that set?`,
  );
}
