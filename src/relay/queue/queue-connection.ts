import { isObject } from '../../lib/is-object.js';
import { must } from '../../lib/must.js';
import { isText } from '../../lib/text.js';
import { mustBeKnown, type Names } from '../known-names.js';

/** What is asked of a client of the package `redis`, beside what BullMQ asks of it. */
export interface QueueConnection {
  /** Whether it is connected. */
  readonly isReady: boolean;
  connect(): Promise<unknown>;
  /** Makes another one for the same Redis. */
  duplicate(): QueueConnection;
  destroy(): void;
  on(event: 'ready' | 'error', listener: (error: Error) => void): unknown;
  sendCommand(words: string[]): Promise<unknown>;
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
}

/** Where a queue is. */
export interface QueuePlace {
  /** A connected client of the package `redis`; listen to its errors. */
  connection: QueueConnection;
  /** The name of the queue; whoever fills and whoever empties it say the same. Default: `tidings-relay`. */
  name?: string;
  /** What all keys in Redis begin with, as BullMQ has it; in a cluster something in braces. Default: `bull`. */
  prefix?: string;
}

/** The names of what a queue keeps in Redis, beside the keys of BullMQ. */
export interface QueueKeys {
  /** The list of the calls of a partition. */
  calls(partition: number): string;
  /** How often each partition was found empty. */
  epochs: string;
  counts: string;
  /** The ids of the batches that wait, where they have one. */
  known: string;
  /** The partitions in which all is put off. */
  resting: string;
  deadLetters: string;
  /** The lock by which one worker alone has a job. */
  lock(job: string): string;
}

/** Into how many parts users are parted. Who fills and who empties a queue must agree, and so it is no option. */
export const PARTITIONS = 64;

/** Every partition there is. */
export const partitions: readonly number[] = Array.from({ length: PARTITIONS }, (_, index) => index);

/** Where a queue is, and the names of what it keeps there. */
export interface Place extends Required<QueuePlace> {
  keys: QueueKeys;
}

/** The names of the options that say where a queue is. */
export const PLACE_NAMES: Names<QueuePlace> = { connection: true, name: true, prefix: true };

/** Checks where a queue is said to be, by options that have these names. */
export function checkedPlace(options: QueuePlace, names: Names<object> = PLACE_NAMES): Place {
  must(isObject(options), 'The options must be an object: `{ connection }`');
  mustBeKnown(options, names);
  const { connection, name = 'tidings-relay', prefix = 'bull' } = options;
  const client = connection as Partial<QueueConnection> | undefined;
  must(
    typeof client?.sendCommand === 'function' && typeof client.duplicate === 'function',
    '`connection` must be a client of the package `redis`, such as `createClient({ url })`',
  );
  must(isText(name, /^[^:]+$/), '`name` must be a name without a colon');
  must(isText(prefix), '`prefix` must be a text that is not blank, such as `bull`');
  return { connection, name, prefix, keys: keysOf(`${prefix}:${name}`) };
}

function keysOf(queue: string): QueueKeys {
  return {
    calls: (partition) => `${queue}:relay:calls:${partition}`,
    epochs: `${queue}:relay:epochs`,
    counts: `${queue}:relay:counts`,
    known: `${queue}:relay:known`,
    resting: `${queue}:relay:resting`,
    deadLetters: `${queue}:relay:dead-letters`,
    lock: (job) => `${queue}:${job}:lock`,
  };
}
