import { isDeep } from './is-deep.js';

/** Whether a device can store something, and it is no longer than that, written as JSON: what cannot be stored would keep out all that came with it. */
export function isStorable(value: unknown, longest: number): boolean {
  try {
    structuredClone(value);
    return !isDeep(value) && JSON.stringify(value).length <= longest;
  } catch {
    return false; // There is no other way to know.
  }
}
