import type { UserRef } from '../../api/models/user.js';
import type { LastWords } from '../../browser/last-words.js';
import type { Store } from '../../browser/store.js';
import type { Chance } from '../../lib/backoff.js';
import { createOrderedKeys, orderedKey } from '../../lib/ordered-key.js';
import { createQueue } from '../../lib/queue.js';
import { laneOf } from '../../identity/user.js';
import type { Visitor } from '../../identity/visitor.js';
import { OUTLET } from './outlet.js';
import type { TrackedEvent } from '../event.js';
import { isBefore, JOURNAL, newRow, type Row } from './row.js';

/** How many are written at a time, since a transaction has little time. */
const BATCH = 500;

/** How long browsers take to write `localStorage` to the disk, in milliseconds: until then, one that is killed loses it. */
const ON_DISK = 10_000;

/** What was just recorded, on its way to the device. */
export interface Journal {
  /** Resolves once the event is safe. Events added in the same task are written together. */
  add(event: TrackedEvent): Promise<void>;
  /**
   * Writes down what is not known to be on the device, as the page is being left. Gives a few custom events that were
   * just added and have not been sent, and what is told of messages, where that cannot be written down.
   */
  leave(): Row[];
  /** Writes down the same, as the device lets nobody in. */
  bide(): void;
  /**
   * Lets what the device may not have yet, and is one user's, or nobody's as the visitor was known between two times,
   * be another's.
   */
  claim(from: UserRef | undefined, to: UserRef, since: number, until: number): void;
  /** Goes on with what waited elsewhere, as what came before all else. */
  resume(rows: Row[]): void;
  /** Forgets all of that. */
  forget(): void;
  /** How many wait for the device. */
  count(): number;
  /** Every step of it sees what was recorded before. */
  store: Store<Row>;
  /** Hears what has been sent. */
  onSent(rows: Row[]): void;
}

/** What a journal needs. */
export interface JournalOptions extends Chance {
  store: Store<Row>;
  lastWords: Pick<LastWords<Row>, 'keep' | 'forget'>;
  visitor: Pick<Visitor, 'agrees' | 'isMet' | 'isSaid' | 'settle' | 'word'>;
}

/** Makes a journal over a store. */
// eslint-disable-next-line max-lines-per-function -- Taken apart, it weighs 35 bytes more on every page.
export function createJournal(options: JournalOptions): Journal {
  const { store, lastWords, visitor, now, random } = options;
  const nextKey = createOrderedKeys(random);
  const recent = new Map<string, Row>();
  let added: Row[] = [];
  /** Those of these that the device was asked to keep, and has not said yet that it does. */
  let asked = new Set<Row>();
  /** Whether some of it is in `localStorage` alone, from where the next step takes it. */
  let isElsewhere = false;
  /** What to call once all of that is safe there. */
  let waiting: (() => void)[] = [];

  const write = createQueue(async () => {
    while (added.length || isElsewhere) {
      isElsewhere = false;
      // Until the device is there, more may come, or the page be left.
      await store((table) => {
        asked = new Set(added.slice(0, BATCH));
        asked.forEach((row) => {
          visitor.settle(row);
          table.put(row.key, row);
        });
      });
      // The visitor may have changed their mind, and some been given up.
      added = added.filter((row) => !asked.has(row));
      asked = new Set();
    }
    waiting = [];
  });

  function letGo() {
    added = [];
    asked = new Set();
  }

  function keepLast(isBusy?: boolean) {
    if (!lastWords.keep(added, isBusy)) return;
    letGo();
    const tell = (all: typeof waiting) => all.forEach((resolve) => resolve());
    if (isBusy) {
      isElsewhere = true;
      setTimeout(tell, ON_DISK, waiting);
    } else tell(waiting);
  }

  return {
    add(event) {
      const row = newRow(nextKey(now()), event);
      if (!visitor.isMet && !visitor.isSaid) row.isUnsure = true;
      row.since = visitor.word.at;
      added.push(row);
      keepLast();
      // Only what may arrive twice, and late, without harm.
      if (visitor.isMet && event.kind === 'custom' && event.user) recent.set(event.id, row);
      if (recent.size > OUTLET.calls) recent.delete([...recent.keys()][0] ?? '');
      return Promise.race([write(), new Promise<void>((resolve) => waiting.push(resolve))]);
    },
    bide: () => keepLast(true),
    leave() {
      keepLast();
      // What the device was asked to keep may be there.
      const lost = added.filter((row) => row.event.kind === 'message' && row.event.user && !asked.has(row));
      return [...recent.values(), ...lost];
    },
    claim(from, to, since, until) {
      for (const row of added)
        if (laneOf(row.event.user) === laneOf(from) && isBefore(row, until) && !isBefore(row, since))
          row.event.user = to;
    },
    resume(rows) {
      rows.forEach((row, place) => (row.key = JOURNAL + orderedKey(place, nextKey(now()))));
      added = [...rows, ...added];
    },
    count: () => added.length,
    forget() {
      lastWords.forget();
      recent.clear();
      letGo();
    },
    async store(work) {
      if (added.length > asked.size) await write();
      return store(work);
    },
    onSent(rows) {
      rows.forEach(({ event }) => recent.delete(event.id));
      // What cannot be repeated is not kept as well, should the page come back, or have had room to write some of it.
      const isOut = (row: Row) => row.event.kind === 'message' && rows.includes(row);
      lastWords.forget(added.filter(isOut));
      added = added.filter((row) => !isOut(row));
    },
  };
}
