import { LostLease } from '../../admin/jobs/lease.js';
import type { UserRef } from '../../api/models/user.js';
import { partitionOf, type Batch, type NewBatch } from './batch.js';
import { partitions, type QueueConnection, type QueueKeys } from './queue-connection.js';
import * as scripts from './scripts.js';

/** A time during which a partition held something: by it, the job is called that empties the partition. */
export interface Shift {
  partition: number;
  epoch: string;
}

/** A shift as the worker has it that holds its job. */
export interface HeldShift extends Shift {
  /** What the lock of the job holds. */
  token: string;
}

/** What became of batches that were taken. */
export interface Settlement {
  /** How many batches, from the first on, are replaced by what is kept of them. */
  taken: number;
  kept: readonly Batch[];
  /** How many calls the service has. */
  delivered: number;
  /** Dead letters, as they are written. */
  refused: readonly string[];
  /** The ids of batches that are done. */
  done: readonly string[];
}

/** How many calls a queue holds, and what became of those before. */
export interface QueueCounts {
  /** How many wait. */
  waiting: number;
  /** Since when the one has been waiting that has waited longest, in milliseconds since the epoch; none waits without it. */
  oldest?: number;
  /** How many were accepted, since there is the queue. */
  accepted: number;
  /** How many the service has. */
  delivered: number;
  /** How many it would not take. */
  refused: number;
  /** How many of these are among the dead letters now. */
  deadLetters: number;
}

/** The calls of a queue, in Redis. */
export interface KeptCalls {
  /**
   * Keeps batches behind those that wait, unless Redis comes to it later than `until`, by its own clock; gives the shifts that
   * begin with them, and those that were at rest.
   */
  add(batches: readonly NewBatch[], until: number): Promise<Shift[]>;
  /** The batches that have waited longest, which stay where they are; nothing once the shift is over. */
  take(shift: HeldShift): Promise<Batch[] | undefined>;
  /** Takes batches off whose outcome is known; rejects where the job is another's by now. */
  settle(shift: HeldShift, settlement: Settlement): Promise<void>;
  /** Whether something of a user is among what waits. */
  holds(user: UserRef): Promise<boolean>;
  /** Says that all that a partition holds is put off, so that somebody is called when more comes. */
  rest(partition: number): Promise<void>;
  /** Keeps a dead letter as a call that waits again, behind all others; says the shift, or nothing where there is no such letter. */
  replay(id: string, batch: NewBatch): Promise<Shift | undefined>;
  /** The shifts of all that waits. */
  shifts(): Promise<Shift[]>;
  counts(): Promise<QueueCounts>;
}

/** What the job of a shift is called. */
export const jobOf = ({ partition, epoch }: Shift): string => `${partition}-${epoch}`;

/** How much is taken at once at most: so many batches, and about so many characters. */
const TAKEN = { batches: 500, size: 1_000_000 };

/** Gives the calls that are kept in Redis. */
export function createKeptCalls(redis: QueueConnection, keys: QueueKeys): KeptCalls {
  const run = (script: string, names: readonly string[], words: readonly (string | number)[]) =>
    redis.eval(script, { keys: [...names], arguments: words.map(String) });
  const ofShift = (shift: HeldShift) => [
    keys.lock(jobOf(shift)),
    keys.calls(shift.partition),
    ...[keys.epochs, keys.counts, keys.known, keys.deadLetters],
  ];
  const all = [keys.epochs, keys.counts, keys.deadLetters, ...partitions.map(keys.calls)];

  return {
    async add(batches, until) {
      const names = [
        keys.epochs,
        keys.counts,
        keys.known,
        keys.resting,
        ...batches.map(({ partition }) => keys.calls(partition)),
      ];
      const words = batches.flatMap(({ partition, id, count, text }) => [partition, id, count, text]);
      return shiftsIn(await run(scripts.ADD, names, [until, ...words]));
    },
    async take(shift) {
      const { token, partition, epoch } = shift;
      const words = [token, partition, epoch, TAKEN.batches, TAKEN.size];
      const [state, ...found] = (await run(scripts.TAKE, ofShift(shift), words)) as [string, ...string[]];
      checkHeld(state, shift);
      return state === 'over' ? undefined : found.map((text) => JSON.parse(text) as Batch);
    },
    async settle(shift, { taken, kept, delivered, refused, done }) {
      const { token, partition, epoch } = shift;
      const lists = [kept.map((batch) => JSON.stringify(batch)), refused, done];
      const words = [
        token,
        partition,
        epoch,
        taken,
        delivered,
        ...lists.flatMap((list) => [list.length, ...list]),
      ];
      const [state] = (await run(scripts.SETTLE, ofShift(shift), words)) as [string];
      checkHeld(state, shift);
    },
    async holds(user) {
      // As `Batch` is written, where it is the last of each call; within a text of the user's own, its quotes would not be bare.
      const text = `"user":${JSON.stringify(user)}`.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
      return (await run(scripts.HOLDS, [keys.calls(partitionOf({ user }))], [text])) === 1;
    },
    rest: async (partition) => void (await redis.sendCommand(['SADD', keys.resting, String(partition)])),
    async replay(id, { partition, text }) {
      const names = [keys.epochs, keys.counts, keys.deadLetters, keys.calls(partition)];
      return shiftsIn(await run(scripts.REPLAY, names, [id, partition, text]))[0];
    },
    shifts: async () => shiftsIn(await run(scripts.SHIFTS, all, [])),
    async counts() {
      const found = (await run(scripts.COUNTS, all, [])) as (string | number)[];
      const [waiting = 0, accepted = 0, delivered = 0, refused = 0, deadLetters = 0, oldest = 0] =
        found.map(Number);
      return { waiting, accepted, delivered, refused, deadLetters, ...(oldest > 0 && { oldest }) };
    },
  };
}

function shiftsIn(found: unknown): Shift[] {
  return (found as [string | number, string][]).map(([partition, epoch]) => ({
    partition: Number(partition),
    epoch,
  }));
}

function checkHeld(state: string, shift: Shift): void {
  if (state === 'lost') throw new LostLease(`Another worker may have got job ${jobOf(shift)} by now`);
}
