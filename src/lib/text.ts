/** What a header can carry as one word. */
export const WORD = /^[\x21-\x7e]+$/;

/** Whether a value is a text of that form; by default, any that is not blank. */
export function isText(value: unknown, form = /\S/): value is string {
  return typeof value === 'string' && form.test(value);
}

/** What an answer says, if it is a text: answers are not taken at their word. */
export function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
