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
        fc.constantFrom('\n', '\r\n', '\r'),
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

  it.each<[string, string]>([
    ['LF with a CRLF inside quotes', 'id,note\n1,"a\r\nb"\n2,c\n'],
    ['CRLF with a LF inside quotes', 'id,note\r\n1,"a\nb"\r\n2,c'],
    ['some with CRLF and some with LF', 'id,note\r\n1,"a\nb"\n\n2,c\r\n\r\n'],
    ['CR alone, as of old Macs', 'id,note\r1,"a\nb"\r\r2,c\r'],
    ['CR alone with a CRLF inside quotes', 'id,note\r1,"a\r\nb"\r2,c'],
  ])('end in %s', async (_, text) => {
    for (const length of [1, 2, 5, 100]) {
      const rows = await read(csvRowsOf(pieces(text, [length])));
      expect(rows.map(({ id, note }) => [id, note?.replace('\r', '')])).toEqual([
        ['1', 'a\nb'],
        ['2', 'c'],
      ]);
    }
  });

  it('with too few values have none for the last columns, with too many keep them, and no other row changes', async () => {
    const text = 'id,name,note\n1,a\n2,b,c\n3\n4,d,e,f,g\n5,"",""\n';
    for (const length of [1, 7, 100]) {
      expect(await read(csvRowsOf(pieces(text, [length])))).toEqual([
        { id: '1', name: 'a', note: '' },
        { id: '2', name: 'b', note: 'c' },
        { id: '3', name: '', note: '' },
        { id: '4', name: 'd', note: 'e', 4: 'f', 5: 'g' },
        { id: '5', name: '', note: '' },
      ]);
    }
  });

  it('are all rows before a quote that is never closed, which rejects', async () => {
    const rows = csvRowsOf(pieces('id,note\n1,a\n2,"b\n3,c\n', [4]));
    expect(await rows.next()).toMatchObject({ value: { id: '1' } });
    await expect(rows.next()).rejects.toMatchObject({
      name: 'NetworkError',
      message: 'The CSV has a quote that is never closed, after line 2',
    });
  });

  it('keep quotes that stand inside of a value', async () => {
    const text = 'id,note\n1,a 7" nail\n2,"a" and b\n';
    expect(await read(csvRowsOf(pieces(text, [3])))).toEqual([
      { id: '1', note: 'a 7" nail' },
      { id: '2', note: '"a" and b' },
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
