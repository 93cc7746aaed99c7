import { IDBFactory } from 'fake-indexeddb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { indexedDbStore, memoryStore, openStore, type Store } from '../../src/browser/store.js';

afterEach(() => vi.unstubAllGlobals());

const stores: [name: string, make: () => Store<string>][] = [
  ['memoryStore', memoryStore],
  [
    'indexedDbStore',
    () => {
      vi.stubGlobal('indexedDB', new IDBFactory());
      return indexedDbStore('test');
    },
  ],
];

describe.each(stores)('%s', (_, make) => {
  it('gives the entry with the lowest key', async () => {
    const store = make();
    expect(await store.first()).toBeUndefined();

    await store.set('b', 'second');
    await store.set('a', 'first');
    expect(await store.first()).toEqual(['a', 'first']);

    await store.delete('a');
    expect(await store.first()).toEqual(['b', 'second']);
  });

  it('replaces what has the same key', async () => {
    const store = make();
    await store.set('a', 'before');
    await store.set('a', 'after');
    expect(await store.first()).toEqual(['a', 'after']);
  });
});

describe('openStore', () => {
  it('outlives the page where there is IndexedDB', async () => {
    vi.stubGlobal('indexedDB', new IDBFactory());
    await openStore('test').set('a', 'kept');
    expect(await openStore('test').first()).toEqual(['a', 'kept']);
  });

  it('works in memory where there is none', async () => {
    const store = openStore('test');
    await store.set('a', 'kept');
    expect(await store.first()).toEqual(['a', 'kept']);
    expect(await openStore('test').first()).toBeUndefined();
  });
});
