import { LONGEST } from '../../lib/alarm.js';
import { must } from '../../lib/must.js';
import { FORWARDING_NAMES, type ForwardingOptions } from '../forwarding/forwarding-options.js';
import { createForwarding } from '../forwarding/forwarding.js';
import type { Names } from '../known-names.js';
import { mustBeHooks } from '../must-be-hooks.js';
import { loadBullmq } from './bullmq.js';
import { createCaller } from './caller.js';
import { createFencedForward } from './fenced-forward.js';
import { createKeptCalls, type Shift } from './kept-calls.js';
import { checkedPlace, PARTITIONS, PLACE_NAMES, type QueuePlace } from './queue-connection.js';
import { shiftWork } from './shift-work.js';

/** Which queue is emptied, and how the service is told. */
export interface RelayWorkerOptions extends QueuePlace, ForwardingOptions {
  /** Of how many of the 64 parts of users calls are told at once. Default: 16. */
  partitions?: number;
  /** How long a worker that says nothing keeps its parts, in milliseconds: after that, another one goes on. Default: 30,000. */
  lockDuration?: number;
  /** For how long a call is told again until it becomes a dead letter, in milliseconds. Default: 7 days. */
  giveUpAfter?: number;
}

/** What tells the service of the calls of a queue. */
export interface RelayWorker {
  /** Resolves once it is at work. */
  ready(): Promise<void>;
  /** Lets others go on, after what is under way. The client that was passed in stays connected. */
  close(): Promise<void>;
}

const NAMES: Names<RelayWorkerOptions> = {
  ...{ ...PLACE_NAMES, ...FORWARDING_NAMES },
  ...{ partitions: true, lockDuration: true, giveUpAfter: true },
};
/** A shorter lock ends before the next sign of a worker that is at work. */
const LEAST = 500;
const WEEK = 7 * 24 * 3_600_000;
/** How many calls are told at once by all partitions together: no more than may wait in line for the service. */
const CALLS = 16_000;
/** How often it is seen whether something waits that nobody was called to, in milliseconds. */
const LOOK = 10_000;

/**
 * Starts to tell the service of what waits in a queue, in the order of each user; any number of workers may, on any machines.
 * Needs the packages `bullmq` and `redis`.
 */
export function relayWorker(options: RelayWorkerOptions): RelayWorker {
  const place = checkedPlace(options, NAMES);
  // eslint-disable-next-line no-console -- A worker has nobody else to tell.
  const { partitions = 16, lockDuration = 30_000, giveUpAfter = WEEK, onError = console.error } = options;
  const { now = Date.now, random = Math.random, fetch } = options;
  const { connection, name, prefix, keys } = place;
  must(
    Number.isInteger(partitions) && partitions > 0 && partitions <= PARTITIONS,
    `\`partitions\` must be a whole number from 1 to ${PARTITIONS}`,
  );
  must(
    Number.isInteger(lockDuration) && lockDuration >= LEAST && lockDuration <= LONGEST,
    `\`lockDuration\` must be a whole number of milliseconds from ${LEAST} on, such as 30,000`,
  );
  must(
    typeof giveUpAfter === 'number' && giveUpAfter > 0,
    '`giveUpAfter` must be a number of milliseconds above 0',
  );
  mustBeHooks({ now: options.now, random: options.random, onError });
  const kept = createKeptCalls(connection, keys);
  const forward = createFencedForward({
    create: (fenced) => createForwarding({ ...options, fetch: fenced }),
    fetch: (...request) => (fetch ?? globalThis.fetch)(...request),
    // BullMQ renews a lock when half of it is over.
    room: lockDuration / 4,
  });
  const caller = createCaller(place);
  const started = start();
  started.catch(onError);

  async function start() {
    const { DelayedError, Worker } = await loadBullmq();
    const most = Math.floor(CALLS / partitions);
    const work = shiftWork({ kept, forward, now, random, most, giveUpAfter, DelayedError });
    const worker = new Worker<Shift>(name, work, {
      ...{ connection, prefix, concurrency: partitions },
      ...{ lockDuration, stalledInterval: lockDuration, maxStalledCount: Number.MAX_SAFE_INTEGER },
    });
    worker.on('error', onError);
    worker.on('failed', (_job, error) => onError(error));
    await worker.waitUntilReady();
    // What becomes of the client after this is closed is not the worker's to tell.
    (await worker.backend.client).on('error', () => {});
    return worker;
  }

  async function look(): Promise<void> {
    // What it does not find now, it finds the next time.
    await kept
      .shifts()
      .then(caller.call)
      .catch(() => {});
  }
  const looking = setInterval(() => void look(), LOOK);

  return {
    async ready() {
      await started;
      await look();
    },
    async close() {
      clearInterval(looking);
      await (await started.catch(() => undefined))?.close();
      await caller.close();
    },
  };
}
