/** Where a text may hold a number that JavaScript would alter: by many digits, or by an exponent. */
const SUSPECT = /[\d.]{16}|\de\+?\d/i;
/** What a text of JSON consists of, as far as it tells numbers from what only looks like them within a text. */
const TOKENS = /\\.|"|-?\d[\d.e+-]*/gi;

/** What a text of JSON says, but each number that JavaScript would make another, such as a long id, is a text. */
export function parseExactly(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const exact = exactly(text);
  return exact === text ? value : (JSON.parse(exact) as unknown);
}

/**
 * JSON in which each number that JavaScript would make another is the text of its digits. Decimals become the nearest
 * number there is, as everywhere.
 */
export function exactly(text: string): string {
  if (!SUSPECT.test(text)) return text;
  let isInText = false;
  return text.replace(TOKENS, (token) => {
    if (token === '"') isInText = !isInText;
    return isInText || /^[\\"]/.test(token) || isHeld(token) ? token : `"${token}"`;
  });
}

/** Whether JavaScript holds a number so that it is sent on as it came. */
function isHeld(token: string): boolean {
  const number = Number(token);
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER || digitsOf(token) === digitsOf(String(number));
}

/** The same for each way to write a number. */
function digitsOf(token: string): string | undefined {
  const [, sign, whole = '', part = '', exponent = 0] = /^(-?)(\d+)\.?(\d*)(?:e(.+))?$/i.exec(token) ?? [];
  const digits = (whole + part).replace(/^0+/, '');
  // How many of them stand before the point.
  const before = digits.length - part.length + Number(exponent);
  return digits && `${sign}${digits.replace(/0+$/, '')} ${before}`;
}
