import { shardsOf } from '../../admin/jobs.js';
import type { BulkTotals } from '../../admin/jobs/merge-reports.js';
import { subjectOf } from '../../admin/jobs/shards-of.js';
import type { Context } from '../context.js';
import { itemsOf } from '../import/input-file.js';
import { UnreadableRow } from '../import/row-reader.js';
import { joinFleet, type SharedItem } from './fleet.js';
import { createParts, type SharedImport } from './parts.js';

/** How many items a part has: about ten calls. */
const SIZE = 10_000;
/** How many parts may wait at a time, since Redis keeps what is in them in its memory. */
const WAITING = 50;

/** Does an import together with whoever works for the same key; ends with what became of it. */
export async function importTogether(shared: SharedImport, context: Context): Promise<BulkTotals> {
  const fleet = await joinFleet(shared.url, context);
  const worker = fleet.work();
  const parts = createParts(fleet, shared);
  const { stop, quit } = context.terminal;
  // At once, so that nothing more is begun here.
  stop.addEventListener('abort', () => void worker.close(), { once: true });
  try {
    for await (const shard of shardsOf(readable(shared, context), {
      to: parts,
      size: SIZE,
      by: ({ item }) => subjectOf(item),
      name: shared.run,
      signal: stop,
    })) {
      await parts.add(shard);
      await parts.untilAtMost(WAITING, stop);
    }
    await parts.untilAtMost(0, stop);
    await parts.forget();
    return parts.totals();
  } catch (error) {
    await parts.withdraw();
    throw Object.assign(error as Error, { report: parts.totals() });
  } finally {
    await fleet.leave(worker, quit);
  }
}

/** The items of a file that are such; what is none is told of at once. */
async function* readable(
  { choices: { file, reading }, failures }: SharedImport,
  { terminal }: Context,
): AsyncGenerator<SharedItem, undefined> {
  let index = 0;
  for await (const { line, item } of itemsOf(file, { reading, terminal })) {
    if (item instanceof UnreadableRow)
      failures.add(line, { index, item, reason: 'invalid', retryable: false });
    else yield { line, item };
    index += 1;
  }
  return undefined;
}
