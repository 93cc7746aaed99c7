import { errorOf } from '../../lib/error-of.js';
import { writtenJson } from '../calling/written-json.js';

/**
 * What JSON makes of an item, so that what is checked and counted is what is sent, whatever becomes of the item
 * meanwhile; or, in words, why it makes nothing of it.
 */
export function asJson<Item>(item: Item, what = 'It'): { made: Item } | { problem: string } {
  try {
    const text = writtenJson(what, item);
    return { made: (text === undefined ? undefined : JSON.parse(text)) as Item };
  } catch (error) {
    return { problem: errorOf(error).message };
  }
}
