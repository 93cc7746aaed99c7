import type { UserRef } from '../../api/models/user.js';
import type { LastWords } from '../../browser/last-words.js';
import type { Store } from '../../browser/store.js';
import type { Chance } from '../../lib/backoff.js';
import { createOrderedKeys } from '../../lib/ordered-key.js';
import { createQueue } from '../../lib/queue.js';
import { laneOf } from '../../identity/user.js';
import type { Visitor } from '../../identity/visitor.js';
import { OUTLET } from './departures.js';
import type { TrackedEvent } from '../event.js';
import type { Drop, Limits } from './ledger.js';
import { isBefore, newRow, RANKS, type Row } from './row.js';

/** How many are written at a time, since a transaction has little time. */
const BATCH = 500;

/** What was just recorded, on its way to the device. */
export interface Journal {
  /** Resolves once the event is safe. Events added in the same task are written together. */
  add(event: TrackedEvent): Promise<void>;
  /**
   * Writes down what is not known to be on the device, as the page is being left. Gives a few custom events that were
   * just added and have not been sent.
   */
  leave(): Row[];
  /**
   * Lets what the device may not have yet, and is one user's, or nobody's as the visitor was known before a time, be
   * another's. Without another, drops what waits for consent of that.
   */
  claim(from: UserRef | undefined, to: UserRef | undefined, until: number): void;
  /** Forgets all of that. */
  forget(): void;
  /** How many wait for consent, or for the device, and how many were given up for want of room. */
  count(): [waiting: number, full: number];
  /** Every step of it sees what was recorded before. */
  store: Store<Row>;
  /** Hears what has been sent. */
  onSent(rows: Row[]): void;
}

/** What a journal needs. */
export interface JournalOptions extends Chance {
  store: Store<Row>;
  lastWords: LastWords<Row>;
  visitor: Pick<Visitor, 'agrees' | 'isMet' | 'isSure' | 'word'>;
  limits: Limits;
  onDropped: (drop: Drop) => void;
}

/** Makes a journal over a store. */
// eslint-disable-next-line max-lines-per-function -- Taken apart, it weighs 35 bytes more on every page.
export function createJournal(options: JournalOptions): Journal {
  const { store, lastWords, visitor, limits, onDropped, now, random } = options;
  const nextKey = createOrderedKeys(random);
  const recent = new Map<string, Row>();
  let added: Row[] = [];
  /** Those of these that the device was asked to keep, and has not said yet that it does. */
  let asked = new Set<Row>();
  let full = 0;

  const write = createQueue(async () => {
    while (added.length && visitor.agrees) {
      // Until the device is there, more may come, or the page be left.
      await store((table) => {
        asked = new Set(added.slice(0, BATCH));
        asked.forEach((row) => table.put(row.key, row));
      });
      // The visitor may have changed their mind, and some been given up.
      added = added.filter((row) => !asked.has(row));
      asked = new Set();
    }
  });

  /** Before consent there is nobody else who would: gives up the oldest of what matters least. */
  function keepWithin() {
    while (added.length > limits.events || added.reduce((sum, { size }) => sum + size, 0) > limits.bytes) {
      const least = added.reduce((one, next) =>
        RANKS[next.event.kind] < RANKS[one.event.kind] ? next : one,
      );
      added = added.filter((row) => row !== least);
      full += 1;
      onDropped({ event: least.event, reason: 'full' });
    }
  }

  function letGo() {
    added = [];
    asked = new Set();
  }

  function keepLast() {
    if (visitor.agrees && lastWords.keep(added)) letGo();
  }

  return {
    add(event) {
      const row = newRow(nextKey(now()), event);
      if (!visitor.isSure) row.isUnsure = true;
      if (!event.user) row.since = visitor.word.at;
      added.push(row);
      keepLast();
      if (!visitor.agrees) keepWithin();
      // Only what may arrive twice, and late, without harm.
      if (visitor.isMet && event.kind === 'custom' && event.user) recent.set(event.id, row);
      if (recent.size > OUTLET.calls) recent.delete([...recent.keys()][0] ?? '');
      return write();
    },
    leave() {
      keepLast();
      return visitor.agrees ? [...recent.values()] : [];
    },
    claim(from, to, until) {
      added = added.filter((row) => {
        if (laneOf(row.event.user) !== laneOf(from) || !isBefore(row, until)) return true;
        if (to) row.event.user = to;
        return to ?? visitor.agrees;
      });
    },
    count: () => [added.length, full],
    forget() {
      lastWords.forget();
      recent.clear();
      letGo();
    },
    async store(work) {
      if (added.length > asked.size) await write();
      return store(work);
    },
    onSent: (rows) => rows.forEach(({ event }) => recent.delete(event.id)),
  };
}
