// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { createPageLeft } from '../../src/browser/page-left.js';
import { memoryStore, openStore, type Store } from '../../src/browser/store.js';
import { calm, newDevice, takeTime } from '../support/visits.js';

/** A device that must not fail. */
const lost = (): never => expect.fail('The device is lost');

const stores: [name: string, make: () => Store<string>][] = [
  ['in memory', memoryStore],
  [
    'on a device',
    () => {
      newDevice();
      return openStore('test', createPageLeft(), lost);
    },
  ],
];

describe.each(stores)('a store %s', (_, make) => {
  /** A store of three entries. */
  async function setup() {
    const store = make();
    await store((table) => ['b', 'a', 'c'].forEach((key) => table.put(key, `of ${key}`)));
    return store;
  }

  it('gives what was put under a key, the latest', async () => {
    const store = await setup();

    await store((table) => table.put('a', 'new'));

    expect(await store((table) => table.get('a'))).toBe('new');
    expect(await store((table) => table.get('x'))).toBeUndefined();
  });

  it('gives the first and the last of a range, in the order of the keys, without its ends', async () => {
    const store = await setup();

    expect(await store((table) => table.first('', 'd', 2))).toEqual(['of a', 'of b']);
    expect(await store((table) => table.first('a', 'c', 9))).toEqual(['of b']);
    expect(await store((table) => table.first('c', 'd', 9))).toEqual([]);
    expect(await store((table) => table.last('', 'd'))).toBe('of c');
    expect(await store((table) => table.last('a', 'b'))).toBeUndefined();
  });

  it('forgets an entry, and all', async () => {
    const store = await setup();

    await store((table) => table.delete('a'));
    expect(await store((table) => table.first('', 'd', 9))).toEqual(['of b', 'of c']);
    await store((table) => table.clear());

    expect(await store((table) => table.first('', 'd', 9))).toEqual([]);
  });

  it('does one work after another, though they are asked for at once', async () => {
    const store = await setup();
    const add = (letter: string) =>
      store(async (table) => table.put('sum', `${(await table.get('sum')) ?? ''}${letter}`));

    await Promise.all(['x', 'y', 'z'].map(add));

    expect(await store((table) => table.get('sum'))).toBe('xyz');
  });
});

describe('a store on a device', () => {
  it('is the same on the next page', async () => {
    newDevice();
    await openStore<string>('test', createPageLeft(), lost)((table) => table.put('a', 'kept'));

    expect(await openStore('test', createPageLeft(), lost)((table) => table.get('a'))).toBe('kept');
  });

  it('keeps nothing of work that has failed before it is done again', async () => {
    newDevice();
    const store = openStore<string>('test', createPageLeft(), lost);
    let tries = 0;

    await store(async (table) => {
      table.put(`try ${++tries}`, 'put');
      await table.get('a');
      if (tries === 1) throw new Error('Once');
    });

    expect(await store((table) => table.get('try 1'))).toBeUndefined();
    expect(await store((table) => table.get('try 2'))).toBe('put');
  });

  it('lets the page delete it, and is opened anew', async () => {
    newDevice();
    const store = openStore<string>('test', createPageLeft(), lost);
    await store((table) => table.put('a', 'before'));

    await new Promise((resolve, reject) => {
      const request = indexedDB.deleteDatabase('test');
      request.onsuccess = resolve;
      request.onblocked = () => reject(new Error('Blocked'));
    });
    await store((table) => table.put('a', 'after'));

    expect(await store((table) => table.get('a'))).toBe('after');
  });

  it('is in memory, and says so once, where there is no IndexedDB', async () => {
    newDevice();
    vi.stubGlobal('indexedDB', undefined);
    const onLost = vi.fn();
    const store = openStore<string>('test', createPageLeft(), onLost);

    await Promise.all(['a', 'b', 'c'].map((key) => store((table) => table.put(key, 'kept'))));

    expect(await store((table) => table.first('', 'd', 9))).toHaveLength(3);
    expect(onLost).toHaveBeenCalledTimes(1);
  });

  it('says once that it is lost, though more is asked for while it is', async () => {
    newDevice();
    const open = () => {
      throw new Error('It may not be opened');
    };
    vi.stubGlobal('indexedDB', { open });

    // At one of these moments another transaction has just lost it.
    for (let steps = 0; steps < 40; steps++) {
      const onLost = vi.fn();
      const store = openStore<string>('test', createPageLeft(), onLost);
      const first = store((table) => table.put('a', 'kept'));
      for (let step = 0; step < steps; step++) await Promise.resolve();
      await Promise.all([first, store((table) => table.put('b', 'kept'))]);

      expect(await store((table) => table.first('', 'd', 9))).toHaveLength(2);
      expect(onLost).toHaveBeenCalledTimes(1);
    }
  });

  it('lets the page delete what took so long to open that it was opened anew', async () => {
    const { during } = takeTime();
    newDevice();
    let finish = () => {};
    vi.spyOn(indexedDB, 'open').mockImplementationOnce((name) => {
      const request = indexedDB.open(name);
      const hold = (listener: () => void) => void (finish = listener);
      Object.defineProperty(request, 'onsuccess', { set: hold });
      return request;
    });
    const store = openStore<string>('test', createPageLeft(), lost);
    await during(store((table) => table.put('a', 'before')));

    finish();
    await calm();

    await new Promise((resolve, reject) => {
      const request = indexedDB.deleteDatabase('test');
      request.onsuccess = resolve;
      request.onblocked = () => reject(new Error('Blocked'));
    });
  });
});
