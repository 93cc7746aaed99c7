import { count, drop, enqueue, heads, isFull, type Ledger } from './ledger.js';
import { replaceOlder } from './merging.js';
import { ANONYMOUS, byPlace, END, JOURNAL, RANKS, RANKS_IN_ORDER, sizeOf } from './row.js';

/** How many are taken in at a time, since a transaction has little time. */
const BATCH = 100;

/** Puts what was just recorded in line. Gives whether there is more. */
export async function takeIn(ledger: Ledger): Promise<boolean> {
  const { table } = ledger;
  const rows = await table.first(JOURNAL, RANKS.custom, BATCH);
  for (const row of rows) {
    if (row.event.kind === 'cart' || row.event.kind === 'profile') await replaceOlder(ledger, row);
    table.delete(row.key);
    row.size = sizeOf(row.event);
    count(ledger, row, 1);
    enqueue(ledger, row);
  }
  await keepWithin(ledger);
  return rows.length === BATCH || isFull(ledger);
}

/** Drops the oldest while there are too many: custom events first, purchases last; a few at a time. */
async function keepWithin(ledger: Ledger): Promise<void> {
  const { table, tally, limits } = ledger;
  for (const rank of RANKS_IN_ORDER) {
    while (tally.anonymous > limits.anonymous && !isFull(ledger)) {
      const [row] = await table.first(rank + ANONYMOUS, rank + ANONYMOUS + END, 1);
      if (!row) break;
      drop(ledger, row, 'anonymous');
    }
    while ((tally.waiting > limits.events || tally.bytes > limits.bytes) && !isFull(ledger)) {
      const [row] = (await heads(ledger, rank, rank + '~')).sort(byPlace);
      if (!row) break;
      drop(ledger, row, 'full');
    }
  }
}
