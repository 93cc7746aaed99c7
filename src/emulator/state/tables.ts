import { Rows } from './rows.js';

/** Everything the service holds: rows by key, in named tables. All of it is data, so that it can be saved. */
export interface Tables {
  /** The rows of that name; always the same map for the same name. */
  table<Row, Key extends string | number = number>(name: string): Rows<Key, Row>;
  /** A number that no row has yet. */
  nextId(): number;
  /** Keeps a number that is given by hand from being given to anything else. */
  reserve(id: number): void;
  /** All rows as a text. */
  save(): string;
  /** Replaces all rows by those of a saved text; throws when it is not one, and keeps what there is. */
  load(text: string): void;
}

/** The mark of a saved text, so that no other file is taken for one. */
const FORMAT = 'tidings-emulator 1';

/** The rows of a saved text, by the names of their tables, each with its key. */
export type SavedTables = Record<string, [key: string | number, row: unknown][]>;

interface Saved {
  format: string;
  lastId: number;
  tables: SavedTables;
}

/**
 * Makes tables without a row; `checkRows` refuses those of a text that is loaded, by throwing. Numbers are given from
 * the one after `firstId` on.
 */
export function createTables(checkRows: (tables: SavedTables) => void = () => {}, firstId = 1_000): Tables {
  const tables = new Map<string, Rows<string | number, unknown>>();
  let lastId = firstId;

  function table(name: string) {
    const known = tables.get(name) ?? new Rows<string | number, unknown>();
    tables.set(name, known);
    return known;
  }

  return {
    table: <Row, Key extends string | number>(name: string) => table(name) as unknown as Rows<Key, Row>,
    nextId() {
      lastId += 1;
      return lastId;
    },
    reserve: (id) => void (lastId = Math.max(lastId, id)),
    save() {
      // A table that was only looked into is none to be saved.
      const rows = [...tables]
        .filter(([, entries]) => entries.size > 0)
        .map(([name, entries]) => [name, [...entries]] as [string, [string | number, unknown][]]);
      return JSON.stringify({ format: FORMAT, lastId, tables: Object.fromEntries(rows) } satisfies Saved);
    },
    load(text) {
      const saved = savedOf(text);
      checkRows(saved.tables);
      lastId = Math.max(saved.lastId, firstId);
      // Every part holds on to its own tables, so these are filled anew and not replaced.
      for (const known of tables.values()) known.clear();
      for (const [name, entries] of Object.entries(saved.tables)) {
        for (const [key, row] of entries) table(name).set(key, row);
      }
    },
  };
}

function savedOf(text: string): Saved {
  let saved: Partial<Saved> | null;
  try {
    saved = JSON.parse(text) as Partial<Saved> | null;
  } catch (cause) {
    throw new Error('This is no saved emulator: it is not JSON', { cause });
  }
  const { format, lastId, tables } = saved ?? {};
  const isWhole = tables && typeof tables === 'object' && Object.entries(tables).every(isTable);
  if (format !== FORMAT || !Number.isSafeInteger(lastId) || !isWhole) {
    throw new Error(`This is no saved emulator: it is not of the format \`${FORMAT}\``);
  }
  // A number that is given out again would overwrite the row that has it.
  const numbers = Object.values(tables)
    .flatMap((rows) => rows.map(([key]) => key))
    .filter(Number.isSafeInteger);
  const highest = numbers.reduce<number>((most, number) => Math.max(most, Number(number)), Number(lastId));
  return { format, lastId: highest, tables };
}

/** Whether a table is one of rows, each with a key; the clock's is one of numbers. */
function isTable([name, rows]: [string, unknown]): boolean {
  if (!Array.isArray(rows)) return false;
  return rows.every((row: unknown) => {
    if (!Array.isArray(row) || row.length !== 2 || !isKey(row[0])) return false;
    return name === 'clock' ? Number.isFinite(row[1]) : row[1] !== null;
  });
}

function isKey(key: unknown): boolean {
  return typeof key === 'string' || typeof key === 'number';
}
