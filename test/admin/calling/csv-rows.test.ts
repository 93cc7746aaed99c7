import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRowsOf } from '../../../src/admin/calling/csv-rows.js';
import { linesOf } from '../../../src/admin/calling/streamed.js';

/** A text in pieces of some lengths. */
async function* pieces(text: string, lengths: number[]): AsyncGenerator<string> {
  for (let at = 0, turn = 0; at < text.length; turn += 1) {
    const length = lengths[turn % lengths.length] ?? 1;
    yield text.slice(at, at + length);
    at += length;
  }
}

async function read<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const found: Row[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`;

describe('the rows of a CSV file', () => {
  it('are the same however it is cut into pieces, with lines and quotes in its values', async () => {
    const value = fc.string({
      unit: fc.constantFrom('a', 'é', '"', ';', ',', '\n', ' ', '1'),
      maxLength: 12,
    });
    const rows = fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(
        rows,
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
        async (rows, lengths) => {
          const text = ['name;note', ...rows.map((row) => row.map(quoted).join(';'))].join('\n');
          const found = await read(csvRowsOf(pieces(text, lengths), ';'));
          expect(found).toEqual(rows.map(([name, note]) => ({ name, note })));
        },
      ),
      { seed: 3, numRuns: 200 },
    );
  });

  it('are the same of a single column, which has no delimiter', async () => {
    const value = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', '\n', ' '), maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(value, { maxLength: 30 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
        fc.constantFrom('\n', '\r\n'),
        async (values, lengths, end) => {
          const text = ['"a, b"', ...values.map(quoted)].join(end);
          expect(await read(csvRowsOf(pieces(text, lengths)))).toEqual(
            values.map((one) => ({ 'a, b': one })),
          );
        },
      ),
      { seed: 4, numRuns: 200 },
    );
    expect(await read(csvRowsOf(pieces('email\na@b.c\nd@e.f\n', [5])))).toEqual([
      { email: 'a@b.c' },
      { email: 'd@e.f' },
    ]);
  });

  it('are read as they come from a long file', async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `${index},"a, ""b""\n${index}"`);
    const text = ['id,note', ...lines].join('\n');
    let count = 0;
    const wrong: object[] = [];
    for await (const row of csvRowsOf(pieces(text, [1_000, 77, 4_096]))) {
      const { id, note, ...others } = row;
      const isRight = id === String(count) && note === `a, "b"\n${count}` && !Object.keys(others).length;
      if (!isRight) wrong.push(row);
      count += 1;
    }
    expect(wrong).toEqual([]);
    expect(count).toBe(20_000);
  });

  it.each(['', '\n', 'id,note', 'id,note\n'])('are none in %j', async (text) => {
    expect(await read(csvRowsOf(pieces(text, [3])))).toEqual([]);
  });
});

describe('the lines of a text', () => {
  it('are the same however it is cut into pieces', async () => {
    for (const length of [1, 2, 3, 100]) {
      expect(await read(linesOf(pieces('a\r\nb\n\nc', [length])))).toEqual(['a', 'b', 'c']);
    }
  });
});
