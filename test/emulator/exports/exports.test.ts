import { describe, expect, it } from 'vitest';
import type { ExportDataType, NewExport } from '../../../src/admin/index.js';
import type { EmulatorOptions } from '../../../src/emulator/app.js';
import { filesOf, linesOf } from '../../../src/emulator/exports/export-rows.js';
import { contract } from '../../support/contract.js';
import { NOON, startService } from '../support/service.js';

const HOUR = 3_600_000;
const email = 'ada@example.com';

/** A record as it is saved. */
interface Saved {
  id: string;
  fields: object;
}

/** A service where Ada viewed two products, one of them for a campaign. */
async function setup(options?: EmulatorOptions) {
  const service = startService(options);
  const { admin, emulator } = service;
  const track = (dataFields: Record<string, unknown>, rest: object = {}) =>
    admin.events.track({ email, eventName: 'viewed', dataFields, ...rest });
  await track({ sku: 'A1', tags: ['a', 'b'] }, { campaignId: 7 });
  await track({ sku: 'B"2', note: 'one, two' });

  const jobs = admin.exports;
  const start = (rest: Partial<NewExport> = {}) =>
    jobs.start({ dataTypeName: 'customEvent', outputFormat: 'text/csv', ...rest });
  const stateOf = async (jobId: number) => (await jobs.getFiles({ jobId })).jobState;
  const firstFile = async (jobId: number) => {
    const [file] = (await jobs.getFiles({ jobId })).files;
    if (!file) throw new Error('The job has no file');
    return file;
  };
  const download = async (url: string) => emulator.fetch(url);
  return { ...service, track, jobs, start, stateOf, firstFile, download };
}

async function textOf(stream: Promise<ReadableStream<Uint8Array>>): Promise<string> {
  return new Response(await stream).text();
}

