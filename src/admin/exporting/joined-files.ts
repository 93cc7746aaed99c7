import { OptionError } from '../../errors.js';
import { flattened } from './parts.js';

const NEWLINE = 10;
const QUOTE = 34;

/** The files of an export one after the other, each on a line of its own; of CSV with one header. */
export async function* joined<Report>(
  files: AsyncGenerator<AsyncIterable<Uint8Array>, Report>,
  { isCsv }: { isCsv: boolean },
): AsyncGenerator<Uint8Array, Report> {
  const withOneHeader = createHeaderFilter();
  let last = NEWLINE;
  async function* onOwnLine(file: AsyncIterable<Uint8Array>) {
    let isFirst = true;
    for await (const piece of file) {
      const end = piece.at(-1);
      if (end === undefined) continue;
      // A file may end in the middle of a line, whose next would be taken for its rest.
      if (isFirst && last !== NEWLINE) yield Uint8Array.of(NEWLINE);
      isFirst = false;
      last = end;
      yield piece;
    }
  }
  return yield* flattened(files, (file) => onOwnLine(isCsv ? withOneHeader(file) : file));
}

/** Makes what leaves out the header of every file but the first. */
function createHeaderFilter() {
  let expected: string | undefined;

  return async function* withOneHeader(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    const isFirst = expected === undefined;
    const decoder = new TextDecoder();
    const endIn = createHeaderEnd();
    let [header, isPast] = ['', false];
    for await (const piece of file) {
      if (isPast) {
        yield piece;
        continue;
      }
      const end = endIn(piece);
      header += decoder.decode(piece.subarray(0, end), { stream: true });
      isPast = end < piece.length;
      if (isPast) mustBeExpected(header);
      if (isFirst) yield piece;
      else if (isPast) yield piece.subarray(end + 1);
    }
    if (!isPast && header) mustBeExpected(header);
  };

  function mustBeExpected(header: string) {
    expected ??= header.trim();
    if (header.trim() === expected) return;
    throw new OptionError(
      'The files of this export have different columns and cannot be joined; ask for JSON, or read it row by row',
    );
  }
}

/** Makes what finds the end of a header in its pieces: the first line's end outside of quotes, or else the piece's length. */
function createHeaderEnd() {
  let isQuoted = false;
  return (piece: Uint8Array): number => {
    const end = piece.findIndex((byte) => {
      if (byte === QUOTE) isQuoted = !isQuoted;
      return byte === NEWLINE && !isQuoted;
    });
    return end < 0 ? piece.length : end;
  };
}
