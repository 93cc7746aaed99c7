/** A job of BullMQ, as far as bulk work needs it. */
export interface QueuedJob<Shard> {
  id?: string | undefined;
  data: Shard;
  progress: unknown;
  /** The name of the queue, with what stands before it in Redis. */
  readonly queueQualifiedName: string;
  /** Puts the job aside until a moment, in milliseconds since the epoch. */
  moveToDelayed(timestamp: number, token?: string): Promise<void>;
}

/** The Redis that BullMQ works with, whatever client it was given. */
export interface QueueRedis {
  defineCommand(name: string, definition: { numberOfKeys: number; lua: string }): void;
  runCommand(name: string, args: unknown[]): Promise<unknown>;
}

/** What a job of a worker knows beside what BullMQ's types tell of it. */
interface InsideJob {
  queue?: { closing?: unknown };
  backend?: { client?: Promise<QueueRedis> };
}

/** Whether the worker that does a job is being closed. */
export function isClosing(job: object): boolean {
  return (job as InsideJob).queue?.closing !== undefined;
}

/** The Redis of a job's worker; none where a job is done in a process of its own, or its queue is not in Redis. */
export async function redisOf(job: object): Promise<QueueRedis | undefined> {
  return (job as InsideJob).backend?.client;
}
