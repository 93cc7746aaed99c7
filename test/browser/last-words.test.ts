// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { createLastWords } from '../../src/browser/last-words.js';
import { createPageLeft } from '../../src/browser/page-left.js';
import { memoryStore } from '../../src/browser/store.js';

const word = { key: 'a', says: 'hello' };

/** Pages that share a store, each with words of its own. */
function setup() {
  const store = memoryStore<typeof word>();
  const wordsOf = (left = createPageLeft()) => createLastWords<typeof word>('shop', left);
  return { store, wordsOf };
}

describe('last words', () => {
  it('are heard again by a page that still sees them, under the same key', async () => {
    const { store, wordsOf } = setup();
    const [one, other] = [wordsOf(), wordsOf()];
    one.keep([word], true);
    await one.heardBy(store, settle, isDone)(() => {});

    one.keep([word], true); // It still stands there, as the other page sees it.
    await other.heardBy(store, settle, isDone)(() => {});

    expect(await store((table) => table.keys('', 'z', 9))).toEqual([word.key]);
    expect(Object.keys(localStorage).filter((key) => key.startsWith('shop'))).toEqual([]);
  });

  it('are all heard', async () => {
    const { store, wordsOf } = setup();
    const words = wordsOf();
    const heard = words.heardBy(store, settle, isDone);
    words.keep([word], true);
    await heard(() => {});
    words.keep([{ ...word, key: 'b' }], true);

    expect(await heard((table) => table.keys('', 'c', 9))).toEqual(['a', 'b']);
  });

  it('are heard before whatever a page does that was left, and had to wait for its way back', async () => {
    const { store, wordsOf } = setup();
    let comeBack = () => {};
    const back = new Promise<void>((resolve) => (comeBack = resolve));
    const heard = wordsOf().heardBy(
      async (work) => {
        await back;
        return store(work);
      },
      settle,
      isDone,
    );

    // What a page asked the device to keep, and said as it was left, is in both places.
    const taking = heard(async (table) => {
      const found = await table.get(word.key);
      table.delete(word.key);
      return found;
    });
    await store((table) => table.put(word.key, word));
    wordsOf().keep([word], true);
    comeBack();

    expect(await taking).toMatchObject(word);
    expect(await heard((table) => table.get(word.key))).toBeUndefined();
  });
});

const settle = () => undefined;
const isDone = () => false;
