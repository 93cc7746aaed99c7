export * from '../../src/admin/files.js';
export * from '../../src/admin/index.js';
export * from '../../src/admin/jobs.js';
export * from '../../src/admin/redis.js';
