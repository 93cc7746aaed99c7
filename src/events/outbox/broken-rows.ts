import type { TrackedEvent } from '../event.js';
import { isFull, noteDrop, type Ledger } from './ledger.js';
import { ASIDE, isRow, type Row } from './row.js';

/** Lets work on a ledger see nothing that is broken: what is no row is set aside, and counted. */
export function hideBroken(ledger: Ledger): void {
  const { table } = ledger;
  ledger.table = {
    ...table,
    async first(after, before, limit) {
      const rows = await table.first(after, before, limit);
      const areWhole: boolean = rows.every(isRow);
      if (areWhole) return rows;
      setAside(ledger, rows, await table.keys(after, before, limit));
      // What stands behind it is the first then: a line that seems empty is overtaken.
      return isFull(ledger) ? rows.filter(isRow) : this.first(after, before, limit);
    },
    async last(after, before) {
      const row = await table.last(after, before);
      return row && isRow(row) ? row : undefined;
    },
  };
}

/** Sets aside what is no row. */
function setAside(ledger: Ledger, rows: Row[], keys: string[]): void {
  rows.forEach((row, place) => {
    if (isRow(row)) return;
    const key = keys[place] as string;
    ledger.table.delete(key);
    ledger.table.put(ASIDE + key, row);
    noteDrop(ledger, { event: {} as TrackedEvent, reason: 'unknown' });
  });
  ledger.next = 0;
}
