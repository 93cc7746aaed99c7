import type { UserRef } from '../../api/models/user.js';
import { laneOf } from '../../identity/user.js';
import { isOfHeldKind, isWithoutToken, mustWait, type Gate } from './gate.js';
import { count, heads, LINES, type Ledger } from './ledger.js';
import {
  ANONYMOUS,
  byPlace,
  END,
  FLIGHT,
  isBefore,
  isKnown,
  isOrdered,
  isRepeatable,
  lineOf,
  RANKS,
  RANKS_IN_ORDER,
  type Lease,
  type Row,
} from './row.js';

/** What may leave now. */
export interface Departure {
  /** How many rows at most, to be sent at once. */
  limit: number;
  /** How many that are repeatable may be taken, with those of before, until there is a slot for them. */
  ahead: number;
  /** How long they are this page's, in milliseconds, from when it last asked; another one may send them after that. */
  lease: number;
  /** Whether the page may be about to end: what is small goes first, since a browser lets out only so much. */
  isUrgent: boolean;
}

/** How long rows are a page's that is not the only one to send, in milliseconds, unless it renews that. */
export const LEASE = 1_250;
/**
 * How long what must arrive in order is a page's at least, in milliseconds: when the page ends, what it has sent may
 * still be on its way, and would otherwise come after what is sent next. No lease is longer.
 */
export const LAST_LEASE = 5_000;
/** How long until what was nobody's may be the visitor's, in milliseconds. */
const ADOPTION = 100;
/** How many rows of a line are looked at for small ones. */
const SIGHT = 50;
/** How many rows in flight are looked at: more than many pages send. One takes rows ahead, and only while it is its turn. */
const FLIGHTS = 1_000;
/** How much is taken ahead, in bytes, since a transaction has little time. */
const LOAD = 200_000;
/** How many are taken to be sent at once, however large they are, beside those that there is time for. */
const FEW = 16;
/** How many tokens of former users are asked for at once. */
const ASKED = 8;

/** Takes rows out of their lines, to be sent by this page. */
export async function depart(
  ledger: Ledger,
  gate: Gate,
  departure: Departure,
  flights: Map<string, Row>,
): Promise<void> {
  const { table } = ledger;
  const busy = lanesInFlight(ledger, gate, departure, flights);
  for (const row of await candidates(ledger, gate, departure, busy)) {
    table.delete(row.key);
    lend(ledger, row, gate, departure);
  }
}

/** What is on its way, by its keys. */
export async function inFlight({ table }: Ledger): Promise<Map<string, Row>> {
  const rows = await table.first(FLIGHT, FLIGHT + END, FLIGHTS);
  return new Map(rows.map((row) => [row.key, row]));
}