async function rowsOf(stream: Promise<ReadableStream<Uint8Array>>): Promise<Record<string, unknown>[]> {
  const lines = (await textOf(stream)).split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('export jobs', () => {
  it('go from Enqueued over Running to Completed as the clock runs (Export job states)', async () => {
    const { emulator, start, stateOf } = await setup();
    const { jobId } = await start();

    const states = [await stateOf(jobId)];
    for (let step = 0; step < 2; step += 1) {
      emulator.clock.advance(1_000);
      states.push(await stateOf(jobId));
    }

    expect(states).toEqual(['Enqueued', 'Running', 'Completed']);
  });

  it('become Failed when their records cannot be written, and let the next one run (Export job states)', async () => {
    const { emulator, start, stateOf, jobs } = await setup();
    const row = { id: 'x', type: 'emailOpen', personId: 1, createdAt: 1e300, fields: {} };
    emulator.load(
      emulator.save().replace('"records":[', `"records":[["emailOpen x",${JSON.stringify(row)}],`),
    );
    const bad: number[] = [];
    for (let job = 0; job < 4; job += 1) bad.push((await start({ dataTypeName: 'emailOpen' })).jobId);
    const { jobId: good } = await start();

    emulator.clock.advance(4_000);

    expect(await Promise.all([...bad, good].map(stateOf))).toEqual([...bad.map(() => 'Failed'), 'Completed']);
    expect(await jobs.getFiles({ jobId: bad[0] ?? 0 })).toMatchObject({ files: [] });
    expect((await jobs.listJobs({ jobState: 'Failed' })).jobs).toMatchObject([
      { id: bad[0], jobState: 'Failed', bytesExported: 0, endTime: expect.any(String) as string },
      ...bad.slice(1).map((id) => ({ id })),
    ]);
    expect(emulator.inspect.rows('exportJobs')).toMatchObject([
      ...bad.map(() => ({ failure: expect.stringContaining('Invalid time value') as string })),
      {},
    ]);
  });

  it('run four at a time; the rest wait their turn (decision 43)', async () => {
    const { emulator, start, stateOf } = await setup();
    const ids: number[] = [];
    for (let job = 0; job < 6; job += 1) ids.push((await start()).jobId);
    const states = () => Promise.all(ids.map(stateOf));

    emulator.clock.advance(1_000);
    expect(await states()).toEqual(['Running', 'Running', 'Running', 'Running', 'Enqueued', 'Enqueued']);
    emulator.clock.advance(1_000);
    expect(await states()).toEqual([
      'Completed',
      'Completed',
      'Completed',
      'Completed',
      'Running',
      'Running',
    ]);
    emulator.clock.advance(1_000);
    expect(new Set(await states())).toEqual(new Set(['Completed']));
  });

  it('are listed in the words of the wire: in lower case, with a type in either form (decision 13)', async () => {
    const { call, emulator, start } = await setup();
    await start();
    const { jobId } = await start({ dataTypeName: 'emailSend' });

    expect((await call('GET /api/export/jobs')).body).toMatchObject({
      jobs: [
        { jobState: 'queued', dataTypeName: 'customEvent' },
        { jobState: 'queued', dataTypeName: { send: true, updatable: false } },
      ],
    });
    await call(`DELETE /api/export/${jobId}`);
    expect((await call('GET /api/export/jobs?jobState=cancelling')).body).toMatchObject({
      jobs: [{ id: jobId }],
    });
    emulator.clock.advance(2_000);
    expect((await call('GET /api/export/jobs?jobState=COMPLETED')).body).toMatchObject({
      jobs: [{ jobState: 'completed', bytesExported: expect.any(Number) as number }],
    });
  });

  it('are listed by their documented states (Export job states)', async () => {
    const { emulator, jobs, start } = await setup();
    const { jobId } = await start();
    emulator.clock.advance(2_000);
    await start();

    expect((await jobs.listJobs({ jobState: 'Enqueued' })).jobs).toHaveLength(1);
    expect((await jobs.listJobs({ jobState: 'Completed' })).jobs).toMatchObject([
      {
        id: jobId,
        jobState: 'Completed',
        scheduledStartTime: new Date(NOON).toISOString(),
        endTime: new Date(NOON + 2_000).toISOString(),
      },
    ]);
    expect(await jobs.listJobs()).toMatchObject({ jobs: [{}, {}] });
  });

  it('are cancelled through cancelling, and removed once they ended (decision 43)', async () => {
    const { emulator, jobs, start, stateOf } = await setup();
    const { jobId } = await start();
    emulator.clock.advance(1_000);

    await jobs.cancel({ jobId });
    expect(await stateOf(jobId)).toBe('cancelling');
    emulator.clock.advance(1_000);
    expect(await stateOf(jobId)).toBe('cancelled');
    expect((await jobs.getFiles({ jobId })).files).toEqual([]);

    await jobs.cancel({ jobId });
    await expect(jobs.getFiles({ jobId })).rejects.toMatchObject({ status: 404 });
    await expect(jobs.cancel({ jobId })).rejects.toMatchObject({ status: 404 });
  });

  it('give files at addresses that need no key and expire after 30 minutes (Limits)', async () => {
    const { download, emulator, jobs, start } = await setup();
    const { jobId } = await start({ onlyFields: 'email, sku' });
    expect((await jobs.getFiles({ jobId })).files).toEqual([]);
    emulator.clock.advance(2_000);
    const { files, exportTruncated } = await jobs.getFiles({ jobId });
    const url = files[0]?.url ?? '';

    expect(exportTruncated).toBe(false);
    expect(files).toEqual([
      { file: `customEvent-${jobId}-001.csv`, url: expect.stringContaining('http://emulator/') as string },
    ]);
    const answer = await download(url);
    expect(answer.headers.get('Content-Type')).toMatch('text/csv');
    expect(await answer.text()).toBe(`sku,email\nA1,${email}\n"B""2",${email}\n`);

    emulator.clock.advance(30 * 60_000);
    expect((await download(url)).status).toBe(403);
    const [fresh] = (await jobs.getFiles({ jobId })).files;
    expect((await download(fresh?.url ?? '')).status).toBe(200);
  });

  it('give no file at an address that was altered, nor once the job is removed', async () => {
    const { download, emulator, firstFile, jobs, start } = await setup();
    const { jobId } = await start();
    emulator.clock.advance(2_000);
    const { url } = await firstFile(jobId);

    expect((await download(url.replace(/expires=\d/, 'expires=9'))).status).toBe(403);
    await jobs.cancel({ jobId });
    expect((await download(url)).status).toBe(404);
  });

  it('tell the files after the last one you have (decision 43)', async () => {
    const { emulator, firstFile, jobs, start } = await setup();
    const { jobId } = await start();
    emulator.clock.advance(2_000);
    const { file } = await firstFile(jobId);
    expect((await jobs.getFiles({ jobId, startAfter: file })).files).toEqual([]);
  });

  it('write what there was between two moments, in zones of their own (StartExportRequest)', async () => {
    const { download, emulator, firstFile, start, track } = await setup();
    await track({ sku: 'old' }, { createdAt: NOON / 1_000 - 7_200 });
    const { jobId } = await start({
      outputFormat: 'application/x-json-stream',
      startDateTime: '2026-01-15 11:00:00 +01:00',
      endDateTime: '2026-01-15 12:00:00',
      omitFields: 'id,email,eventName',
    });
    emulator.clock.advance(2_000);
    const { url } = await firstFile(jobId);

    expect(await (await download(url)).text()).toBe(
      '{"sku":"old","createdAt":"2026-01-15 10:00:00 +00:00"}\n',
    );
  });

  it.each([
    ['dataTypeName', { dataTypeName: 'none' }],
    ['outputFormat', { outputFormat: 'text/html' }],
    ['startDateTime', { startDateTime: '2026-02-30 00:00:00' }],
    ['endDateTime', { endDateTime: 'yesterday' }],
    ['delimiter', { delimiter: '' }],
  ])('refuse a wrong `%s` (StartExportRequest)', async (field, rest) => {
    const { call } = await setup();
    const body = { dataTypeName: 'customEvent', outputFormat: 'text/csv', ...rest };
    expect(await call('POST /api/export/start', { body })).toMatchObject({
      status: 400,
      body: { code: 'BadParams', msg: expect.stringContaining(`\`${field}\``) as string },
    });
  });

  it('survive being saved and loaded in the middle', async () => {
    const { emulator, start } = await setup();
    const { jobId } = await start();
    const other = await setup();

    other.emulator.load(emulator.save());
    other.emulator.clock.advance(2_000);

    expect(await other.stateOf(jobId)).toBe('Completed');
  });
});

describe('export files', () => {
  const row = (n: number) => ({ n: 'x'.repeat(n) });

  it('are cut before they get too large, each with its header', () => {
    const lines = linesOf([row(4), row(4), row(4)], { format: 'csv' });
    expect(filesOf(lines, { fileSize: 12, fileCount: 9 })).toEqual({
      files: ['n\nxxxx\nxxxx\n', 'n\nxxxx\n'],
      bytes: 19,
      isTruncated: false,
    });
  });

  it('say when there was more than an export may hold (exportTruncated)', () => {
    const lines = linesOf([row(4), row(4), row(4)], { format: 'json' });
    expect(filesOf(lines, { fileSize: 13, fileCount: 2 })).toMatchObject({
      files: ['{"n":"xxxx"}\n', '{"n":"xxxx"}\n'],
      isTruncated: true,
    });
  });

  it('take each record once, however many there are', () => {
    let reads = 0;
    const rows = Array.from({ length: 1_000 }, (_, n) => ({
      get n() {
        reads += 1;
        return n;
      },
    }));

    const { files } = filesOf(linesOf(rows, { format: 'json' }), { fileSize: 100, fileCount: 1_000 });

    expect(files.join('').split('\n')).toHaveLength(1_001);
    expect(reads).toBe(1_000);
  });

  it('of a job hold at most 10 MB, and all its records together', async () => {
    const { download, emulator, jobs, start } = await setup();
    const { tables, ...rest } = JSON.parse(emulator.save()) as { tables: { records: [string, Saved][] } };
    const [[, sample] = ['', { id: '', fields: {} }]] = tables.records;
    const fields = { ...sample.fields, long: 'x'.repeat(20_000) };
    tables.records = Array.from({ length: 1_000 }, (_, index) => [
      `customEvent e${index}`,
      { ...sample, id: `e${index}`, fields },
    ]);
    emulator.load(JSON.stringify({ ...rest, tables }));

    const { jobId } = await start({ outputFormat: 'application/x-json-stream' });
    emulator.clock.advance(2_000);
    const { files } = await jobs.getFiles({ jobId });
    const texts = await Promise.all(files.map(async ({ url }) => (await download(url)).text()));

    expect(files).toHaveLength(3);
    for (const text of texts) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(10_000_000);
    const ids = texts
      .join('')
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { id: string }).id);
    expect(ids).toEqual(tables.records.map(([, { id }]) => id));
  });
});

