import { createAlarm } from '../../lib/alarm.js';
import { errorOf } from '../../lib/error-of.js';
import type { UserRef } from '../../api/models/user.js';
import { isVisible } from '../../browser/page.js';
import { sharesConnection } from '../../browser/protocol.js';
import type { Credentials } from '../../identity/credentials.js';
import { isNoToken } from '../../identity/no-token.js';
import type { Departure } from '../outbox/departures.js';
import type { TrackedEvent } from '../event.js';
import { OUTLET } from '../outbox/outlet.js';
import { isRepeatable, type Row } from '../outbox/row.js';
import type { MakeExchange } from '../outbox/exchange.js';
import type { Outcome } from '../outbox/outcome.js';

/** How many calls are on their way at once, to begin with. */
const FIRST = 4;
/** How many there are at least: what fails each time must not keep all else from being sent. */
const LEAST = 2;
/** How many there may be where each has a connection of its own, since browsers open no more to one place. */
const APART = 6;
/** How many there may be where they share one. */
const SHARED = 16;
/** How long the device takes to write down a few outcomes while the page is busy with something else, in milliseconds. */
const BUSY = 500;
/** How often a page says that it still sends what it took, in milliseconds: a few times in each lease. */
const RENEWAL = 400;
/** How long what became of an event waits to be written down together with others, in milliseconds. */
const TOGETHER = 50;
/** How many of these do not wait. */
const MANY = 50;
/** How many events are taken ahead, to be sent while others are written down. */
const AHEAD = 2 * MANY;

/** What a round empties, and whom it tells. */
export interface RoundOptions extends Pick<Credentials, 'coming'> {
  exchange: MakeExchange;
  /** Sends one event, and says what became of it. */
  send: (row: Row) => Promise<Outcome>;
  /** Hears of each event that the service has. */
  onDelivered: (event: TrackedEvent) => void;
  /** Where the service is. */
  baseUrl: string;
  /** How many events count as one call. Default: 1. */
  width?: number;
  now: () => number;
}

/** Rounds of sending what waits. */
export interface Rounds {
  /**
   * Sends what may be sent now, and what is recorded meanwhile. Gives when to come back, in milliseconds since the epoch,
   * and the first trouble met.
   */
  go(departure: Pick<Departure, 'lease' | 'isUrgent'>): Promise<[next: number, trouble: Error | undefined]>;
  /** Lets the next free slot be for what is new; for another visitor, nothing that was taken ahead is sent. */
  wake(isOther?: boolean): void;
  /** What was taken ahead: it is this page's, and it has not begun to send it. */
  ahead: readonly Row[];
  /** Whether the service has asked for a pause, as far as this page has heard. */
  isLeftAlone?: boolean | undefined;
  stop(): void;
}

/** Makes the rounds of a page. */
// eslint-disable-next-line max-lines-per-function -- Taken apart, it weighs 100 bytes more on every page.
export function createRounds({
  exchange,
  send,
  onDelivered,
  coming,
  baseUrl,
  width = 1,
  now,
}: RoundOptions): Rounds {
  const ahead: Row[] = [];
  let slots = FIRST;
  /** How many have gone well since there were as many slots. */
  let well = 0;
  let isStopped = false;

  /** Lets there be more slots while all is well, and fewer when it is not. */
  function adapt({ is }: Outcome) {
    if (is === 'failed') slots = Math.max(LEAST, slots >> 1);
    else if (++well > 8 * slots) slots = Math.min(2 * slots, sharesConnection(baseUrl) ? SHARED : APART);
    else return;
    well = 0;
  }

  const rounds: Rounds = {
    // eslint-disable-next-line max-lines-per-function -- The same.
    async go({ lease, isUrgent }) {
      const flights = new Set<Row>();
      let outcomes: Outcome[] = [];
      let trouble: Error | undefined;
      /** How many slots are for what the device is being asked for. */
      let reserved = 0;
      /** Whether the next one is for what it is asked for then. */
      let isWanted = false;
      /** Whether what was taken ahead may be sent. */
      let isWell = true;
      /** How often the visitor, or the network, has become another. */
      let recalls = 0;
      let look = () => {};
      const alarm = createAlarm(() => look(), now);

      function note(error: unknown) {
        if (!isNoToken(error)) trouble ??= errorOf(error);
      }
      /** How many calls may begin. What waits for a token takes nobody's slot. */
      function free() {
        const sent = [...flights].filter(({ event }) => !coming(event.user as UserRef));
        return (isStopped ? 0 : isUrgent ? OUTLET.calls : slots) * width - reserved - sent.length;
      }
      async function begin(row: Row) {
        flights.add(row);
        const before = recalls;
        const outcome = await send(row);
        // Sent over a network that is another by now, it says nothing of that one.
        if (outcome.is === 'failed' && !outcome.pause && before < recalls) outcome.is = 'tried' as never;
        flights.delete(row);
        outcomes.push(outcome);
        adapt(outcome);
        if (outcome.is !== 'delivered' && outcome.is !== 'refused') isWell = false;
        // Once one of the others is written down, something may go on.
        const isRoutine = isWell && !isWanted && isRepeatable(row) && isVisible();
        if (isRoutine) fill();
        if (isRoutine && flights.size && outcomes.length < MANY && free() <= 0) alarm.set(now() + TOGETHER);
        else look();
      }
      function fill() {
        while (isWell && ahead[0] && free() > 0) {
          if (coming(ahead[0].event.user as UserRef)) isWell = false;
          else void begin(ahead.shift() as Row);
        }
      }

      if (!isUrgent)
        rounds.wake = (isOther) => {
          isWanted = true;
          if (isOther) {
            isWell = false;
            recalls += 1;
          }
          if (isOther || free() > 0) look();
        };
      for (;;) {
        const due = new Promise<void>((resolve) => (look = resolve));
        const began = now();
        // Where nobody says whose turn it is, another page may take what this one does not send at once.
        const isAhead = isWell && !isStopped && !lease && isVisible();
        if (!isAhead) for (const row of ahead.splice(0)) outcomes.push({ row, is: 'held' });
        const told = outcomes;
        outcomes = [];
        reserved = Math.max(0, free());
        isWell = true;
        isWanted = false;
        alarm.clear();
        const more = isAhead ? AHEAD + 6 * width - ahead.length : 0;
        const given = await exchange(told, { limit: reserved, ahead: more, lease, isUrgent });
        for (const { is, row, error } of given.settled) {
          if (is === 'delivered') onDelivered(row.event);
          else if (error && is !== 'refused') note(error);
        }
        if (now() - began > BUSY) slots = LEAST;
        reserved = 0;
        if (given.isPaused) isWell = false;
        rounds.isLeftAlone = given.isLeftAlone;
        isWanted ||= given.isShort || !given.next;
        for (const row of given.rows) {
          if (isRepeatable(row)) ahead.push(row);
          else void begin(row);
        }
        fill();
        if (isWell && isWanted && free() > 0) continue;
        const tokens = given.coming.map((token) => token.catch(note));
        if (flights.size || outcomes.length || tokens.length) {
          alarm.set(now() + RENEWAL);
          await Promise.race([due, ...tokens]);
        } else if (given.next > 0 && !ahead.length) return [given.next, trouble];
      }
    },
    wake: () => {},
    ahead,
    stop: () => void (isStopped = true),
  };
  return rounds;
}
