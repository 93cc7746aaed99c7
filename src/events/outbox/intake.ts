import { count, drop, enqueue, heads, type Ledger } from './ledger.js';
import {
  ANONYMOUS,
  byPlace,
  END,
  JOURNAL,
  lineOf,
  placeOf,
  RANKS,
  RANKS_IN_ORDER,
  sizeOf,
  type Row,
} from './row.js';

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
  return rows.length === BATCH;
}

/**
 * Takes out what a newer row makes needless: a waiting cart, or profile values that it can carry along. Not beyond
 * a purchase, which the older one may have been made for.
 */
async function replaceOlder(ledger: Ledger, row: Row): Promise<void> {
  const { table } = ledger;
  const line = lineOf(row);
  const purchases = RANKS.purchase + line.slice(1);
  const purchase = await table.last(purchases, purchases + END);
  const after = line + (purchase ? placeOf(purchase) : '');
  let older = await table.last(after, line + END);
  // Only the last can carry on a profile, since a subscription between two may depend on the first.
  while (row.event.kind === 'cart' && older && older.event.kind !== 'cart')
    older = await table.last(after, older.key);
  if (!older || !absorbs(row, older)) return;
  table.delete(older.key);
  count(ledger, older, -1);
}

/** Lets an event do an older one's work too. Gives whether it can. */
function absorbs({ event }: Row, { event: older }: Row): boolean {
  if (event.kind !== 'profile' || older.kind !== 'profile') return event.kind === older.kind;
  const { dataFields, mergeNestedObjects } = event;
  if (mergeNestedObjects !== older.mergeNestedObjects) return false;
  if (mergeNestedObjects && Object.keys(dataFields).some((name) => name in older.dataFields)) return false;
  event.dataFields = { ...older.dataFields, ...dataFields };
  if (older.create) event.create = true;
  return true;
}

/** Drops the oldest while there are too many: custom events first, purchases last. */
async function keepWithin(ledger: Ledger): Promise<void> {
  const { table, tally, limits } = ledger;
  for (const rank of RANKS_IN_ORDER) {
    while (tally.anonymous > limits.anonymous) {
      const [row] = await table.first(rank + ANONYMOUS, rank + ANONYMOUS + END, 1);
      if (!row) break;
      drop(ledger, row, 'anonymous');
    }
    while (tally.waiting > limits.events || tally.bytes > limits.bytes) {
      const [row] = (await heads(ledger, rank, rank + '~')).sort(byPlace);
      if (!row) break;
      drop(ledger, row, 'full');
    }
  }
}