describe('synchronous exports', () => {
  it('answer one JSON object a line (decision 43)', async () => {
    const { jobs } = await setup();
    const answer = jobs.dataJson({ dataTypeName: 'customEvent', omitFields: 'id,createdAt' });
    expect(await rowsOf(answer)).toEqual([
      { email, eventName: 'viewed', campaignId: 7, sku: 'A1', tags: ['a', 'b'] },
      { email, eventName: 'viewed', sku: 'B"2', note: 'one, two' },
    ]);
  });

  it('answer CSV with a header row and the delimiter asked for (decision 43)', async () => {
    const { jobs } = await setup();
    const answer = jobs.dataCsv({ dataTypeName: 'customEvent', onlyFields: ['sku', 'note'], delimiter: ';' });
    expect(await textOf(answer)).toBe('sku;note\nA1;\n"B""2";one, two\n');
  });

  it('answer what belongs to a campaign (decision 43)', async () => {
    const { jobs } = await setup();
    const rows = await rowsOf(jobs.dataJson({ dataTypeName: 'customEvent', campaignId: 7 }));
    expect(rows).toMatchObject([{ sku: 'A1' }]);
  });

  it.each([
    ['Today', ['today']],
    ['Yesterday', ['yesterday']],
    ['BeforeToday', ['older', 'yesterday']],
    ['All', ['older', 'yesterday', 'today']],
    [undefined, ['today']],
  ] as const)('answer the range %s; today is the default (decision 43)', async (range, skus) => {
    const { admin } = startService();
    const at = { older: NOON - 48 * HOUR, yesterday: NOON - 24 * HOUR, today: NOON };
    for (const [sku, time] of Object.entries(at)) {
      await admin.events.track({ email, eventName: 'viewed', dataFields: { sku }, createdAt: time / 1_000 });
    }
    const rows = await rowsOf(
      admin.exports.dataJson({ dataTypeName: 'customEvent', ...(range && { range }) }),
    );
    expect(rows.map(({ sku }) => sku)).toEqual(skus);
  });

  it.each([
    ['Today', ['lunch']],
    ['Yesterday', ['late', 'early']],
    ['BeforeToday', ['older', 'late', 'early']],
  ] as const)('answer the range %s as the days are in the project’s time zone', async (range, skus) => {
    // Noon in UTC is 21:00 in Tokyo, where the day began at 15:00 of the day before.
    const { admin } = startService({ timeZone: 'Asia/Tokyo' });
    const at = { older: -46 * HOUR, late: -44 * HOUR, early: -22 * HOUR, lunch: -20 * HOUR };
    for (const [sku, time] of Object.entries(at)) {
      const createdAt = (NOON + time) / 1_000;
      await admin.events.track({ email, eventName: 'viewed', dataFields: { sku }, createdAt });
    }
    const rows = await rowsOf(admin.exports.dataJson({ dataTypeName: 'customEvent', range }));
    expect(rows.map(({ sku }) => sku)).toEqual(skus);
  });

  it('answer what was between two dates, the first included and the second not (decision 43)', async () => {
    const { jobs } = await setup();
    const between = (startDateTime: string, endDateTime: string) =>
      rowsOf(jobs.dataJson({ dataTypeName: 'customEvent', startDateTime, endDateTime }));
    expect(await between('2026-01-15 12:00:00', '2026-01-15 12:00:01')).toHaveLength(2);
    expect(await between('2026-01-15 11:00:00', '2026-01-15 12:00:00')).toHaveLength(0);
  });

  it('answer profiles as the type `user`', async () => {
    const { admin, jobs } = await setup();
    await admin.users.update({ email, dataFields: { town: 'Bath' } });
    expect(await rowsOf(jobs.dataJson({ dataTypeName: 'user', range: 'All' }))).toEqual([
      { email, town: 'Bath', createdAt: '2026-01-15 12:00:00 +00:00' },
    ]);
  });

  it('answer the events of a user, custom ones only when asked (contract.json)', async () => {
    const { admin, jobs } = await setup();
    await admin.commerce.trackPurchase({ user: { email }, items: [], total: 12 });
    await admin.events.track({ email: 'bob@example.com', eventName: 'viewed' });

    expect(await rowsOf(jobs.userEvents({ email }))).toMatchObject([{ dataTypeName: 'purchase', email }]);
    expect(await rowsOf(jobs.userEvents({ email, includeCustomEvents: true }))).toHaveLength(3);
    await expect(jobs.userEvents({ email: 'none@example.com' })).rejects.toMatchObject({ status: 400 });
  });

  it.each([
    ['endDateTime', 'dataTypeName=customEvent&startDateTime=2026-01-15%2012:00:00'],
    ['range', 'dataTypeName=customEvent&range=Tomorrow'],
    [
      'range',
      'dataTypeName=user&range=All&startDateTime=2026-01-15%2012:00:00&endDateTime=2026-01-15%2013:00:00',
    ],
    ['dataTypeName', 'range=All'],
    ['campaignId', 'dataTypeName=customEvent&campaignId=x'],
  ])('refuse a wrong or missing `%s` (decision 43)', async (field, query) => {
    const { call } = startService();
    for (const path of ['data.csv', 'data.json']) {
      expect(await call(`GET /api/export/${path}?${query}`)).toMatchObject({
        status: 400,
        body: { code: 'BadParams', msg: expect.stringContaining(`\`${field}\``) as string },
      });
    }
  });
});

describe('export data types', () => {
  it('are those of the contract', async () => {
    const { call } = startService();
    const query = contract.operations.find(({ operation }) => operation === 'exports.dataCsv')?.query;
    const types = (query?.['dataTypeName']?.enum ?? []) as ExportDataType[];

    const answers = await Promise.all(
      types.map((type) => call(`GET /api/export/data.csv?dataTypeName=${type}`)),
    );

    expect(types).toHaveLength(53);
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  });
});
