import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { saveExport } from '../../../src/admin/files.js';
import { createAdmin, type ExportProgress, type Hooks } from '../../../src/admin/index.js';
import { createEmulator } from '../../../src/emulator/app.js';
import { takeTime } from '../support/waiting.js';

const MINUTE = 60_000;

/** What happens to the downloads of a file, in their order. */
type Trouble = 'breaks' | 'expires';

/** An emulator whose jobs run at once, and an admin of it; some downloads go wrong. */
async function setup(people = 100, troubles: Trouble[] = [], hooks: Hooks = {}) {
  const emulator = createEmulator();
  const downloads: string[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    emulator.clock.advance(600);
    if (!request.url.includes('/_exports/')) return emulator.fetch(request);
    downloads.push(new URL(request.url).pathname.replace(/.*\//, ''));
    const trouble = troubles.shift();
    if (trouble === 'expires') emulator.clock.advance(31 * MINUTE);
    const response = await emulator.fetch(request);
    return trouble === 'breaks' ? brokenIn(response) : response;
  };
  const admin = createAdmin({
    apiKey: emulator.keys.server,
    baseUrl: 'http://emulator',
    fetch,
    pace: false,
    random: () => 0.001,
    ...hooks,
  });
  const text = 'é'.repeat(500);
  await admin.bulk.updateUsers(
    Array.from({ length: people }, (_, index) => ({
      email: `user-${index}@example.com`,
      dataFields: { index, text },
    })),
  );
  return { emulator, admin, downloads };
}

/** An answer that breaks off in the middle of a letter. */
function brokenIn(response: Response): Response {
  const reader = response.body?.getReader();
  let left = 150_001;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const part = await reader?.read();
      if (left <= 0 || !part || part.done) {
        controller.error(new TypeError('The connection broke'));
        return;
      }
      controller.enqueue(part.value.subarray(0, left));
      left -= part.value.length;
    },
  });
  return new Response(body, response);
}

