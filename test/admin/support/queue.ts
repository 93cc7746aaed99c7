import { Queue, Worker, type Processor, type WorkerOptions } from 'bullmq';
import { createClient } from 'redis';
import { onTestFinished } from 'vitest';
import { startRedis } from '../../support/redis.js';

/** A client of a Redis, until the test ends. */
export async function connectTo(url: string) {
  const client = createClient({ url });
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.destroy());
  return client;
}

/** A queue of BullMQ in a Redis of its own, and workers of it in this process, until the test ends. */
export async function startQueue(redis?: Awaited<ReturnType<typeof startRedis>>) {
  const { url, ...server } = redis ?? (await startRedis());
  const queue = new Queue('bulk', { connection: await connectTo(url) });
  // It is away when its Redis is.
  queue.on('error', () => {});
  onTestFinished(() => queue.close());

  return {
    ...server,
    url,
    queue,
    /** Starts a worker; what goes wrong in it is kept. */
    async work(processor: Processor, options: Partial<WorkerOptions> = {}) {
      const errors: string[] = [];
      const connection = await connectTo(url);
      const worker = new Worker('bulk', processor, { connection, ...options });
      worker.on('error', ({ message }) => errors.push(message));
      onTestFinished(() => worker.close(true));
      return { worker, errors };
    },
    /** What a job has come to. */
    async stateOf(id: string) {
      const job = await queue.getJob(id);
      return {
        state: await job?.getState(),
        progress: job?.progress,
        result: job?.returnvalue as unknown,
        job,
      };
    },
  };
}
