import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'oxfmt';

const RULES = join(import.meta.dirname, '../.oxfmtrc.json');

/**
 * The text of a file as `npm run format` writes it.
 *
 * @param {string} file - Its name says what it is written in.
 * @param {string} text
 */
export async function formatted(file, text) {
  const { printWidth, singleQuote } = JSON.parse(readFileSync(RULES, 'utf8'));
  const { code, errors } = await format(file, text, { printWidth, singleQuote });
  if (errors.length) throw new Error(`${file} cannot be formatted: ${errors[0]?.message}`);
  return code;
}
