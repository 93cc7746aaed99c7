import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { saveExport } from '../../../src/admin/files.js';
import type { ExportRunOptions } from '../../../src/admin/index.js';
import { serveExport, textOf } from '../support/export-service.js';

const json = { dataTypeName: 'user', outputFormat: 'application/x-json-stream' } as const;
const csv = { dataTypeName: 'user', outputFormat: 'text/csv' } as const;
const quickly: ExportRunOptions = { every: 1 };

type Looks = Parameters<typeof serveExport>[0]['looks'];

/** An export of files with these contents. */
async function setup(contents: Record<string, string>, looks: Looks = [{ files: Object.keys(contents) }]) {
  return serveExport({ looks, download: (_, response, file) => response.end(contents[file]) });
}

async function read<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const found: Row[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

describe('the files of an export', () => {
  const rowOf = (file: string) => `{"file":"${file}"}\n`;
  const contents = Object.fromEntries(['p-1', 'p-2', 'p-10', 'p-3'].map((file) => [file, rowOf(file)]));

  it('are each read once, in whatever order they come', async () => {
    const running = { jobState: 'Running' as const };
    const { admin, calls } = await setup(contents, [
      { ...running, files: ['p-2'] },
      { ...running, files: ['p-2'] },
      // These come before the one that was there first.
      { ...running, files: ['p-1', 'p-10', 'p-2'] },
      { files: ['p-1', 'p-10', 'p-2'] },
      // The list of one that is completed may come late.
      { files: ['p-1', 'p-10', 'p-2', 'p-3'] },
    ]);

    const rows = await read(admin.exports.run(json, quickly));

    expect(rows.map(({ file }) => file).sort()).toEqual(Object.keys(contents).sort());
    expect(calls.filter((call) => call.startsWith('DELETE'))).toEqual([]);
  });

  it('are each read once, also where one page lists them twice', async () => {
    const { admin } = await setup(contents, [{ files: ['p-1', 'p-1', 'p-2', 'p-1'] }]);

    const rows = await read(admin.exports.run(json, quickly));

    expect(rows.map(({ file }) => file)).toEqual(['p-1', 'p-2']);
  });

  it('are named where a line of one is not JSON', async () => {
    const { admin } = await setup({ 'p-1': rowOf('p-1'), 'p-2': 'Log in, ada@example.com\n' });

    const rows = read(admin.exports.run(json, quickly));

    await expect(rows).rejects.toMatchObject({
      name: 'NetworkError',
      message: 'The file `p-2` of the export job 1 has a line that is not JSON',
    });
  });

  it('are found again by their names when an address is no longer good', async () => {
    const answers = [403, 200, 403, 200];
    const { admin } = await serveExport({
      looks: [{ files: ['p-2'] }, { files: ['p-2'] }, { files: ['p-1', 'p-2'] }],
      download: (_, response, file) => response.writeHead(answers.shift() ?? 500).end(contents[file]),
    });
    expect(await read(admin.exports.run(json, quickly))).toEqual([{ file: 'p-2' }, { file: 'p-1' }]);
  });

  it('begin each on a line of its own', async () => {
    const { admin } = await setup({ a: '{"n":1}\n{"n":2}', b: '{"n":3}\n', c: '', d: '{"n":4}' });
    const { bytes } = admin.exports.run(json, quickly);
    expect(await textOf(bytes())).toBe('{"n":1}\n{"n":2}\n{"n":3}\n{"n":4}');
  });

  it('have one header when they are CSV, which may hold lines of its own', async () => {
    const header = 'email,"a ""note""\nof two lines"';
    const { admin } = await setup({
      a: `${header}\r\na@example.com,x`,
      b: `${header}\r\n`,
      c: header,
      d: `${header}\nb@example.com,"y\nz"\n`,
    });
    const { bytes } = admin.exports.run(csv, quickly);
    expect(await textOf(bytes())).toBe(`${header}\r\na@example.com,x\nb@example.com,"y\nz"\n`);
  });

  it('are not joined when their columns differ, and can be read row by row', async () => {
    const { admin } = await setup({
      a: 'email,plan\na@example.com,pro\n',
      b: 'email,age\nb@example.com,7\n',
    });

    await expect(textOf(admin.exports.run(csv, quickly).bytes())).rejects.toMatchObject({
      name: 'OptionError',
      message:
        'The files of this export have different columns and cannot be joined; ask for JSON, or read it row by row',
    });
    expect(await read(admin.exports.run(csv, quickly))).toEqual([
      { email: 'a@example.com', plan: 'pro' },
      { email: 'b@example.com', age: '7' },
    ]);
  });
});

describe('an export that was cut off', () => {
  const contents = { a: '{"n":1}\n' };
  const report = { jobId: 1, files: 1, bytes: 8, exportTruncated: true };
  const looks: Looks = [{ files: ['a'] }, { files: ['a'] }, { files: ['a'], exportTruncated: true }];

  it('tells so by what its rows and its bytes return', async () => {
    const { admin } = await setup(contents, looks);
    const { bytes, ...run } = admin.exports.run(json, quickly);

    const rows = run[Symbol.asyncIterator]();
    expect(await rows.next()).toEqual({ done: false, value: { n: 1 } });
    expect(await rows.next()).toEqual({ done: true, value: report });

    const pieces = bytes();
    await pieces.next();
    expect(await pieces.next()).toEqual({ done: true, value: report });
  });

  it('tells so once it is saved', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tidings-export-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'users.ndjson');
    const { admin } = await setup(contents, looks);

    expect(await saveExport(admin.exports.run(json, quickly), path)).toEqual(report);
    expect(readFileSync(path, 'utf8')).toBe(contents.a);
  });
});
