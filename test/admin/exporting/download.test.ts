import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { serveExport, textOf } from '../support/export-service.js';

const json = { dataTypeName: 'user', outputFormat: 'application/x-json-stream' } as const;
/** Rows of numbers, which gzip makes much shorter. */
const rows = Array.from({ length: 40_000 }, (_, index) => `{"index":${index}}\n`).join('');
const whole = Buffer.from(rows);

/** How one answer to a request for a file goes. */
type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

/** What comes after all that were expected. */
const breakOff: Answer = (_, response) => response.destroy();

/** An export of one file, whose downloads are answered one after the other, and how each was asked for. */
async function setup(...answers: Answer[]) {
  const { admin, calls } = await serveExport({
    looks: [{ files: ['a.json'] }],
    download: (request, response) => (answers.shift() ?? breakOff)(request, response),
  });
  return {
    run: () => textOf(admin.exports.run(json, { every: 1 }).bytes()),
    ranges: () => calls.filter((call) => call.includes('/files/')).map((call) => call.split(' ')[2]),
  };
}

/** Sends some bytes and breaks the connection once they have arrived, or ends well where these are all. */
function send(
  response: ServerResponse,
  bytes: Buffer,
  { length = bytes.length, headers = {}, status = 200 } = {},
) {
  response.writeHead(status, { 'Content-Length': bytes.length, ...headers });
  const isWhole = length === bytes.length;
  response.write(bytes.subarray(0, length), () => (isWhole ? response.end() : response.destroy()));
}

const plain =
  (length = whole.length, headers = {}): Answer =>
  (_, response) =>
    send(response, whole, { length, headers });
const packed = gzipSync(whole);
const zipped =
  (length = packed.length): Answer =>
  ({ headers: { range } }, response) => {
    // As a store of files does, it counts what it holds.
    const from = Number(/\d+/.exec(range ?? '')?.[0] ?? 0);
    const headers = { 'Content-Encoding': 'gzip' };
    if (from >= packed.length) {
      response.writeHead(416, { 'Content-Range': `bytes */${packed.length}` }).end();
      return;
    }
    send(response, packed.subarray(from), {
      ...{ length: length - from, status: from ? 206 : 200 },
      headers: from
        ? { ...headers, 'Content-Range': `bytes ${from}-${packed.length - 1}/${packed.length}` }
        : headers,
    });
  };
/** The rest from where it was asked for, or from elsewhere. */
const rest =
  (shift = 0, headers = {}): Answer =>
  ({ headers: { range } }, response) => {
    const from = Number(/\d+/.exec(range ?? '')?.[0] ?? 0) + shift;
    send(response, whole.subarray(from), {
      status: 206,
      headers: { 'Content-Range': `bytes ${from}-${whole.length - 1}/${whole.length}`, ...headers },
    });
  };
const beyond =
  (total: string): Answer =>
  (_, response) =>
    response.writeHead(416, total ? { 'Content-Range': `bytes */${total}` } : {}).end();

describe('a download that breaks off', () => {
  it('goes on where it was', async () => {
    const { run, ranges } = await setup(plain(200_000), rest());
    expect(await run()).toBe(rows);
    expect(ranges()).toEqual([undefined, expect.stringMatching(/^bytes=\d+-$/)]);
  });

  it('begins anew and skips what it has when the file is stored packed', async () => {
    const { run, ranges } = await setup(zipped(40_000), zipped(60_000), zipped());
    expect(await run()).toBe(rows);
    expect(ranges()).toEqual([undefined, undefined, undefined]);
  });

  it.each<[string, Answer]>([
    ['comes from another place', rest(-7)],
    ['comes packed', rest(0, { 'Content-Encoding': 'gzip' })],
  ])('begins anew when the rest %s', async (_, answer) => {
    const { run, ranges } = await setup(plain(200_000), answer, plain());
    expect(await run()).toBe(rows);
    expect(ranges().map((range) => range !== undefined)).toEqual([false, true, false]);
  });

  it('is whole when the server says that it has no more than was read', async () => {
    const { run } = await setup(
      // All of it comes, and not its end.
      (_, response) => {
        response.writeHead(200, { 'Content-Length': whole.length + 1 });
        response.write(whole, () => response.destroy());
      },
      beyond(String(whole.length)),
    );
    expect(await run()).toBe(rows);
  });

  it.each(['', '*', String(whole.length - 5)])(
    'is not whole when the server has no such part of %j bytes',
    async (total) => {
      const { run, ranges } = await setup(plain(200_000), beyond(total), plain());
      expect(await run()).toBe(rows);
      expect(ranges().map((range) => range !== undefined)).toEqual([false, true, false]);
    },
  );

  it('rejects when the file has become shorter than what was read of it', async () => {
    const short: Answer = (_, response) => send(response, whole.subarray(0, 1_000));
    const { run } = await setup(plain(200_000), beyond(''), ...Array.from({ length: 9 }, () => short));
    await expect(run()).rejects.toMatchObject({
      name: 'NetworkError',
      message:
        'The file `a.json` of the export job 1 is shorter than what was read of it: run the export again',
    });
  });

  it.each<[string, (etag: string) => Answer]>([
    ['its rest', (ETag) => rest(0, { ETag })],
    ['all of it, packed', (ETag) => (_, response) => send(response, whole, { headers: { ETag } })],
  ])('rejects when it has changed meanwhile, and %s is another’s', async (_, answer) => {
    const { run, ranges } = await setup(plain(200_000, { ETag: '"a"' }), answer('"b"'), plain());
    await expect(run()).rejects.toThrow(
      'The file `a.json` of the export job 1 has changed since it was begun: run the export again',
    );
    expect(ranges()).toHaveLength(2);
  });

  it('goes on where the file is the same, whatever its packing has made of its mark', async () => {
    const { run } = await setup(plain(200_000, { ETag: '"a"' }), rest(0, { ETag: 'W/"a-gzip"' }));
    expect(await run()).toBe(rows);
  });

  it('begins anew with a file that has changed before anything of it came', async () => {
    const nothing: Answer = (_, response) => {
      response.writeHead(200, { ETag: '"a"', 'Content-Length': 9 });
      response.flushHeaders();
      response.destroy();
    };
    const { run } = await setup(nothing, plain(whole.length, { ETag: '"b"' }));
    expect(await run()).toBe(rows);
  });

  it('rejects a page in place of the file', async () => {
    const page: Answer = (_, response) =>
      void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Log in</h1>');
    const { run, ranges } = await setup(...Array.from({ length: 9 }, () => page));
    await expect(run()).rejects.toMatchObject({
      name: 'NetworkError',
      message: 'The file `a.json` of the export job 1 answered 200 with a page of HTML',
    });
    expect(ranges()).toHaveLength(9);
  });
});
