import type { Word } from '../../browser/last-words.js';
import { laneOf } from '../../identity/user.js';
import type { TrackedEvent } from '../event.js';

/** An event on its way, as it is stored. */
export interface Row extends Word {
  event: TrackedEvent;
  /** About what it weighs, in bytes; 0 until somebody asks for it: not as it is recorded. */
  size: number;
  /** How often it has failed while others succeeded. */
  failures: number;
  /** How many had been delivered when it failed last. */
  seen: number;
  /** Whether its page had not asked the device yet who the visitor is. */
  isUnsure?: boolean;
  /** When the visitor was made known, or unknown, the last time before it. */
  since?: number;
  /** When there was no token for its user, who was not the visitor, in milliseconds since the epoch. */
  absentAt?: number;
  /** Whose turn it is to send it: of what is on its way, and of what has an order and got no answer. */
  lease?: Lease | undefined;
}

/** Which page may send a row, and until when, in milliseconds since the epoch. */
export interface Lease {
  by: string;
  until: number;
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
/** Begins the keys of what this version cannot read: another may have written it, and one may come that can. */
export const ASIDE = '9';
/** Follows each digit of a key. */
export const END = ':';
/** A clock that tells an earlier time is wrong, in milliseconds since the epoch: nothing is older than this library. */
export const PLAUSIBLE = Date.UTC(2026, 0);
/** The largest event, in bytes: a larger one would push out all that waits, and the service takes none. */
export const LARGEST = 1_000_000;
/** The line of events that belong to nobody yet. */
export const ANONYMOUS = /* @__PURE__ */ laneOf(undefined);

/** Each rank once, first the one that is given up first. */
export const RANKS_IN_ORDER = /* @__PURE__ */ [...new Set(Object.values(RANKS))].sort();

/** Whether the service must get events of this kind in the order they happened. */
export function isOrdered({ event }: Row): boolean {
  return RANKS[event.kind] >= RANKS.cart;
}

/** Whether this is a row at all: what is on the device may be broken. */
export function isRow(row: Partial<Row> | null): row is Row {
  return !!(row?.key && (row.event as Partial<TrackedEvent> | undefined)?.kind && (row.size as number) >= 0);
}

/** Whether nothing is wrong when the service gets a row twice, in whatever order. */
export function isRepeatable({ event }: Row): boolean {
  return event.kind === 'custom';
}

/** Whether this version can read a row: another one may have written it. */
export function isKnown({ event }: Row): boolean {
  return event.kind in RANKS;
}

/** Whether what is nobody's was recorded before the visitor was made known at that time. */
export function isBefore({ since = 0 }: Row, until: number): boolean {
  return since < until;
}

/** Where a row's rank and lane begin. */
export function lineOf({ event }: Row): string {
  const { [event.kind]: rank = RANKS.custom }: Partial<typeof RANKS> = RANKS;
  return rank + laneOf(event.user);
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
  return { key: JOURNAL + key, event, size: 0, failures: 0, seen: 0 };
}

/** About what an event weighs, in bytes. */
export function sizeOf(event: TrackedEvent): number {
  return bytesOf(JSON.stringify(event));
}

/** How many bytes a text takes. */
export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
