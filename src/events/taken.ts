import type { Row } from './ledger.js';
import type { Outcome } from './outcome.js';

/** What this page was given to send. A transaction that is done twice may have taken rows and given them to nobody. */
export interface Taken {
  has(row: Row): boolean;
  /** Takes note of what an exchange gives for these outcomes. */
  note<Given extends { rows: Row[] }>(outcomes: Outcome[], exchange: () => Promise<Given>): Promise<Given>;
}

/** Makes one for a page that was given nothing yet. */
export function createTaken(): Taken {
  const keys = new Set<string>();
  let exchanges = 0;

  return {
    // While another exchange goes on, nobody knows what that will give.
    has: ({ key }) => exchanges > 1 || keys.has(key),
    async note(outcomes, exchange) {
      exchanges += 1;
      const given = await exchange().finally(() => (exchanges -= 1));
      outcomes.forEach(({ row }) => keys.delete(row.key));
      given.rows.forEach(({ key }) => keys.add(key));
      return given;
    },
  };
}
