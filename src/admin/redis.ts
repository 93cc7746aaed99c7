export { redisPace, type RedisPaceOptions } from './redis-pace.js';
export type { RedisClient } from './pace/fleet-log.js';
