import type { BulkProgress } from '../bulk/bulk-options.js';

/** What became of the items of bulk work, in numbers: of those read, each is sent, failed or skipped. */
export type BulkTotals = Pick<BulkProgress, 'read' | 'sent' | 'failed' | 'skipped'>;

/** What became of the items of a job, whoever did parts of it before: what another one has sent is sent. */
export function totalsOf({ read, sent, failed, skipped }: BulkTotals): BulkTotals {
  return { read, sent: sent + skipped, failed, skipped: 0 };
}

/** Adds up the reports of bulk work, or what its jobs have returned. */
export function mergeReports(reports: Iterable<BulkTotals>): BulkTotals {
  const total = { read: 0, sent: 0, failed: 0, skipped: 0 };
  for (const report of reports)
    for (const name of Object.keys(total) as (keyof BulkTotals)[]) total[name] += report[name];
  return total;
}
