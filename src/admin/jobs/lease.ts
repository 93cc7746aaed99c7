import { must } from '../../lib/must.js';
import { redisOf, type QueuedJob } from './queued-job.js';

/** A job's lock as its worker holds it. Every other worker keeps off the job for as long. */
export interface Lease {
  /** Aborted once the lock is found to be another's, or nobody's. */
  readonly signal: AbortSignal;
  /** Throws where the lock may have ended by now, or so many milliseconds from now, as far as is known; asks nobody. */
  check(ahead?: number): void;
  /** Asks for how long the lock still holds; rejects where it is lost. */
  renew(): Promise<void>;
  /** Keeps the progress of the job, in one step with seeing that its lock is held; rejects where it is lost. */
  save(progress: object): Promise<void>;
  /** Asks no more. */
  end(): void;
}

/** The lock of a job is held no more by who does it: another worker may do it by now. */
export class LostLease extends Error {
  override readonly name = 'LostLease';
}

/** The lock of a job may have ended by now: whoever has been still for so long must ask first. */
export class StaleLease extends Error {
  override readonly name = 'StaleLease';
}

/** Gives for how many milliseconds the lock still holds; less than nothing where it is not held. */
const HOLD = `
if redis.call('get', KEYS[1]) ~= ARGV[1] then return -1 end
if ARGV[2] ~= '' then
  redis.call('hset', KEYS[2], 'progress', ARGV[2])
  redis.call('xadd', KEYS[3], 'maxlen', '~', 10000, '*', 'event', 'progress', 'jobId', ARGV[3], 'data', ARGV[2])
end
return redis.call('pttl', KEYS[1])`;

/** How BullMQ's client calls the script. */
const COMMAND = 'tidingsHoldJob';
/** How often the lock is asked after while it holds. */
const TIMES = 4;

/**
 * Takes part in the lock that BullMQ has given a worker for a job, and goes on renewing. BullMQ's own `updateProgress` asks
 * nobody: a worker that was frozen and has lost its job would wipe out what the next one has kept.
 */
export async function leaseOf(
  job: QueuedJob<unknown>,
  token: string | undefined,
  now: () => number,
): Promise<Lease> {
  const redis = await redisOf(job);
  must(
    redis !== undefined && token !== undefined && job.id !== undefined,
    '`bulkJob` must be given to a `Worker` of BullMQ 6 itself, whose queue is in Redis',
  );
  redis.defineCommand(COMMAND, { numberOfKeys: 3, lua: HOLD });
  const key = `${job.queueQualifiedName}:${job.id}`;
  const keys = [`${key}:lock`, key, `${job.queueQualifiedName}:events`];
  const lost = new AbortController();
  let heldUntil = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function hold(progress = ''): Promise<void> {
    lost.signal.throwIfAborted();
    const askedAt = now();
    const left = Number(await redis?.runCommand(COMMAND, [...keys, token, progress, job.id]));
    if (!(left > 0)) lost.abort(new LostLease(`Another worker may have got job ${job.id} by now`));
    lost.signal.throwIfAborted();
    heldUntil = askedAt + left;
    clearTimeout(timer);
    timer = setTimeout(look, left / TIMES);
  }

  function look(): void {
    // Where Redis is away, nothing is known: what is known of the lock ends by itself.
    hold().catch(() => {});
  }

  await hold();
  return {
    signal: lost.signal,
    check(ahead = 0) {
      lost.signal.throwIfAborted();
      if (now() + ahead >= heldUntil) throw new StaleLease(`Job ${job.id} was left alone for too long`);
    },
    renew: () => hold(),
    async save(progress) {
      await hold(JSON.stringify(progress));
      job.progress = progress;
    },
    end: () => clearTimeout(timer),
  };
}
