import type { UserRef } from '../../api/models/user.js';
import { count, heads, type Ledger } from './ledger.js';
import { byPlace, END, FLIGHT, isKnown, isOrdered, lineOf, type Lease, type Row } from './row.js';
import { laneOf } from '../../identity/user.js';

/** What may leave now. */
export interface Departure {
  /** How many rows at most. */
  limit: number;
  /** How long they are this page's, in milliseconds, from when it last asked; another one may send them after that. */
  lease: number;
  /** Whether the page may be about to end: what is small goes first, since a browser lets out only so much. */
  isUrgent: boolean;
}

/** What a page lets leave. */
export interface Gate {
  /** Names the page among all that share the outbox. */
  page: string;
  /** Whether the page has a row that it took; a transaction that is done twice may take one and give it to nobody. */
  hasTaken: (row: Row) => boolean;
  /** Until when a user's events of a kind must wait, for want of a token, in milliseconds since the epoch. */
  heldUntil: (user: UserRef, kind: string) => number;
  /** A user's token while it is on its way: nothing is taken before it is there, lest the page end in between. */
  coming: (user: UserRef) => Promise<unknown> | undefined;
  /** What to do with what may have been sent, if the service could not tell a repeat. */
  uncertain: 'assume' | 'resend';
}

/** How long rows are a page's that is not the only one to send, in milliseconds, unless it renews that. */
export const LEASE = 1_250;
/**
 * How long what must arrive in order is a page's at least, in milliseconds: when the page ends, what it has sent may
 * still be on its way, and would otherwise come after what is sent next. No lease is longer.
 */
export const LAST_LEASE = 5_000;
/** What browsers let out of a page that ends: 64 KiB in flight is the Fetch standard's limit, the calls are ours. */
export const OUTLET = { bytes: 60_000, calls: 12 };
/** How many rows of a line are looked at for small ones. */
const SIGHT = 50;

/** Sorts what matters most before the rest, a cart before what was looked at. */
function orderedFirst(a: Row, b: Row): number {
  return +isOrdered(b) - +isOrdered(a);
}

/** Takes rows out of their lines, to be sent by this page. */
export async function depart(ledger: Ledger, gate: Gate, departure: Departure): Promise<void> {
  const { table } = ledger;
  const busy = await lanesInFlight(ledger, gate, departure);
  for (const row of await candidates(ledger, gate, departure, busy)) {
    table.delete(row.key);
    lend(ledger, row, gate, departure);
  }
}

/** Lets a row be on its way from this page, for a while. */
function lend(ledger: Ledger, row: Row, { page }: Gate, departure: Departure): void {
  const lease = Math.max(departure.lease, isOrdered(row) ? LAST_LEASE : 0);
  setOff(ledger, row, { by: page, until: ledger.now + lease });
  ledger.rows.push(row);
}

/**
 * Whether it is too late for a page to send a row that it took: one that stood still cannot know what another has sent
 * since. A call has the other half of the lease to arrive; one that takes longer while its page stands still may come
 * after its successor, since nobody can call it back.
 */
export function isLate(row: Row, now: number): boolean {
  return isOrdered(row) && (row.lease as Lease).until < now + LAST_LEASE / 2;
}

/** Puts a row on its way. */
export function setOff({ table }: Ledger, row: Row, lease: Lease): void {
  row.lease = lease;
  table.put(FLIGHT + row.key, row);
}

/** Puts a row that was on its way back where it stood. */
export function putBack({ table }: Ledger, row: Row): void {
  delete row.lease;
  table.put(row.key, row);
}

/** The lanes whose order must wait for an answer. Rows whose page has ended are dealt with on the way. */
async function lanesInFlight(ledger: Ledger, gate: Gate, departure: Departure): Promise<Set<string>> {
  const { page, uncertain, hasTaken } = gate;
  const { table, tally, now } = ledger;
  const lanes = new Set<string>();
  for (const row of await table.first(FLIGHT, FLIGHT + END, 100)) {
    const { by, until } = row.lease as Lease;
    // A page that is about to end has not waited for its turn, so the others may still be sending.
    // The clock may be set right meanwhile, but not by so much that nobody sends the row.
    const isLeased = until > now && until <= now + 2 * LAST_LEASE;
    const isTaken = by === page && hasTaken(row);
    if (isTaken && (departure.lease || isOrdered(row))) lend(ledger, row, gate, departure);
    if (isTaken || departure.isUrgent || (isLeased && by !== page)) {
      if (isLeased) ledger.next = Math.min(ledger.next, until);
      if (isOrdered(row)) lanes.add(laneOf(row.event.user));
      continue;
    }
    table.delete(FLIGHT + row.key);
    if (by !== page && row.event.kind === 'message' && uncertain === 'assume') {
      count(ledger, row, -1);
      tally.uncertain += 1;
    } else putBack(ledger, row);
  }
  return lanes;
}

/** What may go now, in the order it should. */
async function candidates(
  ledger: Ledger,
  { heldUntil, coming }: Gate,
  { limit, isUrgent }: Departure,
  busy: Set<string>,
): Promise<Row[]> {
  const heading = (await heads(ledger)).sort((a, b) => orderedFirst(a, b) || byPlace(a, b));
  const free = heading.filter((head) => {
    const { user, kind } = head.event;
    const until = user ? heldUntil(user, kind) : Infinity;
    if (until > ledger.now) {
      ledger.next = Math.min(ledger.next, until);
      return false;
    }
    const lane = laneOf(user);
    return !isOrdered(head) || (!busy.has(lane) && busy.add(lane));
  });
  const rows: Row[] = [];
  // What goes first stands in the lines whose heads do.
  for (const head of free.slice(0, limit)) {
    const token = coming(head.event.user as UserRef);
    if (token) {
      ledger.coming.push(token);
      continue;
    }
    const line = lineOf(head);
    const sight = isOrdered(head) ? 1 : isUrgent ? SIGHT : limit;
    rows.push(...(await ledger.table.first(line, line + END, sight)));
  }
  return rows
    .filter(isKnown)
    .sort((a, b) => orderedFirst(a, b) || (isUrgent ? a.size - b.size : byPlace(a, b)))
    .slice(0, limit);
}
