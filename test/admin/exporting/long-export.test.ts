import { spawn } from 'node:child_process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEmulator } from '../../../src/emulator/app.js';
import { serve } from '../../../src/emulator/command/server.js';
import { bundleAdmin } from '../../support/bundled.js';

const DOWNLOAD = 'GET /_exports/{jobId}/{file}';
/** How many rows there are; a million with `npm run long-export`. */
const ROWS = Number(process.env['EXPORT_ROWS'] ?? 10_000);
/** What each row holds beside its number: enough for two files, however many rows there are. */
const TEXT = 'x'.repeat(Math.max(0, 14e6 / ROWS - 80));
/** How many users are put into the service at once. */
const CHUNK = 1_000;
/** Between two looks at the heap, in rows. */
const STRIDE = ROWS / 20;
/** How much the heap may grow between the first and the last looks, in bytes: a small part of the files. */
const GROWTH = 1e6;

/** A service with so many users, of whose downloads the second breaks off; before the third, every address expires. */
async function setup() {
  const emulator = createEmulator();
  for (let from = 0; from < ROWS; from += CHUNK) {
    const users = Array.from({ length: Math.min(CHUNK, ROWS - from) }, (_, index) => ({
      email: `u${from + index}@example.com`,
      dataFields: { index: from + index, text: TEXT },
    }));
    await emulator.fetch('http://emulator/api/users/bulkUpdate', {
      method: 'POST',
      headers: { 'Api-Key': emulator.keys.server },
      body: JSON.stringify({ users }),
    });
  }
  let downloads = 0;
  const served = await serve(
    {
      fetch: async (input, init) => {
        const isDownload = (input as Request).url.includes('/_exports/');
        downloads += Number(isDownload);
        // The job needs no time but that.
        emulator.clock.advance(isDownload && downloads === 3 ? 31 * 60_000 : 600);
        const response = await emulator.fetch(input, init);
        return isDownload && downloads === 2 ? brokenIn(response) : response;
      },
    },
    { port: 0 },
  );
  onTestFinished(() => served.close());
  return { emulator, baseUrl: served.url };
}

/** An answer that breaks off in the middle. */
async function brokenIn(response: Response): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  let isGiven = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (isGiven) controller.error(new Error('The connection broke'));
      else controller.enqueue(bytes.subarray(0, bytes.length / 2));
      isGiven = true;
    },
  });
  return new Response(body, { status: response.status });
}

/** What a reader told when it was done. */
interface Told {
  count: number;
  /** The first row that was not the one to come. */
  wrong: number | null;
  bytes: number;
  files: number;
  /** The heap after each stride, in bytes. */
  heap: number[];
}

/** A process that reads the whole export, row by row. */
function read(how: Record<'module' | 'apiKey' | 'baseUrl', string>): Promise<Told> {
  const program = `
    import { createAdmin } from '${how.module}';
    const admin = createAdmin({ apiKey: '${how.apiKey}', baseUrl: '${how.baseUrl}', pace: false });
    const query = { dataTypeName: 'user', outputFormat: 'application/x-json-stream' };
    const heap = [];
    let [count, wrong, state] = [0, null, undefined];
    for await (const row of admin.exports.run(query, { every: 1, onProgress: (progress) => (state = progress) })) {
      if (row.index !== count || row.text !== '${TEXT}' || row.email !== 'u' + count + '@example.com') wrong ??= count;
      count += 1;
      if (count % ${STRIDE} === 0) { gc(); heap.push(process.memoryUsage().heapUsed); }
    }
    console.log(JSON.stringify({ count, wrong, bytes: state.bytes, files: state.files, heap }));`;
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', program]);
  onTestFinished(() => void child.kill('SIGKILL'));
  let [output, errors] = ['', ''];
  child.stdout.on('data', (text: Buffer) => (output += String(text)));
  child.stderr.on('data', (text: Buffer) => (errors += String(text)));
  return new Promise((resolve, reject) => {
    child.once('close', (code) => {
      if (code === 0) resolve(JSON.parse(output) as Told);
      else reject(new Error(errors));
    });
  });
}

describe('a long export', { timeout: process.env['EXPORT_ROWS'] ? 900_000 : 60_000 }, () => {
  it(`gives ${ROWS} rows, over a broken download and an expired address, in memory that stays flat`, async ({
    annotate,
  }) => {
    const { emulator, baseUrl } = await setup();

    const told = await read({ baseUrl, module: await bundleAdmin(), apiKey: emulator.keys.server });

    expect(told).toMatchObject({ count: ROWS, wrong: null });
    const downloads = emulator.inspect.requests.filter(({ route }) => route === DOWNLOAD);
    // The addresses of all files from the second on were given before the time passed.
    expect(downloads.filter(({ status }) => status === 403)).toHaveLength(told.files - 1);
    expect(downloads).toHaveLength(2 * told.files);
    const growth = Math.max(...told.heap.slice(-3)) - Math.max(...told.heap.slice(0, 3));
    await annotate(
      `${told.count} rows, ${(told.bytes / 1e6).toFixed(0)} MB in ${told.files} files; ` +
        `the heap held ${(Math.max(...told.heap) / 1e6).toFixed(1)} MB at most, and grew by ${(growth / 1e6).toFixed(2)} MB`,
      'figure',
    );
    expect(growth).toBeLessThan(GROWTH);
  });
});
