import type { Ledger } from './ledger.js';
import type { Row } from './row.js';
import type { Outcome } from './outcome.js';

/** What one exchange with the outbox gives. */
export interface Exchange extends Pick<Ledger, 'next' | 'coming' | 'isShort' | 'rows'> {
  /** Which of the outcomes were still this page's to tell. */
  settled: Outcome[];
  /** Whether nothing may be sent for now. */
  isPaused: boolean;
  /** Whether the service has asked for that. */
  isLeftAlone: boolean | undefined;
}

/** What this page was given to send. A transaction that is done twice may have taken rows and given them to nobody. */
export interface Taken {
  has(row: Row): boolean;
  /** Takes note of what an exchange gives for these outcomes. Gives the rows that are new. */
  note(outcomes: Outcome[], exchange: () => Promise<Exchange>): Promise<Exchange>;
}

/** Makes the list for a page that was given nothing yet. */
export function createTaken(): Taken {
  const taken = new Map<string, Row>();
  let exchanges = 0;

  return {
    // While another exchange goes on, nobody knows what that will give.
    has: ({ key }) => exchanges > 1 || taken.has(key),
    async note(outcomes, exchange) {
      exchanges += 1;
      const given = await exchange().finally(() => (exchanges -= 1));
      outcomes.forEach(({ row }) => taken.delete(row.key));
      const rows = given.rows.filter((row) => {
        // What came back here from another page, this one may still be sending.
        const own = taken.get(row.key);
        if (own) own.lease = row.lease;
        else taken.set(row.key, row);
        return !own;
      });
      return { ...given, rows };
    },
  };
}
