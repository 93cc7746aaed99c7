import { promisifyRequest } from 'idb-keyval';
import { ifPossible } from '../lib/if-possible.js';
import { within } from '../lib/deadline.js';
import { createInTurn } from '../lib/in-turn.js';
import { isPage, untilLeft } from './page.js';
import type { PageLeft } from './page-left.js';

/** How long a transaction may take, in milliseconds; in WebKit one may hang for good (https://webkit.org/b/226547). */
const TIMEOUT = 1_500;
/** How often a transaction is tried, each time with a new connection, before the page goes on without the device. */
const TRIES = 3;

/** What a step says whose turn has not come in that time, since another page has not ended what it does. */
const BUSY = /* @__PURE__ */ new Error();

/** The one table of a database. */
const ENTRIES = 'entries';

declare const ENTRY: unique symbol;

/** A key under which something else stands than under most. */
export type KeyOf<Entry> = string & { [ENTRY]: Entry };

/** Entries in the order of their keys, as one transaction sees them. Both ends of a range are left out. */
export interface Table<Value> {
  get<Entry>(key: KeyOf<Entry>): Promise<Entry | undefined>;
  get(key: string): Promise<Value | undefined>;
  put<Entry>(key: KeyOf<Entry>, value: Entry): void;
  put(key: string, value: Value): void;
  delete(key: string): void;
  clear(): void;
  /** The first values of a range. */
  first(after: string, before: string, limit: number): Promise<Value[]>;
  /** Their keys, which also what is broken has. */
  keys(after: string, before: string, limit: number): Promise<string[]>;
  /** The last value of a range. */
  last(after: string, before: string): Promise<Value | undefined>;
}

/**
 * Does some work in a transaction, so that all of it is kept or nothing. What fails is done again, so the work
 * changes nothing but the table.
 */
export type Store<Value> = <Result>(
  work: (table: Table<Value>) => Result | Promise<Result>,
) => Promise<Result>;

/**
 * A store on this device that every tab shares; in memory, for this page view, once IndexedDB has failed.
 *
 * @param onLost - Hears, once, why there is no IndexedDB.
 * @param onBusy - Hears, from time to time, that another page lets nobody in, which may stand still.
 */
export function openStore<Value>(
  name: string,
  left: PageLeft,
  onLost: (error: unknown) => void,
  onBusy?: () => void,
): Store<Value> {
  const memory = memoryStore<Value>();
  let connection: Promise<IDBDatabase> | undefined;
  // There is none during server rendering.
  let isLost = !('indexedDB' in globalThis);

  return async (work) => {
    for (let tries = 1; ; tries++) {
      // A transaction of a page in the back/forward cache would lock out the pages after it, in WebKit.
      await (isLost || left.away);
      // Also what another transaction has lost in the meantime.
      if (isLost) return memory(work);
      // The page may want to delete it, also where nobody waits for it any more; what is asked next opens it anew.
      connection ??= open(name).then((database) =>
        Object.assign(database, { onversionchange: database.close }),
      );
      const opened = connection;
      try {
        return await onDevice(opened, work, left);
      } catch (error) {
        // Or have opened a new one.
        if (connection !== opened) continue;
        if (error === BUSY) {
          onBusy?.();
          tries = 0;
          continue;
        }
        connection = undefined;
        isLost = tries >= TRIES;
        if (isLost) onLost(error);
      }
    }
  };
}

const tooLong = () => new Error('IndexedDB took too long');

async function open(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name);
  request.onupgradeneeded = () => request.result.createObjectStore(ENTRIES);
  return promisifyRequest(request);
}

