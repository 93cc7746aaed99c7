import { ERROR_TEXTS } from '../../scripts/error-codes.js';

/** What a line says in words where it has the code of an error, as `tidings explain` would. */
export const inWords = (line: string) => explain(line, ERROR_TEXTS);

/** The same as code, for a page. */
export const inWordsThere = `(line) => (${String(explain)})(line, ${JSON.stringify(ERROR_TEXTS).replaceAll('<', '\\u003c')})`;

function explain(line: string, texts: readonly string[]): string {
  return line.replace(
    /npx tidings explain (\d+)((?: '[^']*')*)/g,
    (command, code: string, quoted: string) => {
      const values = quoted.split("'").filter((_, index) => index % 2);
      return texts[Number(code)]?.replace(/%s/g, () => values.shift() ?? '…') ?? command;
    },
  );
}