/** Lets a row be on its way from this page, for a while. */
function lend(ledger: Ledger, row: Row, { page }: Gate, departure: Departure): void {
  const lease = Math.max(departure.lease, isOrdered(row) ? LAST_LEASE : 0);
  move(ledger, row, { by: page, until: ledger.now + lease });
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

/** Puts a row on its way, or back where it stood if it is anybody's turn to send it. */
export function move({ table }: Ledger, row: Row, lease?: Lease): void {
  row.lease = lease;
  table.put(lease ? FLIGHT + row.key : row.key, row);
}

/** The lanes whose order must wait for an answer. Rows whose page has ended are dealt with on the way. */
function lanesInFlight(
  ledger: Ledger,
  gate: Gate,
  departure: Departure,
  flights: Map<string, Row>,
): Set<string> {
  const { table, tally } = ledger;
  const lanes = new Set<string>();
  for (const row of flights.values()) {
    const isOwn = row.lease?.by === gate.page;
    const isTaken = isOwn && gate.hasTaken(row);
    const isLeased = isLent(ledger, row);
    if (isTaken && (departure.lease || isOrdered(row))) lend(ledger, row, gate, departure);
    // A page that is about to end has not waited for its turn, so the others may still be sending.
    if (isTaken || departure.isUrgent || (isLeased && !isOwn)) {
      if (isOrdered(row)) lanes.add(laneOf(row.event.user));
      continue;
    }
    table.delete(FLIGHT + row.key);
    if (!isOwn && row.event.kind === 'message' && gate.uncertain === 'assume') {
      count(ledger, row, -1);
      tally.uncertain += 1;
    } else table.put(row.key, row);
  }
  return lanes;
}

/** Whether a row is a page's for now; when that ends, there may be more to do. */
function isLent(ledger: Ledger, { lease }: Row): boolean {
  const { now } = ledger;
  const { until = 0 } = { ...lease };
  // The clock may be set right meanwhile, but not by so much that nobody sends the row.
  if (until <= now || until > now + 2 * LAST_LEASE) return false;
  ledger.next = Math.min(ledger.next, until);
  return true;
}

/** Whether a row got no answer in another page, from which it may arrive all the same: then it is on its way for this one. */
function isElsewhere(ledger: Ledger, { page }: Gate, row: Row): boolean {
  if (!isOrdered(row) || row.lease?.by === page || !isLent(ledger, row)) return false;
  ledger.table.delete(row.key);
  move(ledger, row, row.lease);
  return true;
}

/** What may go now, in the order it should: the visitor's own before what others have left on the device. */
async function candidates(
  ledger: Ledger,
  gate: Gate,
  { limit, ahead, isUrgent }: Departure,
  busy: Set<string>,
): Promise<Row[]> {
  const { table } = ledger;
  const rows: Row[] = [];

  /** Takes what is first in a lane. Gives whether it may go at all. */
  async function take(lane: string, ahead = 0) {
    const lines = RANKS_IN_ORDER.map((rank) => heads(ledger, rank + lane, rank + lane + '~'));
    const heading = (await Promise.all(lines)).flat();
    // What came since must not overtake what waits for a token.
    if (heading.some((head) => isWithoutToken(ledger, gate, head))) return false;
    const free = await Promise.all(heading.map((head) => firstFree(ledger, gate, head)));
    // What matters most before the rest, a cart before what was looked at.
    for (const head of free.sort((a, b) => +isOrdered(b) - +isOrdered(a) || byPlace(a, b))) {
      if (isElsewhere(ledger, gate, head)) busy.add(lane);
      else if (mustWait(ledger, gate, head)) continue;
      if (isOrdered(head) && busy.has(lane)) continue;
      const fit = LOAD / head.size;
      const more = isRepeatable(head) ? Math.min(ahead, fit) : 0;
      const room = Math.min(limit - rows.length, FEW + fit) + more;
      // Behind what is taken ahead, it need not hurry.
      if (!limit && !isRepeatable(head) && !rows.length) ledger.isShort = true;
      if (room <= 0) continue;
      const token = gate.coming(head.event.user as UserRef);
      if (token) {
        ledger.coming.push(token);
        continue;
      }
      if (isOrdered(head)) {
        busy.add(lane);
        rows.push(head);
        continue;
      }
      const line = lineOf(head);
      const found = (await table.first(line, line + END, isUrgent ? SIGHT : room)).filter(isKnown);
      rows.push(...(isUrgent ? found.sort((a, b) => a.size - b.size).slice(0, room) : found));
    }
    return true;
  }

  const own = laneOf(gate.visitor.word.user);
  if (await isAdopting(ledger, gate)) busy.add(own);
  await take(own, ahead);
  const hasRoom = () => rows.length < limit && ledger.coming.length < ASKED;
  if (hasRoom()) {
    const others = await heads(ledger, gate.from);
    const free = others.filter((head) => !mustWait(ledger, gate, head));
    const lanes = new Set(free.map(({ event }) => laneOf(event.user)));
    lanes.delete(own);
    let isFree = false;
    for (const lane of lanes) if (hasRoom()) isFree = (await take(lane)) || isFree;
    if (!isFree) {
      const last = others[LINES - 1];
      gate.from = last && lineOf(last) + END;
      if (last) ledger.next = 0;
    }
  }
  return rows;
}

/** The first of a line that need not wait for what its kind may not tell now; the head itself, if there is none. */
async function firstFree(ledger: Ledger, gate: Gate, head: Row): Promise<Row> {
  if (!isOrdered(head) || !isOfHeldKind(ledger, gate, head)) return head;
  const line = lineOf(head);
  const rows = await ledger.table.first(line, line + END, SIGHT);
  return rows.find((row) => isKnown(row) && !isOfHeldKind(ledger, gate, row)) ?? head;
}

/** Whether something of an order that was nobody's is still to be the visitor's, before what they did since. */
async function isAdopting(ledger: Ledger, { visitor }: Gate): Promise<boolean> {
  const { user, at } = visitor.word;
  if (!user || !ledger.tally.anonymous) return false;
  const lines = [RANKS.cart + ANONYMOUS, RANKS.purchase + ANONYMOUS];
  const first = await Promise.all(lines.map((line) => ledger.table.first(line, line + END, 1)));
  const isSo = first.flat().some((row) => isBefore(row, at));
  if (isSo) ledger.next = Math.min(ledger.next, ledger.now + ADOPTION);
  return isSo;
}
