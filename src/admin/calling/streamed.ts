import { NetworkError } from '../../errors.js';
import { ifPossible } from '../../lib/if-possible.js';
import type { Call, CallOptions } from './call.js';
import { parseExactly } from './exact-json.js';

/** A call that gives a stream, and a way to read what is in it. */
export interface Streamed<Input, Row> extends Call<Input, ReadableStream<Uint8Array>> {
  /** Every row, read as you go on. */
  all(input: Input, options?: CallOptions): AsyncIterableIterator<Row>;
}

/** Lets a stream be read row by row. */
export function streamed<Input, Row>(
  call: Call<Input, ReadableStream<Uint8Array>>,
  rowsOf: (text: AsyncIterable<string>, input: Input) => AsyncIterable<Row>,
): Streamed<Input, Row> {
  async function* all(input: Input, options?: CallOptions): AsyncGenerator<Row, undefined> {
    yield* rowsOf(textOf(piecesOf(await call(input, options))), input);
    return undefined;
  }
  return Object.assign(call, { all });
}

/** The pieces of a stream. What is left is cancelled when the reader stops. */
async function* piecesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
  const reader = stream.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
    return undefined;
  } finally {
    // Whoever stopped reading wants no more of it, however that ends.
    reader.cancel().catch(() => {});
  }
}

/** Pieces of UTF-8 as text. */
export async function* textOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder();
  for await (const piece of pieces) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
  return undefined;
}

/** The lines of a text that comes in pieces; empty ones are left out. */
export async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string, undefined> {
  let rest = '';
  for await (const piece of text) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim()) yield line.replace(/\r$/, '');
  }
  if (rest.trim()) yield rest.replace(/\r$/, '');
  return undefined;
}

/** The rows of a text that holds one JSON value a line; `what` names it. */
export async function* jsonRowsOf<Row>(
  text: AsyncIterable<string>,
  what = 'The answer',
): AsyncGenerator<Row, undefined> {
  for await (const line of linesOf(text)) {
    const row = ifPossible(() => parseExactly(line));
    // Without the error of the platform, which quotes what stands there.
    if (row === undefined) throw new NetworkError(`${what} has a line that is not JSON`);
    yield row as Row;
  }
  return undefined;
}
