export { bulkJob, type BulkJobOptions, type JobProcessor } from './jobs/bulk-job.js';
export { folderStore, type FileShard } from './jobs/folder-store.js';
export { mergeReports, type BulkTotals } from './jobs/merge-reports.js';
export { redisStore, type RedisListClient } from './jobs/redis-store.js';
export type { QueuedJob } from './jobs/queued-job.js';
export type { Shard, ShardStore } from './jobs/shard.js';
export { shardsOf, type ShardOptions } from './jobs/shards-of.js';
