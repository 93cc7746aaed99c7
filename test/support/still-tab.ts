import { IDBObjectStore, IDBTransaction } from 'fake-indexeddb';
import { onTestFinished, vi } from 'vitest';

/**
 * Lets the tab that keeps an entry whose key begins like that stand still from then on: it does not hear that the entry
 * is kept. Gives the function that lets it go on.
 */
export function standStillOnKeeping(start: string): () => void {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put');
  const { commit } = IDBTransaction.prototype;
  const spy = vi.spyOn(IDBTransaction.prototype, 'commit');
  const stop = () => [put, spy].forEach((one) => one.mockRestore());
  let goOn = () => {};
  onTestFinished(stop);
  spy.mockImplementation(function (this: IDBTransaction) {
    commit.call(this);
    if (!put.mock.calls.some(([, key]) => (key as string).startsWith(start))) return;
    stop();
    const { oncomplete } = this;
    this.oncomplete = null;
    goOn = () => void oncomplete?.call(this, new Event('complete'));
  });
  return () => goOn();
}
