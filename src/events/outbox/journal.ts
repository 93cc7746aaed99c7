import type { LastWords } from '../../browser/last-words.js';
import type { Store } from '../../browser/store.js';
import type { Chance } from '../../lib/backoff.js';
import { createOrderedKeys } from '../../lib/ordered-key.js';
import { OUTLET } from './departures.js';
import type { TrackedEvent } from '../event.js';
import { newRow, type Row } from './row.js';

/** What was just recorded, on its way to the device. */
export interface Journal {
  /** Resolves once the event is safe. Events added in the same task are written together. */
  add(event: TrackedEvent): Promise<void>;
  /** Takes in what pages before this one recorded as they were left. */
  recall(): Promise<void>;
  /** A few custom events that were just added and have not been sent. */
  recent(): Row[];
  /** Forgets all of that. */
  forget(): void;
}

/** What a journal needs. */
export interface JournalOptions extends Chance {
  store: Store<Row>;
  lastWords: LastWords<Row>;
}

/** Makes a journal, and a store whose every step sees what was recorded before it. */
export function createJournal({ store, lastWords, now, random }: JournalOptions) {
  const nextKey = createOrderedKeys(random);
  const recent = new Map<string, Row>();
  let batch: Row[] = [];
  let written: Promise<void> | undefined;
  const put = (rows: Row[]) => store((table) => rows.forEach((row) => table.put(row.key, row)));

  async function write() {
    const rows = batch;
    batch = [];
    written = undefined;
    if (!lastWords.keep(rows)) await put(rows);
  }

  const journal: Journal = {
    add(event) {
      const row = newRow(nextKey(now()), event);
      batch.push(row);
      // Only what may arrive twice, and late, without harm.
      if (event.kind === 'custom' && event.user) recent.set(event.id, row);
      if (recent.size > OUTLET.calls) recent.delete([...recent.keys()][0] ?? '');
      return (written ??= Promise.resolve().then(write));
    },
    async recall() {
      const rows = lastWords.take();
      if (rows.length) await put(rows);
    },
    recent: () => [...recent.values()],
    forget() {
      lastWords.take();
      recent.clear();
      batch = [];
    },
  };
  const later: Store<Row> = async (work) => (await written, store(work));
  return {
    journal,
    store: later,
    onSent: (rows: Row[]) => rows.forEach(({ event }) => recent.delete(event.id)),
  };
}
