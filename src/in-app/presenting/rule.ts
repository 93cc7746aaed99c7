import type { InAppMessage } from '../../api/models/in-app.js';
import { isObject } from '../../lib/is-object.js';

/**
 * When a message may come by itself, as its `customPayload.tidings.show` says; all of it is data. What is left out
 * asks for nothing.
 */
export interface Rule {
  /** The name of an event that the page records, or `purchase` or `cart`: after it. */
  event?: string;
  /** What data fields of that event must be. */
  where?: Record<string, string | number | boolean>;
  /** How long after it, or after the page was opened, in seconds. */
  after?: number;
  /** Paths of pages where it may come; `*` stands for anything. */
  pages?: string[];
  /** Of all messages that say so, one comes in a session of this tab, or on a page. */
  once?: 'session' | 'page';
}

/** Of its own names alone: a message may use any. */
const KINDS: Record<string, ((value: unknown) => boolean) | null | undefined> = {
  __proto__: null,
  event: isText,
  where: (value) => isObject(value) && Object.values(value).every((one) => typeof one !== 'object'),
  after: (value) => typeof value === 'number' && value >= 0,
  pages: (value) => Array.isArray(value) && value.every(isText),
  once: (value) => value === 'session' || value === 'page',
};

/** The rule of a message, which may be empty; nothing where it cannot be read. */
export function ruleOf({ customPayload }: InAppMessage): Rule | undefined {
  const { show = {} } = { ...(customPayload?.['tidings'] as { show?: unknown } | undefined) };
  const isReadable = isObject(show) && Object.entries(show).every(([name, value]) => KINDS[name]?.(value));
  return isReadable ? show : undefined;
}

/** Whether a path is one of those that a rule names. */
export function isAmongPages(path: string, { pages }: Rule): boolean {
  return !pages || pages.some((pattern) => isLike(path, pattern));
}

/** Whether a text is what a pattern says, in which `*` stands for anything. */
function isLike(text: string, pattern: string): boolean {
  // Between line ends, which no address holds: so a pattern begins and ends where the text does.
  const whole = `\n${text}\n`;
  let end = 0;
  // Each where it first comes, since a regular expression that tries them all may take the page's thread for good.
  return `\n${pattern}\n`.split('*').every((part) => {
    const start = whole.indexOf(part, end);
    end = start + part.length;
    return start >= 0;
  });
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && !!value;
}
