import type { Attempt } from '../answering/attempts.js';
import type { EventRecord } from '../events/event-record.js';
import type { Emulator } from '../emulator.js';
import type { Rows } from '../state/rows.js';
import type { Service } from '../state/service.js';
import type { Mark, Marked } from './breaks.js';
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
  events: Numbered<Marked>[];
  requests: Numbered<Attempt>[];
  /** How many there are of each. */
  counts: Record<
    'campaigns' | 'events' | 'faults' | 'messages' | 'people' | 'requests' | 'templates',
    number
  >;
}

/** Tells what is new, cheaply enough to be asked every second, however much there is. */
export function createChanges(
  { clock, inspect, faults }: Pick<Emulator, 'clock' | 'inspect' | 'faults'>,
  { tables }: Pick<Service, 'tables'>,
  mark: Mark,
): (query: ChangesQuery) => Changes {
  const recorded = tables.table<EventRecord, string>('records');
  const events = createLatest(recorded);
  const requests = createNumbers<Attempt>();
  const run = clock.now();
  const count = (table: string) => tables.table(table).size;

  return (query) => {
    const allRequests = inspect.requests.filter(isOver);
    requests.look(allRequests);
    return {
      run: run + requests.losses() + events.losses(),
      now: clock.now(),
      events: events.after(query.events, mark),
      requests: requests.after(query.requests),
      counts: {
        people: count('people'),
        events: recorded.size,
        requests: inspect.requests.length,
        messages: count('messages'),
        campaigns: count('campaigns'),
        templates: count('templates'),
        faults: faults.waiting().length,
      },
    };
  };
}

/** Whether a request has had its answer, or lost it; until then nothing is told of it. */
function isOver({ status, fault }: Attempt): boolean {
  return status !== undefined || fault === 'drop' || fault === 'lose';
}

/** Follows a table of any size, and keeps its latest rows at hand, numbered in the order in which they came. */
function createLatest<Row extends object>(rows: Rows<string, Row>) {
  let latest: { row: Row; number: number }[] = [];
  let last = 0;
  let losses = 0;

  function came(row: Row): void {
    last += 1;
    latest.push({ row, number: last });
    // Many at a time, since each removal moves all that stay.
    if (latest.length > 2 * MOST) latest = latest.slice(-MOST);
  }
  function left(gone?: Row): void {
    losses += 1;
    latest = gone === undefined ? [] : latest.filter(({ row }) => row !== gone);
  }
  function gather(): void {
    latest = [];
    for (const row of [...rows.values()].slice(-MOST)) came(row);
  }
  rows.watch({ came, left });

  return {
    losses: () => losses,
    after<Told extends object>(since = 0, told: (row: Row) => Told): Numbered<Told>[] {
      if (latest.length < Math.min(MOST, rows.size)) gather();
      return numbered(latest, since, told);
    },
  };
}

/** Numbers rows in the order in which they are first seen, and keeps the latest at hand; one that was replaced is new. */
function createNumbers<Row extends object>() {
  const numbers = new WeakMap<Row, number>();
  let latest: { row: Row; number: number }[] = [];
  let last = 0;
  let size = 0;
  let losses = 0;
  const numberedRow = (row: Row) => ({ row, number: numbers.get(row) ?? 0 });

  return {
    look(rows: readonly Row[]): void {
      const fresh = rows.filter((row) => !numbers.has(row));
      if (rows.length - fresh.length < size) {
        losses += 1;
        const known = rows.filter((row) => numbers.has(row)).map(numberedRow);
        latest = known.sort((a, b) => a.number - b.number);
      }
      size = rows.length;
      for (const row of fresh) {
        last += 1;
        numbers.set(row, last);
      }
      latest = [...latest, ...fresh.map(numberedRow)].slice(-MOST);
    },
    /** How often some of the rows that were there before were gone. */
    losses: () => losses,
    after: (since = 0) => numbered(latest, since, (row) => row),
  };
}

/** Those that came later than one, without what is too long of them. */
function numbered<Row, Told extends object>(
  latest: readonly { row: Row; number: number }[],
  since: number,
  told: (row: Row) => Told,
): Numbered<Told>[] {
  return latest
    .filter(({ number }) => number > since)
    .slice(-MOST)
    .map(({ row, number }) => ({ ...briefRow(told(row)), number }));
}