async function read<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const found: Row[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

const json = { dataTypeName: 'user', outputFormat: 'application/x-json-stream' } as const;
const csv = { dataTypeName: 'user', outputFormat: 'text/csv', delimiter: ';' } as const;

describe('an export', () => {
  it.each([json, csv])('gives every record as an object, from $outputFormat', async (query) => {
    const { admin } = await setup();
    const told: ExportProgress[] = [];

    const rows = await read(
      admin.exports.run(query, { every: 1, onProgress: (progress) => told.push(progress) }),
    );

    expect(rows.map(({ email }) => email)).toEqual(
      Array.from({ length: 100 }, (_, index) => `user-${index}@example.com`),
    );
    expect(rows[7]).toMatchObject({ text: 'é'.repeat(500) });
    expect(told.at(-1)).toMatchObject({ jobState: 'Completed', files: 1, exportTruncated: false });
    expect(told.at(-1)?.bytes).toBeGreaterThan(100_000);
  });

  it.each([
    ['breaks off', ['breaks']],
    ['finds its address expired', ['expires']],
    ['does both, again and again', ['breaks', 'expires', 'breaks', 'breaks']],
  ] as [string, Trouble[]][])('goes on where it was when a download %s', async (_, troubles) => {
    const { admin, downloads } = await setup(400, [...troubles]);

    const rows = await read(admin.exports.run(json, { every: 1 }));

    expect(rows.map(({ index }) => index)).toEqual(Array.from({ length: 400 }, (_, index) => index));
    expect(downloads).toHaveLength(troubles.length + 1);
  });

  it('reads several files as one, of CSV with one header', async () => {
    const { admin, downloads } = await setup(12_000);
    const folder = mkdtempSync(join(tmpdir(), 'tidings-export-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'users.csv');

    const { bytes } = await saveExport(admin.exports.run(csv, { every: 1 }), path);

    const text = readFileSync(path, 'utf8');
    expect(downloads).toHaveLength(2);
    // What was left out is the header of the second file.
    expect(Buffer.byteLength(text)).toBe(bytes - text.indexOf('\n') - 1);
    expect(text.trim().split('\n')).toHaveLength(12_001);
    expect(text.match(/^.*email.*;.*createdAt.*$/gm)).toHaveLength(1);
    expect(existsSync(`${path}.part`)).toBe(false);
  });

  it('cancels its job when the reader stops before its end', async () => {
    const { admin, emulator } = await setup(12_000);

    for await (const row of admin.exports.run(json, { every: 1 })) if (row['index'] === 3) break;

    expect(emulator.inspect.requests.at(-1)).toMatchObject({
      route: 'DELETE /api/export/{jobId}',
      status: 200,
    });
  });

  it('stops at once when it is cancelled, and cancels its job', async () => {
    const { admin, emulator } = await setup();
    const controller = new AbortController();
    const { signal } = controller;
    // It waits from now on, for longer than any test.
    const onProgress = () => queueMicrotask(() => controller.abort());

    const rows = read(admin.exports.run(json, { every: 600_000, signal, onProgress }));

    await expect(rows).rejects.toMatchObject({ name: 'AbortError' });
    expect(emulator.inspect.requests.at(-1)).toMatchObject({ route: 'DELETE /api/export/{jobId}' });
  });

  it('rejects when its job does not come to its end', async () => {
    const { admin } = await setup();
    takeTime();
    let cancelled: Promise<unknown> | undefined;
    const onProgress = ({ jobId }: ExportProgress) => {
      // It looks again once the job has been cancelled.
      cancelled ??= admin.exports.cancel({ jobId });
      void cancelled.then(() => vi.advanceTimersByTime(5));
    };

    const rows = read(admin.exports.run(json, { every: 5, onProgress }));

    await expect(rows).rejects.toMatchObject({ name: 'ExportError', jobState: 'cancelled' });
  });

  it.each<[string, () => void]>([
    [
      'throws',
      () => {
        throw new Error('The screen is gone');
      },
    ],
    ['rejects', () => Promise.reject(new Error('The screen is gone'))],
  ])('goes on where `onProgress` %s, which is told once', async (_, onProgress) => {
    const failures: string[] = [];
    const { admin } = await setup(100, [], { onError: ({ hook }) => failures.push(hook) });

    await read(admin.exports.run(json, { every: 1, onProgress }));

    expect(failures).toEqual(['onProgress']);
  });

  it('carries no key to where its files are', async () => {
    const keys: (string | null)[] = [];
    const emulator = createEmulator({ contents: 'shop' });
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const request = new Request(input, init);
      emulator.clock.advance(1_000);
      if (request.url.includes('/_exports/')) keys.push(request.headers.get('Api-Key'));
      return emulator.fetch(request);
    };
    const admin = createAdmin({
      apiKey: emulator.keys.server,
      baseUrl: 'http://emulator',
      fetch,
      pace: false,
    });
    await read(admin.exports.run(json, { every: 1 }));
    expect(keys).toEqual([null]);
  });
});

describe('waitFor', () => {
  it('waits for a campaign, an item, a list and an export', async () => {
    const { admin } = await setup();
    const quickly = { every: 5 };
    await admin.catalogs.create({ catalogName: 'shelf' });
    const { listId } = await admin.lists.create({ name: 'Spring' });
    const { templateIds } = await admin.templates.email.upsert({
      clientTemplateId: 'spring',
      subject: 'Hi',
      html: 'Hi',
    });
    const { campaignId } = await admin.campaigns.create({
      name: 'Spring',
      templateId: templateIds[0] ?? NaN,
      listIds: [listId],
      scheduleSend: false,
    });
    const { jobId } = await admin.exports.start(json);

    const item = admin.waitFor.catalogItem({ catalogName: 'shelf', itemId: 'mug' }, quickly);
    const size = admin.waitFor.listSize({ listId, atLeast: 1 }, quickly);
    const finished = admin.waitFor.campaign({ campaignId, state: ['Finished', 'Running'] }, quickly);
    await admin.catalogs.items.replace({ catalogName: 'shelf', itemId: 'mug', value: {} });
    await admin.lists.subscribe({ listId, subscribers: [{ email: 'ada@example.com' }] });
    await admin.campaigns.send({ campaignId });

    expect(await item).toMatchObject({ itemId: 'mug' });
    expect(await size).toBe(1);
    expect(['Finished', 'Running']).toContain((await finished).campaignState);
    expect(await admin.waitFor.exportJob({ jobId }, quickly)).toMatchObject({ jobState: 'Completed' });
  });

  it('gives up in time, or at once when it is told to', async () => {
    const { admin } = await setup();
    const { listId } = await admin.lists.create({ name: 'Nobody' });
    const never = { listId, atLeast: 9 };
    takeTime();
    const settled = vi.fn();
    const waiting = admin.waitFor.listSize(never, { timeout: 30, every: 5 }).finally(settled);
    const heard = expect(waiting).rejects.toMatchObject({ name: 'TimeoutError' });

    await vi.advanceTimersByTimeAsync(29);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);

    await heard;
    await expect(admin.waitFor.listSize(never, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});
