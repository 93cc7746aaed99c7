import { errorTexts } from '../../scripts/error-codes.js';

const TEXTS = errorTexts();

/** What a line says in words where it has the code of an error, as `tidings explain` would. */
export const inWords = (line: string) => explain(line, TEXTS);

/** The same as code, for a page. */
export const inWordsThere = `(line) => (${String(explain)})(line, ${JSON.stringify(TEXTS).replaceAll('<', '\\u003c')})`;

function explain(line: string, texts: Record<string, string>): string {
  return line.replace(
    /npx tidings explain (\w+)((?: '[^']*')*)/g,
    (command, code: string, quoted: string) => {
      const values = quoted.split("'").filter((_, index) => index % 2);
      return texts[code]?.replace(/%s/g, () => values.shift() ?? '…') ?? command;
    },
  );
}
