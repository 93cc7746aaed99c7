import { depart, inFlight, type Departure } from './departures.js';
import type { Gate } from './gate.js';
import type { Journal } from './journal.js';
import { isPausedAt, settle, type Outcome } from './outcome.js';
import type { Outbox } from './outbox.js';
import { createTaken, type Exchange } from './taken-rows.js';

/** Tells an outbox what became of what was sent, and takes what to send next. */
export type MakeExchange = (outcomes: Outcome[], departure: Departure) => Promise<Exchange>;

/** What is exchanged with, and what may leave. */
export interface ExchangeOptions extends Omit<Gate, 'hasTaken'> {
  outbox: Pick<Outbox, 'change'> & Pick<Journal, 'onSent'>;
  visitor: Gate['visitor'] & { readonly agrees: boolean };
  random: () => number;
}

/** Makes the exchange of a page. */
export function createExchange(options: ExchangeOptions): MakeExchange {
  const { outbox, visitor } = options;
  const taken = createTaken();
  const gate: Gate = { ...options, hasTaken: taken.has };

  return async (outcomes, departure) => {
    // What has ended may free what must wait for it.
    if (outcomes.length) gate.from = undefined;
    const exchange = await taken.note(outcomes, async () => {
      const [given, ledger] = await outbox.change(async (ledger) => {
        const flights = await inFlight(ledger);
        const settled = outcomes.filter((outcome) => settle(ledger, outcome, { ...options, flights }));
        const { tally } = ledger;
        const isPaused = isPausedAt(ledger.now, tally);
        if (isPaused && tally.waiting) ledger.next = Math.min(ledger.next, tally.pausedUntil);
        // Nothing leaves before the visitor agrees, nor during a pause; what is on its way stays this page's.
        const isHeld = isPaused || !visitor.agrees;
        const rest = isHeld && { limit: 0, ahead: 0 };
        await depart(ledger, gate, { ...departure, ...rest }, flights);
        return { settled, isPaused: isHeld, isLeftAlone: isPaused && tally.isAsked };
      });
      return { ...ledger, ...given };
    });
    outbox.onSent(exchange.rows);
    return exchange;
  };
}
