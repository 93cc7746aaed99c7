import { createStore, del, promisifyRequest, set } from 'idb-keyval';

/** A small ordered table that outlives the page. */
export interface Store<Value> {
  set(key: string, value: Value): Promise<void>;
  /** The entry with the lowest key. */
  first(): Promise<[key: string, value: Value] | undefined>;
  delete(key: string): Promise<void>;
}

/** A store on this device, or in memory where the browser has no IndexedDB. */
export function openStore<Value>(name: string): Store<Value> {
  return (globalThis as { indexedDB?: IDBFactory }).indexedDB ? indexedDbStore(name) : memoryStore();
}

/** Keeps its entries in IndexedDB, in a database of its own. */
export function indexedDbStore<Value>(name: string): Store<Value> {
  const table = createStore(name, 'entries');
  return {
    set: (key, value) => set(key, value, table),
    first: () =>
      table('readonly', async (entries) => {
        const cursor = await promisifyRequest(entries.openCursor());
        return cursor ? [cursor.key as string, cursor.value as Value] : undefined;
      }),
    delete: (key) => del(key, table),
  };
}

/** Stands in where there is no IndexedDB; forgets on reload. */
export function memoryStore<Value>(): Store<Value> {
  const table = new Map<string, Value>();
  return {
    set: async (key, value) => void table.set(key, value),
    first: async () => [...table].sort(([a], [b]) => (a < b ? -1 : 1))[0],
    delete: async (key) => void table.delete(key),
  };
}
