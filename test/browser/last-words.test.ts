// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { createLastWords } from '../../src/browser/last-words.js';
import { createPageLeft } from '../../src/browser/page-left.js';
import { memoryStore } from '../../src/browser/store.js';

const word = { key: 'a', says: 'hello' };

describe('last words', () => {
  it('are heard once, also by a page that does not know yet that another has heard them', async () => {
    const store = memoryStore<typeof word>();
    const [one, other] = [
      createLastWords<typeof word>('shop', createPageLeft()),
      createLastWords<typeof word>('shop', createPageLeft()),
    ];
    one.keep([word], true);
    await one.hear(store, () => undefined);
    await store((table) => table.delete(word.key)); // It is taken from there.

    one.keep([word], true); // It still stands there, as the other page sees it.
    await other.hear(store, () => undefined);

    expect(await store((table) => table.get(word.key))).toBeUndefined();
    expect(Object.keys(localStorage).filter((key) => key.startsWith('shop'))).toEqual([]);
  });

  it('are all heard', async () => {
    const store = memoryStore<typeof word>();
    const words = createLastWords<typeof word>('shop', createPageLeft());
    words.keep([word], true);
    await words.hear(store, () => undefined);
    words.keep([{ ...word, key: 'b' }], true);
    await words.hear(store, () => undefined);

    expect(await store((table) => table.keys('', 'c', 9))).toEqual(['a', 'b']);
  });
});
