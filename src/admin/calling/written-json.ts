import { OptionError } from '../../errors.js';
import { errorOf } from '../../lib/error-of.js';

/**
 * A value as JSON, `undefined` where JSON has no word for it. What JSON would silently empty or leave out, such as `NaN`,
 * a `Map` or a function, is refused as what it cannot write at all; only fields that are `undefined` are left out.
 */
export function writtenJson(what: string, value: unknown): string | undefined {
  /** Where each object that is being written stands. */
  const paths = new Map<unknown, string>();

  function refuseLost(this: unknown, name: string, written: unknown): unknown {
    const above = paths.get(this);
    const path = above ? `${above}.${name}` : name;
    const lost = lossOf(written, (this as Record<string, unknown>)[name], Array.isArray(this));
    if (lost) throw new TypeError(`${path ? `\`${path}\`` : 'it'} is ${lost}`);
    if (typeof written === 'object') paths.set(written, path);
    return written;
  }

  try {
    return JSON.stringify(value, refuseLost);
  } catch (cause) {
    // The first line tells; those after it draw how a circle closes.
    const [problem] = errorOf(cause).message.split('\n');
    throw new OptionError(`${what} must be what JSON can hold: ${problem}`, { cause });
  }
}

/** What a value is that JSON would lose; `given` is what it was before it said itself what it is. */
function lossOf(value: unknown, given: unknown, isListed: boolean): string | undefined {
  if (value === null) return isInvalidDate(given) ? 'an invalid Date' : undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : String(value);
  if (typeof value === 'bigint') return 'a BigInt';
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`;
  if (value === undefined) return isListed ? 'undefined' : undefined;
  return isEmptied(value) ? `a ${value.constructor.name}` : undefined;
}

/** Whether it is no moment: of a `Date`, or of what other libraries have in its place. */
function isInvalidDate(given: unknown): boolean {
  return Number.isNaN((given as { valueOf?(): unknown } | null)?.valueOf?.());
}

/** Whether JSON would make `{}` or another thing of it, such as of a `Map`, or of a `Promise` that nobody waited for. */
function isEmptied(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  if (ArrayBuffer.isView(value)) return true;
  return !isPlain(value) && Object.keys(value).length === 0;
}

/** Whether it is a bare object, of this realm or of another. */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as object | null;
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
