import type { Store } from '../../browser/store.js';
import { TALLY, type Tally } from './ledger.js';
import { byPlace, FLIGHT, JOURNAL, RANKS, type Row } from './row.js';

/** Takes all out of the memory in which it waited for consent, in the order it came, and what was dropped of it. */
export function takeWaiting(memory: Store<Row>): Promise<[Row[], Tally | undefined]> {
  return memory(async (table) => {
    const lines = await table.first(RANKS.custom, FLIGHT, Infinity);
    const added = await table.first(JOURNAL, RANKS.custom, Infinity);
    const tally = await table.get(TALLY);
    table.clear();
    return [[...lines.sort(byPlace), ...added], tally];
  });
}
