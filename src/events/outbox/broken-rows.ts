import type { TrackedEvent } from '../event.js';
import { isFull, noteDrop, type Ledger } from './ledger.js';
import { ASIDE, isRow, type Row } from './row.js';

/** More than there can be in a line. */
const MANY = 1e9;

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
      if (!row || isRow(row)) return row;
      // What stands before it is the last then; it is set aside where it is the first.
      for (const key of (await table.keys(after, before, MANY)).reverse()) {
        const found = await table.get(key);
        if (found && isRow(found)) return found;
      }
      return undefined;
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
