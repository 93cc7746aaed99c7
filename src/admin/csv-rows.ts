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
