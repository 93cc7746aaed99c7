import type { KeyOf, Table } from '../../browser/store.js';
import type { TrackedEvent } from '../event.js';
import { ASIDE, RANKS, FLIGHT, END, PLAUSIBLE, isKnown, lineOf, type Row } from './row.js';

/** How much may wait on a device. */
export interface Limits {
  /** How many events. Default: 10,000. */
  events: number;
  /** How many bytes. Default: 10 MB. */
  bytes: number;
  /** How long, in milliseconds. Default: 30 days. */
  age: number;
  /** How many events of a visitor who is not identified. Default: 100. */
  anonymous: number;
}

/** What the outbox has counted, kept beside the events in the same transaction. */
export interface Tally {
  waiting: number;
  bytes: number;
  anonymous: number;
  delivered: number;
  /** How many of these a service worker has delivered. */
  deliveredInBackground?: number;
  uncertain: number;
  dropped: Record<string, number>;
  /** The place in line of the event that came last. */
  sequence: number;
  /** How many sendings have failed since one succeeded. */
  failures: number;
  /** Nothing is sent between these, in milliseconds since the epoch: before the first, the clock is another one. */
  pausedAt?: number;
  pausedUntil: number;
  /** Whether the service has asked for the pause. */
  isAsked?: boolean | undefined;
  /** The time that the clock told, at most an hour ago by itself, and the time it told before: in milliseconds since the epoch. */
  told?: number;
  sure?: number;
}

/** The outbox as one transaction sees it. */
export interface Ledger {
  table: Table<Row>;
  tally: Tally;
  limits: Limits;
  now: number;
  /** The time that the clock has told for long enough. */
  sure: number;
  /** What this transaction has dropped. */
  dropped: Drop[];
  /** When there may be more to do, in milliseconds since the epoch. */
  next: number;
  /** The tokens that what might have left waits for. */
  coming: Promise<unknown>[];
  /** Whether something that may leave goes before what was taken ahead, and there is no slot for it. */
  isShort: boolean;
  /** What this page is to send, or to go on sending: each row is its own until its outcome is told. */
  rows: Row[];
}

/** An event that will never be delivered, and why. */
export interface Drop {
  event: TrackedEvent;
  /** The service's own word, or one of `full`, `old`, `failing`, `anonymous`, `discarded`, `unknown`. */
  reason: string;
  /** What the service answered. */
  error?: Error | undefined;
}

/** Where the tally is: the one entry that is no row, whose key no range of rows holds. */
export const TALLY = 'tally' as KeyOf<Tally>;

/** What has been counted before anything was. */
export function newTally(): Tally {
  return {
    waiting: 0,
    bytes: 0,
    anonymous: 0,
    delivered: 0,
    uncertain: 0,
    dropped: {},
    sequence: 0,
    failures: 0,
    pausedUntil: 0,
  };
}

/** Does some work on the outbox in a transaction, and keeps what that counts. */
export async function onLedger<Result>(
  table: Table<Row>,
  rules: Omit<Ledger, 'table' | 'tally'>,
  work: (ledger: Ledger) => Result | Promise<Result>,
): Promise<[result: Result, ledger: Ledger]> {
  const tally = (await table.get(TALLY)) ?? newTally();
  let kept: Promise<void> | undefined;
  const keep = () => {
    kept = undefined;
    table.put(TALLY, tally);
  };
  const ledger: Ledger = {
    table: {
      ...table,
      // All that is counted takes a row from where it was. If the page ends between two answers of the device, what
      // was asked until then may be all that is kept.
      delete(key) {
        table.delete(key);
        // What cannot be put then cannot at the end, which tells it.
        kept ??= Promise.resolve()
          .then(keep)
          .catch(() => undefined);
      },
    },
    ...rules,
    tally,
  };
  const result = await work(ledger);
  keep();
  return [result, ledger];
}

/** Ends a pause that the service has not asked for. */
export function endPause({ tally }: Ledger): void {
  if (!tally.isAsked) tally.pausedUntil = 0;
}

/** Puts a row at the end of its line. */
export function enqueue({ table, tally }: Ledger, row: Row): void {
  row.key = lineOf(row) + String(++tally.sequence).padStart(12, '0');
  table.put(row.key, row);
}

/** Counts a row that is new, or one less. */
export function count({ tally }: Ledger, { event, size }: Row, by: 1 | -1): void {
  tally.waiting += by;
  tally.bytes += by * size;
  if (!event.user) tally.anonymous += by;
}

/** Takes a row out of the outbox for good, and remembers why. */
export function drop(ledger: Ledger, row: Row, reason: string, error?: Error): void {
  ledger.table.delete(row.key);
  count(ledger, row, -1);
  noteDrop(ledger, { event: row.event, reason, error });
}

/** Remembers why something was dropped. */
export function noteDrop({ tally, dropped }: Ledger, drop: Drop): void {
  // eslint-disable-next-line typescript/no-unnecessary-type-conversion -- A service may call a reason as every object has something, such as `constructor`.
  const times = +(tally.dropped[drop.reason] as number) || 0;
  // Made anew, since to set `__proto__` would set nothing.
  tally.dropped = { ...tally.dropped, [drop.reason]: times + 1 };
  dropped.push(drop);
}

/** Whether a transaction has dropped as many as it has time for. */
export function isFull({ dropped }: Ledger): boolean {
  return dropped.length >= 200;
}

/** How many lines are looked at in one transaction: there may be one for each of thousands of users. */
export const LINES = 50;

/**
 * The first rows of the lines from one place to another, as many as there is time for. Rows that are too old are
 * dropped on the way, and those that nobody here can read are set aside.
 */
export async function heads(ledger: Ledger, from = RANKS.custom, to = FLIGHT): Promise<Row[]> {
  const { table, limits, sure } = ledger;
  const found: Row[] = [];
  for (let after = from; ;) {
    const [row] = await table.first(after, to, 1);
    if (!row || found.length >= LINES) return found;
    const { recordedAt } = row.event;
    const isOld = recordedAt > PLAUSIBLE && recordedAt < sure - limits.age;
    if (isFull(ledger) || (!isOld && isKnown(row))) {
      found.push(row);
      after = lineOf(row) + END;
    } else {
      drop(ledger, row, isOld ? 'old' : 'unknown');
      if (!isOld) table.put(ASIDE + row.key, row);
    }
  }
}
