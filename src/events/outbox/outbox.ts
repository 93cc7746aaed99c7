import type { UserRef } from '../../api/models/user.js';
import { hideBroken } from './broken-rows.js';
import { takeIn } from './intake.js';
import { createJournal, type Journal, type JournalOptions } from './journal.js';
import { drop, endPause, onLedger, type Drop, type Ledger, type Limits, type Tally } from './ledger.js';
import { END, FLIGHT, isBefore, lineOf, placeOf, RANKS_IN_ORDER, type Row } from './row.js';
import { sureTime } from './sure-time.js';
import type { Word } from '../../identity/kept-visitor.js';
import { laneOf } from '../../identity/user.js';

/** Events not yet delivered. One leaves only with an outcome, or because it is too old or there are too many. */
export interface Outbox extends Pick<Journal, 'add' | 'bide' | 'leave' | 'forget' | 'onSent'> {
  /** Puts what was just recorded in line, does some work on the lines, and keeps what that counts. */
  change<Result>(
    work: (ledger: Ledger) => Result | Promise<Result>,
  ): Promise<[result: Result, ledger: Ledger]>;
  /**
   * Lets the events of one user, or of nobody, be theirs who were the first to be made known after it, as these words
   * say in their order; drops those from before `freshAt`.
   */
  adopt(from: UserRef | undefined, words: readonly Claim[]): Promise<void>;
  /** Goes on, at once unless the service has asked for a pause, with what waited for consent, counting what was dropped of it. */
  resume(rows: Row[], before: Tally | undefined): Promise<void>;
  /** Ends a pause that the service has not asked for. */
  hurry(): Promise<void>;
  /** What has been counted, and whether something is on its way. */
  count(): Promise<Tally & { isBusy: boolean }>;
}

/** Whose it is what was recorded before a time; without one, all. */
export type Claim = Pick<Word, 'user' | 'freshAt'> & Partial<Pick<Word, 'at'>>;

/** What an outbox is made of. */
export interface OutboxOptions extends JournalOptions {
  limits: Limits;
  onDropped: (drop: Drop) => void;
}

/** How many rows of a line change hands in one step. */
const MANY = 100;

/** Makes an outbox over a store. No step costs more when more events wait. */
export function createOutbox(options: OutboxOptions): Outbox {
  const journal = createJournal(options);
  const change = createChange({ ...options, ...journal });

  return {
    ...journal,
    change,
    async adopt(from, words) {
      const claims = words.map(({ user, at = Infinity, freshAt = 0 }) => ({
        user,
        freshAt,
        until: user ? at : freshAt,
      }));
      // The page may be left before the device answers.
      for (const { user, freshAt, until } of claims) if (user) journal.claim(from, user, freshAt, until);
      for (let isDone = false; !isDone;) {
        [isDone] = await change(async (ledger) => {
          const found = await lane(ledger, from);
          let hasChanged = false;
          for (const row of found) {
            const claim = claims.find(({ until }) => isBefore(row, until));
            if (!claim) continue;
            hasChanged = true;
            if (claim.user && !isBefore(row, claim.freshAt)) move(ledger, row, claim.user);
            else drop(ledger, row, 'discarded');
          }
          // There may be more of a line that gave as many as it was asked for.
          return (!hasChanged || found.length < MANY) && ledger.next > 0;
        });
      }
    },
    async resume(rows, before) {
      journal.resume(rows);
      await change((ledger) => {
        const { dropped } = ledger.tally;
        endPause(ledger);
        for (const [reason, times] of Object.entries(before?.dropped ?? {}))
          dropped[reason] = (dropped[reason] ?? 0) + times;
      });
    },
    async hurry() {
      await change(endPause);
    },
    async count() {
      for (;;) {
        const [flights, { tally, next }] = await change(({ table }) => table.first(FLIGHT, FLIGHT + END, 1));
        if (next > 0)
          return { ...tally, waiting: tally.waiting + journal.count(), isBusy: flights.length > 0 };
      }
    },
  };
}

/** Makes the function that changes an outbox. */
function createChange({ store, limits, onDropped, now }: OutboxOptions): Outbox['change'] {
  return async (work) => {
    const changed = await store((table) =>
      onLedger(table, newRules(limits, now()), async (ledger) => {
        ledger.sure = sureTime(ledger.tally, ledger.now);
        hideBroken(ledger);
        if (await takeIn(ledger)) ledger.next = 0;
        return work(ledger);
      }),
    );
    changed[1].dropped.forEach(onDropped);
    return changed;
  };
}

/** What a transaction begins with. */
function newRules(limits: Limits, now: number): Omit<Ledger, 'table' | 'tally'> {
  return { limits, now, sure: now, dropped: [], next: Infinity, coming: [], isShort: false, rows: [] };
}

/** Some rows of one user, of every rank. */
async function lane({ table }: Ledger, user: UserRef | undefined): Promise<Row[]> {
  const lines = RANKS_IN_ORDER.map((rank) => rank + laneOf(user));
  return (await Promise.all(lines.map((line) => table.first(line, line + END, MANY)))).flat();
}

/** Gives a row to another user, at the same place in line. */
function move({ table, tally }: Ledger, row: Row, user: UserRef): void {
  const place = placeOf(row);
  table.delete(row.key);
  if (!row.event.user) tally.anonymous -= 1;
  row.event.user = user;
  row.key = lineOf(row) + place;
  table.put(row.key, row);
}
