import { NetworkError } from '../../errors.js';
import { backoff } from '../../lib/backoff.js';
import { move } from './departures.js';
import { count, drop, enqueue, endPause, type Ledger, type Tally } from './ledger.js';
import { FLIGHT, isOrdered, type Row } from './row.js';

/** How often an event may fail, while others succeed, before it is given up. */
const ATTEMPTS = 10;

/** What became of an event that was sent. */
export type Outcome = { row: Row; error?: Error | undefined } & (
  | { is: 'delivered' }
  /** The service will never take it. */
  | { is: 'refused'; reason: string }
  /** The service was out of reach or in trouble; `pause` is how long it asks to be left alone, in milliseconds. */
  | { is: 'failed'; pause?: number | undefined }
  /** There is no token for its user. */
  | { is: 'held' }
  /** It failed for what holds back nothing else: its user may not tell what is of its kind, or the network is another by now. */
  | { is: 'tried' }
  /** The page was left meanwhile, which may have ended the call before its answer came. */
  | { is: 'unheard' }
);

/** Writes down what became of an event that is one of those on their way. Gives whether it was still this page's to tell. */
export function settle(
  ledger: Ledger,
  outcome: Outcome,
  { flights, page, random }: { flights: Map<string, Row>; page: string; random: () => number },
): boolean {
  const row = flights.get(outcome.row.key);
  if (row?.lease?.by !== page) return false;

  if (outcome.is === 'unheard') {
    // As if the page had ended: it is nobody's.
    move(ledger, row, { ...row.lease, by: '' });
    return true;
  }
  flights.delete(row.key);
  ledger.table.delete(FLIGHT + row.key);
  if (outcome.is === 'delivered') arrive(ledger, row);
  else if (outcome.is === 'refused') drop(ledger, row, outcome.reason, outcome.error);
  else if (outcome.is === 'held') move(ledger, row);
  else {
    if (outcome.is === 'failed') pauseAll(ledger, outcome.pause, random);
    tryAgain(ledger, row, outcome.error);
  }
  return true;
}

/** Counts a row that has arrived. */
export function arrive(ledger: Ledger, row: Row): void {
  const { tally } = ledger;
  count(ledger, row, -1);
  tally.delivered += 1;
  tally.failures = 0;
  endPause(ledger);
}

/** Whether nothing is sent; a pause that has not begun yet was set by a clock that is told otherwise now. */
export function isPausedAt(now: number, { pausedAt, pausedUntil }: Tally): boolean {
  return pausedUntil > now && (pausedAt as number) <= now;
}

/** Pauses everything for a while, or as long as the service asks for. */
function pauseAll({ tally, now }: Ledger, pause: number | undefined, random: () => number): void {
  const isPaused = isPausedAt(now, tally);
  // Several calls may meet the same trouble.
  if (!isPaused) {
    tally.failures += 1;
    tally.pausedAt = now;
  }
  tally.isAsked = (isPaused && tally.isAsked) || !!pause;
  const until = now + (pause || backoff(tally.failures, random));
  tally.pausedUntil = Math.max(isPaused ? tally.pausedUntil : 0, until);
}

/**
 * Lets a row wait once more, unless it has failed too often, which counts against it only where others were spared: where
 * it stood, or behind the others if it has no order. What must arrive in order and got no answer may still be on its way,
 * so it waits with its lease, before whose end only this page sends it again: Firefox and Safari end the calls of a page
 * that is about to be left, and let it know only as the next page comes.
 */
function tryAgain(ledger: Ledger, row: Row, error: Error | undefined): void {
  const { delivered } = ledger.tally;
  if (delivered > row.seen) row.failures += 1;
  row.seen = delivered;
  if (row.failures >= ATTEMPTS) drop(ledger, row, 'failing', error);
  else if (!isOrdered(row)) enqueue(ledger, row);
  else if (error instanceof NetworkError) ledger.table.put(row.key, row);
  else move(ledger, row);
}
