import type { Attempt } from '../answering/attempts.js';
import type { EventRecord } from '../events/event-record.js';
import type { Emulator } from '../emulator.js';
import { briefRow } from './brief.js';

/** How many rows one answer brings at most; of more, the latest. */
const MOST = 200;

/** Which changes to tell. */
export interface ChangesQuery {
  /** The number of the last event that was seen. Default: none. */
  events?: number | undefined;
  /** The number of the last request that was seen. Default: none. */
  requests?: number | undefined;
}

/** A row, as far as it is not too long, and its number: those that came later have higher ones. */
export type Numbered<Row> = Row & { number: number };

/** What has happened since someone looked. */
export interface Changes {
  /** Another one than before says that something was replaced or taken away: look anew. */
  run: number;
  /** In milliseconds since the epoch. */
  now: number;
  events: Numbered<EventRecord>[];
  requests: Numbered<Attempt>[];
  /** How many there are of each. */
  counts: Record<
    'campaigns' | 'events' | 'faults' | 'messages' | 'people' | 'requests' | 'templates',
    number
  >;
}

/** Tells what is new, cheaply enough to be asked every second. */
export function createChanges({
  clock,
  inspect,
  faults,
}: Pick<Emulator, 'clock' | 'inspect' | 'faults'>): (query: ChangesQuery) => Changes {
  const events = createNumbers<EventRecord>();
  const requests = createNumbers<Attempt>();
  const run = clock.now();

  return (query) => {
    const allEvents = inspect.events();
    const allRequests = inspect.requests.filter(isOver);
    events.look(allEvents);
    requests.look(allRequests);
    return {
      run: run + events.losses(),
      now: clock.now(),
      events: events.after(allEvents, query.events),
      requests: requests.after(allRequests, query.requests),
      counts: {
        people: inspect.people.length,
        events: allEvents.length,
        requests: inspect.requests.length,
        messages: inspect.rows('messages').length,
        campaigns: inspect.rows('campaigns').length,
        templates: inspect.rows('templates').length,
        faults: faults.waiting().length,
      },
    };
  };
}

/** Whether a request has had its answer, or lost it; until then nothing is told of it. */
function isOver({ status, fault }: Attempt): boolean {
  return status !== undefined || fault === 'drop' || fault === 'lose';
}

/** Numbers rows in the order in which they are first seen; one that was replaced is new. */
function createNumbers<Row extends object>() {
  const numbers = new WeakMap<Row, number>();
  let last = 0;
  let size = 0;
  let losses = 0;

  return {
    look(rows: readonly Row[]): void {
      const fresh = rows.filter((row) => !numbers.has(row));
      if (rows.length - fresh.length < size) losses += 1;
      size = rows.length;
      for (const row of fresh) {
        last += 1;
        numbers.set(row, last);
      }
    },
    /** How often some of the rows that were there before were gone. */
    losses: () => losses,
    after(rows: readonly Row[], since = 0): Numbered<Row>[] {
      const numberOf = (row: Row) => numbers.get(row) ?? 0;
      return rows
        .filter((row) => numberOf(row) > since)
        .sort((a, b) => numberOf(a) - numberOf(b))
        .slice(-MOST)
        .map((row) => ({ ...briefRow(row), number: numberOf(row) }));
    },
  };
}
