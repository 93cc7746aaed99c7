import { createHash } from 'node:crypto';
import { csvRecordsOf, UnclosedQuote } from '../../admin/calling/csv-records.js';
import type { Terminal } from '../terminal.js';
import { bytesOf } from './input-bytes.js';
import { createFieldMover, createRowReader, UnreadableRow, type Reading } from './row-reader.js';
import { AlteredNumber, parseUnaltered } from '../unaltered-json.js';
import { refuse } from '../usage.js';

/** What holds the items of an import. */
export interface InputFile {
  path: string;
  /** What to call it in a message. */
  name: string;
  format: 'csv' | 'ndjson';
  /** Between the values of a row of CSV. */
  delimiter: string;
}

/** One item of a file, or an {@link UnreadableRow}, and where it ends. */
export interface InputItem {
  line: number;
  item: object;
}

/** How a file is read. */
export interface Reader {
  reading: Reading;
  terminal: Terminal;
}

/** Reads a file to its end once: gives how many items it has, and a word that is another for any other contents. */
export async function examine(file: InputFile, reader: Reader) {
  const hash = createHash('sha256');
  let count = 0;
  const items = itemsOf(file, reader, (piece) => hash.update(piece));
  while (!(await items.next()).done) count += 1;
  return { count, digest: hash.digest('hex') };
}

/** The items of a file, in their order. */
export function itemsOf(
  file: InputFile,
  { reading, terminal }: Reader,
  onPiece: (piece: Uint8Array) => unknown = () => {},
): AsyncGenerator<InputItem, undefined> {
  const text = textOf(file, bytesOf(file.path, terminal), onPiece);
  return file.format === 'csv' ? csvItems(text, file, reading) : jsonItems(text, reading);
}

/** The text of a file. What is not UTF-8 is refused, since it would be sent with its letters broken. */
async function* textOf(
  { name }: InputFile,
  bytes: AsyncIterable<Uint8Array>,
  onPiece: (piece: Uint8Array) => unknown,
): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let at = 0;
  const decode = (piece?: Uint8Array) => {
    try {
      return piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
    } catch {
      return refuse(`${name} is not UTF-8 (see after byte ${at}); save it as UTF-8`);
    }
  };
  for await (const piece of bytes) {
    onPiece(piece);
    yield decode(piece);
    at += piece.length;
  }
  yield decode();
  return undefined;
}

async function* csvItems(
  text: AsyncIterable<string>,
  { name, delimiter }: InputFile,
  reading: Reading,
): AsyncGenerator<InputItem, undefined> {
  let itemOf: ((values: readonly string[]) => object) | undefined;
  try {
    for await (const { values, line } of csvRecordsOf(text, delimiter)) {
      if (itemOf) yield { line, item: itemOf(values) };
      else itemOf = createRowReader(values, reading);
    }
  } catch (error) {
    if (!(error instanceof UnclosedQuote)) throw error;
    refuse(
      `${name} has a quote that is opened and never closed; nothing after line ${error.line} can be read`,
    );
  }
  return undefined;
}

async function* jsonItems(
  text: AsyncIterable<string>,
  reading: Reading,
): AsyncGenerator<InputItem, undefined> {
  const given = reading.type.given(reading.target);
  const move = createFieldMover(reading);
  let line = 0;
  for await (const row of linesOf(text)) {
    line += 1;
    if (!row.trim()) continue;
    const item = itemOf(row);
    yield { line, item: item instanceof UnreadableRow ? item : move({ ...given, ...item }) };
  }
  return undefined;
}

/** Every line, those that are empty too, so that they can be counted. */
async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string, undefined> {
  let rest = '';
  for await (const piece of text) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest) yield rest;
  return undefined;
}

/** The item of a line; of a line of a failures file, the item that failed. */
function itemOf(line: string): object {
  let row: unknown;
  try {
    row = parseUnaltered(line);
  } catch (error) {
    // As it stands, so that it can be mended.
    return new UnreadableRow(error instanceof AlteredNumber ? error.message : 'It is not JSON', line);
  }
  const { reason, item, ...others } = { ...(row as object | null) } as { reason?: unknown; item?: unknown };
  const isFailure = reason !== undefined && item !== undefined && 'retryable' in others;
  const found = isFailure ? item : row;
  const isObject = typeof found === 'object' && found !== null && !Array.isArray(found);
  return isObject ? found : new UnreadableRow('It must be an object', row);
}