function onDevice<Value, Result>(
  connection: Promise<IDBDatabase>,
  work: (table: Table<Value>) => Result | Promise<Result>,
  left: PageLeft,
): Promise<Result> {
  let isBusy = false;
  const onTimeout = () => (isBusy ? BUSY : tooLong());
  return within({ timeout: TIMEOUT, onTimeout }, async (signal) => {
    const database = await connection;
    // Of what a page begins after it was left, Firefox keeps the first half.
    if (signal.aborted || left.away) throw tooLong();
    const transaction = database.transaction(ENTRIES, 'readwrite');
    isBusy = true;
    let begin = () => {};
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const onSuccess = () => {
      isBusy = false;
      begin();
    };
    transaction.addEventListener('success', onSuccess, true);
    // Unless it ends at this very moment: what was done is then kept, and doing it again changes nothing.
    const takeBack = () => ifPossible(() => transaction.abort());
    signal.addEventListener('abort', takeBack);
    // Nobody waits once the page is left: it may never hear that what it has just done is kept.
    const done = untilLeft(promisifyRequest(transaction), takeBack);
    // It fails with the first thing that does, while the work may still wait for another.
    const ended = done.catch(() => undefined);
    try {
      const result = await work(tableOf<Value>(transaction.objectStore(ENTRIES)));
      // Once it is told to end, nothing takes it back, so not before its turn has come.
      await Promise.race([begun, done]);
      // Need not wait for this page any longer, which may be about to end.
      ifPossible(() => transaction.commit());
      await done;
      return result;
    } catch (error) {
      takeBack();
      await ended;
      throw error;
    }
  });
}

function between(after: string, before: string) {
  return IDBKeyRange.bound(after, before, true, true);
}

/** As much of a table as a service worker uses. */
function ownTableOf<Value>(entries: IDBObjectStore) {
  return {
    get: (key: string) => promisifyRequest(entries.get(key)) as Promise<never>,
    put: (key: string, value: unknown) => void entries.put(value, key),
    delete: (key: string) => void entries.delete(key),
    first: (after: string, before: string, limit: number) =>
      promisifyRequest(entries.getAll(between(after, before), limit)) as Promise<Value[]>,
  };
}

function tableOf<Value>(entries: IDBObjectStore): Table<Value> {
  return {
    ...ownTableOf(entries),
    clear: () => void entries.clear(),
    keys: (after, before, limit) =>
      promisifyRequest(entries.getAllKeys(between(after, before), limit)) as Promise<string[]>,
    last: async (after, before) =>
      (await promisifyRequest(entries.openCursor(between(after, before), 'prev')))?.value as
        | Value
        | undefined,
  };
}

/**
 * A store on this device for a service worker, which no page cache keeps: each step has a connection of its own. What a
 * step does throws nothing but what the device refuses.
 */
export function workerStore<Value>(name: string): Store<Value> {
  return async (work) => {
    const database = await open(name);
    const transaction = database.transaction(ENTRIES, 'readwrite');
    const done = promisifyRequest(transaction).finally(() => database.close());
    const [result] = await Promise.all([
      work(ownTableOf(transaction.objectStore(ENTRIES)) as Partial<Table<Value>> as Table<Value>),
      done,
    ]);
    return result;
  };
}

/** The names of this site's databases that begin so; none where the browser does not tell. */
export async function databaseNames(start: string): Promise<string[]> {
  const ask = async () => {
    // In a sandboxed frame this throws, as the next would: but at that, Chromium leaves a rejection that nobody can handle.
    if (isPage()) localStorage.getItem('');
    return indexedDB.databases();
  };
  const all = await within({ timeout: TIMEOUT, onTimeout: tooLong }, ask).catch(() => []);
  return all.flatMap(({ name = '' }) => (name.startsWith(start) ? [name] : []));
}

/** A store that the page forgets. */
export function memoryStore<Value>(): Store<Value> {
  const entries = new Map<string, Value>();
  const keys = (after: string, before: string) =>
    [...entries.keys()].filter((key) => key > after && key < before).sort();
  const range = (after: string, before: string) =>
    keys(after, before).map((key) => entries.get(key) as Value);
  const table: Table<Value> = {
    get: async (key: string) => entries.get(key) as never,
    put: (key: string, value: Value) => void entries.set(key, value),
    delete: (key) => void entries.delete(key),
    clear: () => entries.clear(),
    first: async (after, before, limit) => range(after, before).slice(0, limit),
    keys: async (after, before, limit) => keys(after, before).slice(0, limit),
    last: async (after, before) => range(after, before).at(-1),
  };
  const inTurn = createInTurn();

  return (work) => inTurn(() => work(table));
}
