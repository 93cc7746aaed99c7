import { createHash } from 'node:crypto';
import type { Queue, Worker } from 'bullmq';
import { bulkJob, redisStore, type Shard } from '../../admin/jobs.js';
import type { BulkOptions } from '../../admin/index.js';
import { redisPace } from '../../admin/redis.js';
import type { Context } from '../context.js';
import { importTypes, type ImportTarget } from '../import/import-types.js';
import { refuse } from '../usage.js';

/** An item of a file, and where it ends. */
export interface SharedItem {
  line: number;
  item: object;
}

/** A part of an import that any worker may do. */
export interface SharedShard extends Shard {
  /** The import that it is of. */
  run: string;
  type: keyof typeof importTypes;
  target: ImportTarget;
  options: Pick<BulkOptions<object>, 'chunkSize' | 'concurrency'>;
}

/** The machines that work for one key, by the Redis that they meet in. */
export type Fleet = Awaited<ReturnType<typeof joinFleet>>;

/** How often a part may be found left behind by a worker that has died, before it counts as failed: never mind. */
const OFTEN = 1_000_000;

/** Joins those who do imports together for the same key and service. */
export async function joinFleet(url: string, { terminal, service, connect }: Context) {
  if (!/^rediss?:\/\/./.test(url))
    refuse(`${url} must be the address of a Redis, such as redis://10.0.0.5:6379`);
  const { apiKey, baseUrl } = service();
  const { bullmq, redis } = await packages();
  // What Redis gets to know of the key is that two are the same.
  const name = createHash('sha256').update(`${baseUrl} ${apiKey}`).digest('hex').slice(0, 16);
  const client = redis.createClient({ url });
  let isConnected = false;
  client.on(
    'error',
    ({ message }: Error) => isConnected && terminal.say(`Redis: ${message || 'it is away'}`),
  );
  await connected(client, url);
  isConnected = true;
  const admin = connect({ pace: redisPace({ client, name }) });
  const queue: Queue<SharedShard> = new bullmq.Queue(`tidings-${name}`, { connection: client });
  queue.on('error', () => {}); // The client tells of the same.
  const store = redisStore<SharedItem>({ client });

  return {
    queue,
    store,
    failures: createFailureList(client),
    /** Starts to work in this process too. */
    work(): Worker<SharedShard> {
      const failures = createFailureList(client);
      const lines = new WeakMap<object, number>();
      async function* open(shard: SharedShard, from: number) {
        for await (const { line, item } of store.read(shard, from)) {
          lines.set(item, line);
          yield item;
        }
      }
      const worker = new bullmq.Worker<SharedShard>(
        queue.name,
        async (job, token, signal) => {
          const { type, target, options } = job.data;
          const processor = bulkJob<object, object, SharedShard>(
            (source, how) =>
              importTypes[type].send(admin, source as AsyncIterable<object>, { target, options: how }),
            {
              ...options,
              open,
              onFailure: (failure, { run }) =>
                failures.add(run, { ...failure, line: lines.get(failure.item) ?? 0 }),
            },
          );
          return processor(job, token, signal);
        },
        { connection: client, maxStalledCount: OFTEN },
      );
      worker.on('error', () => {});
      return worker;
    },
    /** Ends after what is under way here, or leaves that at once when the signal comes. */
    async leave(worker: Worker<SharedShard>, quit: AbortSignal): Promise<void> {
      await Promise.race([worker.close(), aborted(quit)]);
      if (quit.aborted) await worker.disconnect();
      await queue.close();
      client.destroy();
    },
  };
}

/** Resolves once a signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** An item that was not taken, as workers tell of it. */
export interface SharedFailure {
  line: number;
  index: number;
  item: object;
  reason: string;
  code?: string | undefined;
  message?: string | undefined;
  retryable: boolean;
}

interface ListClient {
  rPush(key: string, value: string): Promise<unknown>;
  lRange(key: string, from: number, to: number): Promise<string[]>;
  lTrim(key: string, from: number, to: number): Promise<unknown>;
}

/** How many failures are taken at a time. */
const FAILURES = 1_000;

/** What was not taken, in Redis, until whoever asked for the import has it. */
function createFailureList(client: ListClient) {
  const keyOf = (run: string) => `tidings:failures:{${run}}`;
  return {
    add: (run: string, failure: SharedFailure) => client.rPush(keyOf(run), JSON.stringify(failure)),
    /** Gives each to the function, and drops it after that. */
    async take(run: string, keep: (failure: SharedFailure) => void): Promise<void> {
      for (;;) {
        const found = await client.lRange(keyOf(run), 0, FAILURES - 1);
        if (!found.length) return;
        for (const text of found) keep(JSON.parse(text) as SharedFailure);
        await client.lTrim(keyOf(run), found.length, -1);
      }
    },
  };
}

async function connected(
  client: { connect(): Promise<unknown>; destroy(): void },
  url: string,
): Promise<void> {
  const patience = AbortSignal.timeout(PATIENCE);
  const over = new Promise<never>((_, reject) => {
    patience.addEventListener('abort', () => reject(new Error(`No Redis answers at ${new URL(url).host}`)));
  });
  try {
    await Promise.race([client.connect(), over]);
  } catch (error) {
    client.destroy();
    throw error;
  }
}

/** How long Redis may take to answer at first, in milliseconds. */
const PATIENCE = 5_000;

/** What is needed for this alone, and so not brought along. */
async function packages() {
  try {
    return { bullmq: await import('bullmq'), redis: await import('redis') };
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    return refuse('Work of several machines needs two packages beside this one: npm install bullmq redis');
  }
}
