import { describe, expect, it } from 'vitest';
import { people, PEOPLE, WRONG_ROWS } from '../../demo/admin/people.js';
import { EVENT_KINDS, STEPS, type About, type ExportSeen, type ImportSeen } from '../../demo/admin/wire.js';
import type { Emulator } from '../../src/emulator/app.js';
import { until } from '../support/until.js';
import { ada, setup } from './support/desk.js';

const MESSAGE = { title: 'Hello {{firstName}}', text: 'Two & two', button: 'Fine', position: 'Top' };
const ATTACK = '<img src=x onerror="alert(1)">';

describe('the desk', () => {
  it('makes a template, a campaign of it, and sends it to a person', async () => {
    const { post, emulator } = setup();

    const { templateId } = (await post('templates', MESSAGE)).answer as { templateId: number };
    const campaign = await post('campaigns', { templateId, name: 'Hello' });
    const sent = await post('messages', { ...(campaign.answer as object), email: ada });

    expect(sent).toMatchObject({ status: 200, answer: { messageId: expect.any(String) as string } });
    const message = (emulator.inspect.rows('messages') as { content: { html: string } }[]).at(-1);
    expect(message?.content.html).toContain('Hello Ada');
    expect(message?.content.html).toContain('Two &amp; two');
    expect(message?.content).toMatchObject({ webInAppDisplaySettings: { position: 'Top' } });
  });

  it('says when the service has accepted a message, and the person does not get it', async () => {
    const { post, admin, emulator } = setup();
    const { templateId } = (await post('templates', MESSAGE)).answer as { templateId: number };
    const { answer } = await post('campaigns', { templateId, name: 'Hello' });
    const { channels } = await admin.channels.list();
    await admin.users.updateSubscriptions({
      email: ada,
      unsubscribedChannelIds: channels.map(({ id }) => id),
    });

    const sent = await post('messages', { ...(answer as object), email: ada });

    expect(sent).toEqual({ status: 200, answer: {} });
    expect(emulator.inspect.events('inAppSendSkip').at(-1)?.fields).toMatchObject(answer as object);
  });

  it('shows what was typed as text, in a page that can do nothing', async () => {
    const { post, get } = setup();
    const { answer } = await post('templates', { ...MESSAGE, title: ATTACK, button: `" ${ATTACK}` });
    const page = await get(`templates/${(answer as { templateId: number }).templateId}`);

    expect(page.headers.get('Content-Security-Policy')).toMatch(/^sandbox; default-src 'none'/);
    expect(await page.text()).not.toContain('<img');
  });

  it('shows a hostile name as text', async () => {
    const { post, get, admin } = setup();
    await admin.users.update({ email: ada, dataFields: { firstName: ATTACK } });
    const { answer } = await post('templates', MESSAGE);

    const page = await (await get(`templates/${(answer as { templateId: number }).templateId}`)).text();

    expect(page).toContain('Hello &lt;img');
    expect(page).not.toContain('<img');
  });

  it('passes on what the service refuses, in its words', async () => {
    const { post } = setup();
    expect(await post('campaigns', { templateId: 7, name: 'Of nothing' })).toEqual({
      status: 502,
      answer: {
        error: expect.stringMatching(/BadParams: `templateId`: the project has no template 7/) as string,
      },
    });
  });

  it.each([
    ['templates', { ...MESSAGE, title: ' ' }, '`title`: must not be empty'],
    ['templates', { ...MESSAGE, position: 'Nowhere' }, '`position`: '],
    ['templates', { ...MESSAGE, text: 'x'.repeat(1_001) }, '`text`: '],
    ['campaigns', { name: 'Of nothing' }, '`templateId`: '],
    ['import', { chunkSize: 1, goesOn: false }, '`chunkSize`: '],
    ['export', { kind: 'user' }, '`kind`: '],
  ])('refuses to do %s with %j', async (path, body, words) => {
    const { post, emulator } = setup();
    const { status, answer } = await post(path, body);
    expect({ status, ...(answer as object) }).toMatchObject({ status: 400 });
    expect((answer as { error: string }).error).toContain(words);
    expect(emulator.inspect.requests).toEqual([]);
  });

  it('shows the code that it runs, without what that imports', async () => {
    const { get } = setup();
    const { code } = (await (await get('about')).json()) as About;
    expect(Object.keys(code)).toEqual([...STEPS]);
    for (const text of Object.values(code)) {
      expect(text).toMatch(/^\/\*\* .*admin\.[\w.]+\(/s);
      expect(text).not.toMatch(/^import/m);
      expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(62);
    }
  });

  it('tells whoever is logged in, or that nobody is', async () => {
    const { get } = setup();
    const { get: getOfNobody } = setup({});
    expect(await (await get('visitor')).json()).toEqual({ email: ada });
    expect(await (await getOfNobody('visitor')).json()).toEqual({});
  });
});

describe('the people of an import', () => {
  it('are as many as the page says, a few of them wrong', () => {
    const emails = new Set<unknown>();
    for (const { email } of people()) emails.add(email);
    expect(PEOPLE).toBe(10_000);
    expect(WRONG_ROWS).toBe(8);
    // Two of the rows have no email.
    expect(emails.size).toBe(PEOPLE - 1);
  });
});

describe('an import at the desk', () => {
  it('accounts for every row, and finds the wrong ones by their place', async () => {
    const { post, ended, emulator } = setup();
    const before = emulator.inspect.people.length;

    await post('import', { chunkSize: 1_000, goesOn: false });
    const { phase, seen } = await ended<ImportSeen>('import');

    expect(phase).toBe('done');
    expect(seen).toMatchObject({
      total: PEOPLE,
      sent: PEOPLE - WRONG_ROWS,
      failed: WRONG_ROWS,
      requests: 10,
    });
    expect(emulator.inspect.people).toHaveLength(before + PEOPLE - WRONG_ROWS);
    expect(seen?.failures.map(({ row, reason, code }) => [row, reason, code])).toEqual([
      [42, 'invalidEmail', 'InvalidEmailAddressError'],
      [512, 'invalid', undefined],
      [1_337, 'invalid', undefined],
      [2_024, 'invalidEmail', 'InvalidEmailAddressError'],
      [4_096, 'invalidData', 'RequestFieldsTypesMismatched'],
      [5_555, 'invalid', undefined],
      [7_777, 'tooLarge', undefined],
      [9_999, 'invalidUserId', 'InvalidUserIdError'],
    ]);
    expect(Math.max(...(seen?.failures ?? []).map(({ item }) => item.length))).toBeLessThan(100);
  });

  it('is one at a time, and begun anew only when it has ended', async () => {
    const { post, del, ended, service } = setup();
    service.answers = 0;

    const both = await Promise.all([
      post('import', { chunkSize: 1_000, goesOn: false }),
      post('import', { chunkSize: 1_000, goesOn: false }),
    ]);

    expect(both.map(({ status }) => status).sort()).toEqual([202, 409]);
    expect(JSON.stringify(both)).toContain('An import is under way');
    await del('import');
    expect((await ended('import')).phase).toBe('cancelled');
    expect((await post('import', { chunkSize: 1_000, goesOn: false })).status).toBe(202);
    await del('import');
    await ended('import');
  });

  it('goes on where it was cancelled, and nobody is lost', async () => {
    const { post, del, ended, until, emulator, service } = setup();
    service.answers = 4;
    await post('import', { chunkSize: 1_000, goesOn: false });
    await until<ImportSeen>('import', ({ seen }) => (seen?.sent ?? 0) > 3_000);
    await del('import');
    expect(await ended('import')).toMatchObject({ phase: 'cancelled' });
    service.answers = Infinity;

    await post('import', { chunkSize: 1_000, goesOn: true });
    const { phase, seen } = await ended<ImportSeen>('import');

    expect(phase).toBe('done');
    expect(seen?.skipped).toBeGreaterThanOrEqual(3_000);
    expect((seen?.sent ?? 0) + (seen?.failed ?? 0) + (seen?.skipped ?? 0)).toBe(PEOPLE);
    expect(seen?.failures).toHaveLength(WRONG_ROWS);
    const imported = emulator.inspect.people.filter(({ email }) => email?.endsWith('@import.example'));
    expect(imported).toHaveLength(PEOPLE - WRONG_ROWS);
  });

  it('says why it failed, and can go on then', async () => {
    const { post, ended, emulator } = setup();
    emulator.faults.add({ kind: 'status', status: 401, times: Infinity });
    await post('import', { chunkSize: 1_000, goesOn: false });
    expect(await ended('import')).toMatchObject({
      phase: 'failed',
      error: expect.stringContaining('POST /api/users/bulkUpdate answered 401') as string,
    });

    emulator.faults.clear();
    await post('import', { chunkSize: 1_000, goesOn: true });

    expect(await ended<ImportSeen>('import')).toMatchObject({ phase: 'done', seen: { failed: WRONG_ROWS } });
  });
});

describe('an export at the desk', () => {
  /** A desk whose service has been asked for an export, and has not begun with it. */
  async function begun(kind: string) {
    const desk = setup();
    await desk.post('export', { kind });
    await desk.until<ExportSeen>('export', ({ seen }) => seen?.job === 'Enqueued');
    return desk;
  }
  const sumOf = (seen?: ExportSeen) => seen?.months.reduce((sum, { count }) => sum + count, 0);

  it.each(Object.keys(EVENT_KINDS))('counts events of the kind %s by month', async (kind) => {
    const { ended, emulator } = await begun(kind);

    emulator.clock.advance(2_000);
    const { phase, seen } = await ended<ExportSeen>('export');

    expect(phase).toBe('done');
    expect(seen?.months).toHaveLength(12);
    const firstDay = Date.parse(`${seen?.months[0]?.month}-01T00:00:00Z`);
    const expected = emulator.inspect.events(kind).filter(({ createdAt }) => createdAt >= firstDay);
    expect(expected.length).toBeGreaterThan(0);
    expect(sumOf(seen)).toBe(expected.length);
    const last = expected.filter(({ createdAt }) => monthOf(createdAt) === seen?.months[11]?.month);
    expect(seen?.months[11]).toEqual({ month: monthOf(emulator.clock.now()), count: last.length });
  });

  it('reads all the files of a large one', async () => {
    const { ended, emulator } = await begun('customEvent');

    emulator.clock.advance(2_000);
    const lines = splitFile(emulator);
    const { seen } = await ended<ExportSeen>('export');

    expect(seen).toMatchObject({ isCutOff: false, job: 'Completed', bytes: lines.join('').length });
    expect(sumOf(seen)).toBe(lines.length);
  });

  it('drops its job at the service when it is cancelled', async () => {
    const { del, ended, emulator } = await begun('purchase');

    await del('export');

    expect((await ended('export')).phase).toBe('cancelled');
    await until(() => expect(emulator.inspect.rows('exportJobs')).toMatchObject([{ state: 'cancelling' }]));
  });
});

const monthOf = (time: number) => new Date(time).toISOString().slice(0, 7);

/** Makes three of the only file of the only job, as if it were large; gives the lines they hold together. */
function splitFile(emulator: Emulator): string[] {
  const saved = JSON.parse(emulator.save()) as {
    tables: { exportFiles: [string, string][]; exportJobs: [number, { files: string[] }][] };
  };
  const [[name, content] = ['', '']] = saved.tables.exportFiles;
  const lines = content.split(/(?<=\n)/);
  const parts = [lines.slice(0, 9), lines.slice(9, 20), lines.slice(20)].map(
    (part, index): [string, string] => [name.replace('001', `00${index + 1}`), part.join('')],
  );
  saved.tables.exportFiles = parts;
  for (const [, job] of saved.tables.exportJobs) job.files = parts.map(([file]) => file);
  emulator.load(JSON.stringify(saved));
  return lines;
}
