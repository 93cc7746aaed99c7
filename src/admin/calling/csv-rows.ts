import { inferSchema, initParser, type Parser } from 'udsv';

/** A row of a CSV file: each value as text, by the name of its column. */
export type CsvRow = Record<string, string>;

/** How much of a file is read before its header is, in characters. */
const HEADER = 65_536;

/** The rows of a CSV file that comes in pieces, by its header; a value may hold lines of its own. */
export async function* csvRowsOf(
  text: AsyncIterable<string>,
  delimiter = ',',
): AsyncGenerator<CsvRow, undefined> {
  let start = '';
  let reader: CsvReader | undefined;
  for await (const piece of text) {
    if (reader) {
      yield* reader.read(piece);
      continue;
    }
    start += piece;
    if (start.length < HEADER) continue;
    reader = createCsvReader(start, delimiter);
    yield* reader.read(start);
  }
  // A header alone has no rows.
  if (!reader && !start.trim().includes('\n')) return undefined;
  reader ??= createCsvReader(start, delimiter);
  if (start.length < HEADER) yield* reader.read(start);
  yield* reader.end();
  return undefined;
}

interface CsvReader {
  read(piece: string): CsvRow[];
  end(): CsvRow[];
}

function createCsvReader(start: string, delimiter: string): CsvReader {
  // The parser takes the last line of a single column for its header.
  const [header = ''] = recordsOf(`${start}\n`).records;
  if (!header.replace(/"[^"]*"/g, '').includes(delimiter)) return createColumnReader();
  const row = start.includes('\r\n') ? '\r\n' : '\n';
  const schema = inferSchema(start, { col: delimiter, row, encl: '"' });
  const names = schema.cols.map(({ name }) => name);
  const parser: Parser = initParser(schema);
  const found: CsvRow[] = [];
  const keep = (values: string[]) => {
    found.push(Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])));
  };

  return {
    read(piece) {
      parser.chunk<string[]>(piece, parser.stringArrs, keep);
      return found.splice(0);
    },
    end() {
      parser.end();
      return found.splice(0);
    },
  };
}

/** Reads a file of one column. */
function createColumnReader(): CsvReader {
  let rest = '';
  let name: string | undefined;

  function rowsIn(records: readonly string[]): CsvRow[] {
    const values = records.filter(Boolean).map(valueOf);
    name ??= values.shift();
    return values.map((value) => ({ [String(name)]: value }));
  }

  return {
    read(piece) {
      const found = recordsOf(rest + piece);
      rest = found.rest;
      return rowsIn(found.records);
    },
    end: () => rowsIn(rest ? [rest] : []),
  };
}

/** The records of a text, each up to a line's end outside of quotes, and what is left after the last. */
function recordsOf(text: string): { records: string[]; rest: string } {
  const records: string[] = [];
  let from = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') isQuoted = !isQuoted;
    if (text[at] !== '\n' || isQuoted) continue;
    records.push(text.slice(from, at).replace(/\r$/, ''));
    from = at + 1;
  }
  return { records, rest: text.slice(from) };
}

/** The value of a record that has one. */
function valueOf(record: string): string {
  return /^"[^]*"$/.test(record) ? record.slice(1, -1).replaceAll('""', '"') : record;
}
