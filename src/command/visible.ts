/** What a terminal acts on instead of showing it, or what turns the direction of a text; ends of lines and tabs are none. */
const STEERING = /[\0-\x08\v\f\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|\r(?!\n)/g;

/** A text without what could steer a terminal: whoever wrote it may not be whoever reads it. JSON stays the same JSON. */
export function visible(text: string): string {
  return text.replace(STEERING, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The same as one line, of which nothing looks like a line of ours. */
export function inOneLine(text: string): string {
  return visible(text).replaceAll('\r', '').replaceAll('\n', '\\n');
}

/** A value as JSON that can be shown. */
export function jsonOf(value: unknown, indent?: number): string {
  return visible(JSON.stringify(value, null, indent));
}
