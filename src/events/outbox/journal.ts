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
import { newRow, type Row } from './row.js';

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
  /** Lets what the device may not have yet, and is one user's, or nobody's, be another's. */
  claim(from: UserRef | undefined, to: UserRef | undefined): void;
  /** Forgets all of that. */
  forget(): void;
  /** Every step of it sees what was recorded before. */
  store: Store<Row>;
  /** Hears what has been sent. */
  onSent(rows: Row[]): void;
}

/** What a journal needs. */
export interface JournalOptions extends Chance {
  store: Store<Row>;
  lastWords: LastWords<Row>;
  visitor: Pick<Visitor, 'agrees'>;
}

/** Makes a journal over a store. */
export function createJournal({ store, lastWords, visitor, now, random }: JournalOptions): Journal {
  const nextKey = createOrderedKeys(random);
  const recent = new Map<string, Row>();
  let added: Row[] = [];
  /** How many of these, from the first on, the device was asked to keep, and has not said yet that it does. */
  let asked = 0;

  const write = createQueue(async () => {
    while (added.length) {
      // Until the device is there, more may come, or the page be left.
      await store((table) => {
        const rows = added.slice(0, BATCH);
        asked = rows.length;
        rows.forEach((row) => table.put(row.key, row));
      });
      added.splice(0, asked);
      asked = 0;
    }
  });

  function letGo() {
    added = [];
    asked = 0;
  }

  function keepLast() {
    if (visitor.agrees && lastWords.keep(added)) letGo();
  }

  return {
    add(event) {
      const row = newRow(nextKey(now()), event);
      added.push(row);
      keepLast();
      // Only what may arrive twice, and late, without harm.
      if (event.kind === 'custom' && event.user) recent.set(event.id, row);
      if (recent.size > OUTLET.calls) recent.delete([...recent.keys()][0] ?? '');
      return write();
    },
    leave() {
      keepLast();
      return visitor.agrees ? [...recent.values()] : [];
    },
    claim(from, to) {
      for (const { event } of added) if (laneOf(event.user) === laneOf(from)) event.user = to;
    },
    forget() {
      lastWords.forget();
      recent.clear();
      letGo();
    },
    async store(work) {
      if (added.length > asked) await write();
      return store(work);
    },
    onSent: (rows) => rows.forEach(({ event }) => recent.delete(event.id)),
  };
}
