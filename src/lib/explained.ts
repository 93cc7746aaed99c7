import { TEXTS } from './error-texts.js';

/** The text of an error that visitors load as a code, with its values; nothing for a code of another version. */
export function explained(code: string, values: readonly string[]): string | undefined {
  let index = 0;
  return TEXTS[Number(code || NaN)]?.replace(/%s/g, () => values[index++] ?? '…');
}
