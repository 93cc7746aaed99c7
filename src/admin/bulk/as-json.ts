import { errorOf } from '../../lib/error-of.js';

/**
 * What JSON makes of an item, so that what is checked and counted is what is sent, whatever becomes of the item
 * meanwhile; or, in words, why it makes nothing of it.
 */
export function asJson<Item>(item: Item): { made: Item } | { problem: string } {
  try {
    const text = JSON.stringify(item, refuseEmptied) as string | undefined;
    return { made: (text === undefined ? undefined : JSON.parse(text)) as Item };
  } catch (error) {
    // The first line tells; those after it draw how a circle closes.
    return { problem: `It must be what JSON can hold: ${errorOf(error).message.split('\n')[0]}` };
  }
}

/** Refuses what JSON would make `{}` of though it is more, such as a `Map`, or a `Promise` that nobody waited for. */
function refuseEmptied(name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if (isPlain(value) || Object.keys(value).length) return value;
  throw new TypeError(`${name ? `\`${name}\`` : 'it'} is a ${value.constructor.name}`);
}

/** Whether it is a bare object, of this realm or of another. */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as object | null;
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
