import { NetworkError } from '../../errors.js';

/** A record of a CSV file: a row, or its header. */
export interface CsvRecord {
  values: string[];
  /** The line that it ends on. */
  line: number;
}

/** A CSV file opens a quote and never closes it: nothing after `line` can be read. */
export class UnclosedQuote extends NetworkError {
  readonly line: number;

  constructor(line: number, options: ErrorOptions) {
    super(`The CSV has a quote that is never closed, after line ${line}`, options);
    this.line = line;
  }
}

/**
 * The records of a CSV file that comes in pieces, each as it is: with too few values, or with too many.
 *
 * A line ends in LF, in CRLF or in CR, whatever the others end in; a value in quotes may hold lines of its own.
 */
export async function* csvRecordsOf(
  text: AsyncIterable<string>,
  delimiter = ',',
): AsyncGenerator<CsvRecord, undefined> {
  // Asked for when it is needed, since few read CSV.
  const { parse } = await import('csv-parse/stream');
  const found: CsvRecord[] = [];
  let line = 0;
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    // Taken here, so that nothing is read before it is asked for.
    on_record(values: string[], { lines }) {
      line = lines;
      found.push({ values, line });
      return null;
    },
  });
  const writer = parser.writable.getWriter();
  const encoder = new TextEncoder();
  try {
    for await (const piece of text) {
      await writer.write(encoder.encode(piece));
      yield* found.splice(0);
    }
    await writer.close();
  } catch (cause) {
    if ((cause as { code?: string }).code !== 'CSV_QUOTE_NOT_CLOSED') throw cause;
    throw new UnclosedQuote(line, { cause });
  }
  yield* found.splice(0);
  return undefined;
}
