import { errorOf } from '../../lib/error-of.js';
import { wait } from '../../lib/wait.js';
import { NoToken } from '../../identity/credentials.js';
import type { Departure } from '../outbox/departures.js';
import type { TrackedEvent } from '../event.js';
import type { Row } from '../outbox/row.js';
import type { Outbox } from '../outbox/outbox.js';
import type { Outcome } from '../outbox/outcome.js';

/** How often a page says that it still sends what it took, in milliseconds: a few times in each lease. */
const RENEWAL = 400;

/** What a round empties, and whom it tells. */
export interface RoundOptions {
  outbox: Outbox;
  /** Sends one event, and says what became of it. */
  send: (row: Row) => Promise<Outcome>;
  /** Hears of each event that the service has. */
  onDelivered: (event: TrackedEvent) => void;
}

/**
 * Sends what may be sent now, and what is recorded meanwhile, `departure.limit` at a time. Gives when to come back,
 * in milliseconds since the epoch, and the first trouble met.
 */
export async function round(
  { outbox, send, onDelivered }: RoundOptions,
  departure: Departure,
  isStopped: () => boolean,
): Promise<[next: number, trouble: Error | undefined]> {
  const flights = new Set<Promise<unknown>>();
  const outcomes: Outcome[] = [];
  let trouble: Error | undefined;
  const note = (error: unknown) => {
    if (!(error instanceof NoToken)) trouble ??= errorOf(error);
  };
  for (;;) {
    const limit = isStopped() ? 0 : departure.limit - flights.size;
    const { rows, settled, next, coming } = await outbox.exchange(outcomes.splice(0), {
      ...departure,
      limit,
    });
    for (const { is, row, error } of settled) {
      if (is === 'delivered') onDelivered(row.event);
      else if (error && is !== 'refused') note(error);
    }
    for (const row of rows) {
      const flight = send(row).then((outcome) => {
        outcomes.push(outcome);
        flights.delete(flight);
      });
      flights.add(flight);
    }
    // One that ended during the exchange has its outcome told by the next.
    if (outcomes.length) continue;
    const ends = [...flights, ...coming.map((token) => token.catch(note))];
    if (ends.length) await Promise.race([...ends, wait(RENEWAL)]);
    else if (next > 0) return [next, trouble];
  }
}
