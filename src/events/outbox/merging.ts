import { count, type Ledger } from './ledger.js';
import { ANONYMOUS, END, LARGEST, lineOf, placeOf, RANKS, sizeOf, type Row } from './row.js';

/** Lets an event do an older one's work too. Gives whether it can. */
function absorbs({ event }: Row, { event: older, size: olderSize }: Row): boolean {
  if (event.kind !== 'profile' || older.kind !== 'profile') return event.kind === older.kind;
  // The service would refuse them as one.
  if (sizeOf(event) + olderSize > LARGEST) return false;
  const { dataFields, mergeNestedObjects } = event;
  if (mergeNestedObjects !== older.mergeNestedObjects) return false;
  if (mergeNestedObjects && Object.keys(dataFields).some((name) => name in older.dataFields)) return false;
  event.dataFields = { ...older.dataFields, ...dataFields };
  if (older.create) event.create = true;
  return true;
}

/**
 * Takes out what a newer row makes needless: a waiting cart, or profile values that it can carry along. Not beyond
 * a purchase, which the older one may have been made for; nobody's may come to be this user's.
 */
export async function replaceOlder(ledger: Ledger, row: Row): Promise<void> {
  const { table } = ledger;
  const line = lineOf(row);
  let after = line;
  for (const lane of [line.slice(1), ANONYMOUS]) {
    const purchases = RANKS.purchase + lane;
    const purchase = await table.last(purchases, purchases + END);
    if (purchase && line + placeOf(purchase) > after) after = line + placeOf(purchase);
  }
  let older = await table.last(after, line + END);
  // Only the last can carry on a profile, since a subscription between two may depend on the first.
  while (row.event.kind === 'cart' && older && older.event.kind !== 'cart')
    older = await table.last(after, older.key);
  // One that was sent may have arrived, or may do so yet.
  if (!older || older.lease || !absorbs(row, older)) return;
  table.delete(older.key);
  count(ledger, older, -1);
}
