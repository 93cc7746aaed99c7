import type { KeyOf } from '../../browser/store.js';
import { count, drop, enqueue, heads, isFull, type Ledger } from './ledger.js';
import { replaceOlder } from './merging.js';
import {
  ANONYMOUS,
  byPlace,
  END,
  FLIGHT,
  isRepeatable,
  JOURNAL,
  RANKS,
  RANKS_IN_ORDER,
  sizeOf,
} from './row.js';

/** How many are taken in at a time, since a transaction has little time. */
const BATCH = 100;

/** Where the keys are of what was taken in last, and how long that text is. */
const TAKEN = 'taken' as KeyOf<string>;
const REMEMBERED = 9_000;

/** Puts what was just recorded in line. Gives whether there is more. */
export async function takeIn(ledger: Ledger): Promise<boolean> {
  const { table } = ledger;
  const rows = await table.first(JOURNAL, RANKS.custom, BATCH);
  // What does no harm twice needs no remembering, unless it may come again since it was said elsewhere.
  const isOnce = rows.some((row) => row.isSaid || !isRepeatable(row));
  let taken = (isOnce && (await table.get(TAKEN))) || '';
  for (const row of rows) {
    const { key, event } = row;
    // A page that was left before the device answered has said it elsewhere as well, where it may be heard later.
    const isNew = !taken.includes(key);
    if (isNew && (event.kind === 'cart' || event.kind === 'profile')) await replaceOlder(ledger, row);
    table.delete(key);
    if (!isNew) continue;
    row.size = sizeOf(event);
    count(ledger, row, 1);
    enqueue(ledger, row);
    taken += key;
    if (isOnce) table.put(TAKEN, taken.slice(-REMEMBERED));
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
      // Custom events that a page was lent go first too, once they are back.
      if (
        !row ||
        (!isRepeatable(row) && (await table.first(FLIGHT + RANKS.custom, FLIGHT + RANKS.message, 1)).length)
      )
        break;
      drop(ledger, row, 'full');
    }
  }
}
