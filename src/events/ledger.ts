import type { Table } from '../browser/store.js';
import type { UserRef } from '../api/user.js';
import type { TrackedEvent } from './event.js';

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

/** An event on its way, as it is stored. */
export interface Row {
  key: string;
  event: TrackedEvent;
  /** About what it weighs, in bytes. */
  size: number;
  /** How often it has failed while others succeeded. */
  failures: number;
  /** How many had been delivered when it failed last. */
  seen: number;
  /** Of what is on its way: whose turn it is to send it. */
  lease?: Lease;
}

/** Which page may send a row, and until when, in milliseconds since the epoch. */
export interface Lease {
  by: string;
  until: number;
}

/** What the outbox has counted, kept beside the events in the same transaction. */
export interface Tally {
  waiting: number;
  bytes: number;
  anonymous: number;
  delivered: number;
  uncertain: number;
  dropped: Record<string, number>;
  /** The place in line of the event that came last. */
  sequence: number;
  /** How many sendings have failed since one succeeded. */
  failures: number;
  /** Nothing is sent before, in milliseconds since the epoch. */
  pausedUntil: number;
  /** Whether the service has asked for the pause. */
  isAsked: boolean;
}

/** The outbox as one transaction sees it. */
export interface Ledger {
  table: Table<Row>;
  tally: Tally;
  limits: Limits;
  now: number;
  /** What this transaction has dropped. */
  dropped: Drop[];
  /** When there may be more to do, in milliseconds since the epoch. */
  next: number;
  /** The tokens that what might have left waits for. */
  coming: Promise<unknown>[];
  /** What this page is to send, or to go on sending: each row is its own until its outcome is told. */
  rows: Row[];
}

/** An event that will never be delivered, and why. */
export interface Drop {
  event: TrackedEvent;
  /** The service's own word, or one of `full`, `old`, `failing`, `anonymous`, `discarded`. */
  reason: string;
  /** What the service answered. */
  error?: Error | undefined;
}

/**
 * Begins the keys of what was just recorded. The first digit of a key tells where a row is: just recorded, waiting,
 * or on its way. Waiting ones stand by rank, then by lane, then in line, so that the heads of all lines are found
 * without reading the lines.
 */
export const JOURNAL = '0';
/** Begins the keys of what waits, by kind: the lower, the sooner it is given up when there is too much. */
export const RANKS = {
  custom: '1',
  message: '2',
  cart: '3',
  profile: '3',
  subscriptions: '3',
  purchase: '4',
};
/** Begins the keys of what is on its way. */
export const FLIGHT = '5';
/** Follows each digit of a key. */
export const END = ':';
/** A clock that tells an earlier time is wrong, in milliseconds since the epoch: nothing is older than this library. */
export const PLAUSIBLE = Date.UTC(2026, 0);
/** Where the tally is. */
export const TALLY = 'tally';

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
    isAsked: false,
  };
}

/** Does some work on the outbox in a transaction, and keeps what that counts. */
export async function onLedger<Result>(
  table: Table<Row>,
  { limits, now }: Pick<Ledger, 'limits' | 'now'>,
  work: (ledger: Ledger) => Result | Promise<Result>,
): Promise<[result: Result, ledger: Ledger]> {
  const tally = ((await table.get(TALLY)) as unknown as Tally | undefined) ?? newTally();
  const ledger = { table, tally, limits, now, dropped: [], next: Infinity, coming: [], rows: [] };
  const result = await work(ledger);
  // The one entry that is no row; no range of rows holds its key.
  table.put(TALLY, tally as unknown as Row);
  return [result, ledger];
}

/** The line that the events of one user wait in. */
export function laneOf(user: UserRef | undefined): string {
  return JSON.stringify(user ?? {});
}

/** The line of events that belong to nobody yet. */
export const ANONYMOUS = /* @__PURE__ */ laneOf(undefined);

/** Each rank once, first the one that is given up first. */
export const RANKS_IN_ORDER = /* @__PURE__ */ [...new Set(Object.values(RANKS))].sort();

/** Whether the service must get events of this kind in the order they happened. */
export function isOrdered({ event }: Row): boolean {
  return RANKS[event.kind] >= RANKS.cart;
}

/** Where a row's rank and lane begin. */
export function lineOf({ event }: Row): string {
  return RANKS[event.kind] + laneOf(event.user);
}

/** Its place in line, over all lines. */
export function placeOf({ key }: Row): string {
  return key.slice(-12);
}

/** Sorts rows as they came, over all lines. */
export function byPlace(a: Row, b: Row): number {
  return placeOf(a) < placeOf(b) ? -1 : 1;
}

/** A row for what was just recorded. */
export function newRow(key: string, event: TrackedEvent): Row {
  return { key: JOURNAL + key, event, size: sizeOf(event), failures: 0, seen: 0 };
}

/** Puts a row at the end of its line. */
export function enqueue({ table, tally }: Ledger, row: Row): void {
  row.key = lineOf(row) + String(++tally.sequence).padStart(12, '0');
  table.put(row.key, row);
}

/** About what an event weighs, in bytes. */
export function sizeOf(event: TrackedEvent): number {
  return new TextEncoder().encode(JSON.stringify(event)).length;
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
  ledger.tally.dropped[reason] = (ledger.tally.dropped[reason] ?? 0) + 1;
  ledger.dropped.push({ event: row.event, reason, error });
}

/** The first row of every line, those of one rank or of all. Rows that are too old are dropped on the way. */
export async function heads(ledger: Ledger, from = RANKS.custom, to = FLIGHT): Promise<Row[]> {
  const { table, limits, now, dropped } = ledger;
  const found: Row[] = [];
  for (let after = from; ;) {
    const [row] = await table.first(after, to, 1);
    if (!row) return found;
    // A few at a time, since a transaction has little time.
    const { recordedAt } = row.event;
    const isOld = recordedAt > PLAUSIBLE && recordedAt < now - limits.age;
    if (isOld && dropped.length < 200) drop(ledger, row, 'old');
    else {
      found.push(row);
      after = lineOf(row) + END;
    }
  }
}
