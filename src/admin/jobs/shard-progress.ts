import type { BulkState } from '../bulk/checkpoint.js';
import { sizeOf } from '../bulk/spans.js';

/** How far a shard is, in numbers: what a job's progress shows beside what it goes on by. */
export interface ShardProgress {
  sent: number;
  failed: number;
}

/** The numbers of how far bulk work is. */
export function countsIn({ done, failed }: BulkState): ShardProgress {
  const count = failed.reduce((sum, { spans }) => sum + sizeOf(spans), 0);
  return { sent: sizeOf(done) - count, failed: count };
}
