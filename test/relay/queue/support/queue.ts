import { Queue } from 'bullmq';
import { onTestFinished } from 'vitest';
import {
  bullQueue,
  deadLetters,
  relayWorker,
  type BullQueueOptions,
  type RelayWorkerOptions,
} from '../../../../src/relay/queue.js';
import { connectTo } from '../../../admin/support/queue.js';
import { startRedis } from '../../../support/redis.js';

/** What a Redis is told that has all on disk before it answers. */
export const DURABLE = { appendfsync: 'always' };

/** Whom a worker speaks as. */
export const KEYS = { serverKey: 'server-key', webKey: 'web-key', tokenSecret: 'secret' };

/** A queue in a Redis of its own that has all on disk, until the test ends. */
export async function startRelayQueue(settings: Record<string, string> = {}) {
  const redis = await startRedis({ isKept: true, settings: { ...DURABLE, ...settings } });
  const connection = await connectTo(redis.url);
  const add = { connection, queue: fill(connection) };

  return {
    ...add,
    redis,
    letters: deadLetters({ connection }),
    /** The jobs of BullMQ that call workers. */
    jobs: queueOf(connection),
    /** Starts a worker in this process, until the test ends. */
    async work(baseUrl: string, options: Partial<RelayWorkerOptions> = {}) {
      const errors: string[] = [];
      const worker = relayWorker({
        ...KEYS,
        baseUrl,
        connection: await connectTo(redis.url),
        onError: (error) => errors.push((error as Error).message),
        ...options,
      });
      onTestFinished(() => worker.close());
      await worker.ready();
      return { worker, errors };
    },
  };
}

/** What fills a queue, until the test ends. */
export function fill(connection: BullQueueOptions['connection'], options: Partial<BullQueueOptions> = {}) {
  const queue = bullQueue({ connection, ...options });
  onTestFinished(() => queue.close());
  return queue;
}

function queueOf(connection: BullQueueOptions['connection']) {
  const jobs = new Queue('tidings-relay', { connection });
  jobs.on('error', () => {});
  onTestFinished(() => jobs.close());
  return jobs;
}
