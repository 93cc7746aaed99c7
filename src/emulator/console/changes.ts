import type { Attempt } from '../ledger.js';
import type { EventRecord } from '../people/records.js';
import type { Emulator } from '../emulator.js';

/** How many rows one answer brings at most; of more, the latest. */
const MOST = 200;

/** Which changes to tell. */
export interface ChangesQuery {
  /** The number of the last event that was seen. Default: none. */
  events?: number | undefined;
  /** The number of the last request that was seen. Default: none. */
  requests?: number | undefined;
}

/** A row, and its number: those that came later have higher ones. */
export type Numbered<Row> = Row & { number: number };

/** What has happened since someone looked. */
export interface Changes {
  /** Another one than before says that everything was replaced: look anew. */
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

  return (query) => ({
    run: run + events.losses(inspect.events()),
    now: clock.now(),
    events: events.after(inspect.events(), query.events),
    requests: requests.after(inspect.requests.filter(isOver), query.requests),
    counts: {
      people: inspect.people.length,
      events: inspect.events().length,
      requests: inspect.requests.length,
      messages: inspect.rows('messages').length,
      campaigns: inspect.rows('campaigns').length,
      templates: inspect.rows('templates').length,
      faults: faults.waiting().length,
    },
  });
}

/** Whether a request has had its answer, or lost it; until then nothing is told of it. */
function isOver({ status, fault }: Attempt): boolean {
  return status !== undefined || fault === 'drop' || fault === 'lose';
}

/** Numbers rows in the order in which they are first seen; one that was replaced is new. */
function createNumbers<Row extends object>() {
  const numbers = new WeakMap<Row, number>();
  let last = 0;
  let losses = 0;
  let size = 0;

  return {
    /** How often there were fewer rows than before. */
    losses(rows: readonly Row[]): number {
      if (rows.length < size) losses += 1;
      size = rows.length;
      return losses;
    },
    after(rows: readonly Row[], since = 0): Numbered<Row>[] {
      for (const row of rows) {
        if (!numbers.has(row)) numbers.set(row, (last += 1));
      }
      return rows
        .map((row) => ({ ...row, number: numbers.get(row) ?? 0 }))
        .filter(({ number }) => number > since)
        .sort((a, b) => a.number - b.number)
        .slice(-MOST);
    },
  };
}
