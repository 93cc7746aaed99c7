import { csvRecordsOf } from './csv-records.js';

/** A row of a CSV file: each value as text, by the name of its column. */
export type CsvRow = Record<string, string>;

/** The rows of a CSV file that comes in pieces, by its header; a value that is missing is empty. */
export async function* csvRowsOf(
  text: AsyncIterable<string>,
  delimiter?: string,
): AsyncGenerator<CsvRow, undefined> {
  let header: string[] | undefined;
  for await (const { values } of csvRecordsOf(text, delimiter)) {
    if (header) yield rowOf(header, [...values, ...header.slice(values.length).fill('')]);
    else header = values;
  }
  return undefined;
}

/** Values by the names of their columns; those without a column by their number. */
export function rowOf(header: readonly string[], values: readonly string[]): CsvRow {
  return Object.fromEntries(values.map((value, index) => [header[index] ?? String(index + 1), value]));
}
