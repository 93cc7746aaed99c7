import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createEmulator } from '../../src/emulator/app.js';
import { contractOperations } from '../support/operations.js';
import { runCommand } from '../../src/command/command.js';
import { serveExport } from '../admin/support/export-service.js';
import { createHost, setup } from './support/tidings.js';

/** A shop to look at, which nobody changes. */
const shop = createEmulator({ contents: 'shop' });

describe('tidings', () => {
  it.each([[], ['--help'], ['-h']])('says what it does when asked %s', async (...args) => {
    const { tidings } = await setup();

    const { code, output, errors } = await tidings(args);

    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    for (const word of [
      'call',
      'import',
      'export',
      'list',
      'explain',
      'TIDINGS_API_KEY',
      'TIDINGS_BASE_URL',
      'Exit codes',
    ])
      expect(output).toContain(word);
  });

  it.each(['call', 'import', 'export', 'list', 'types', 'explain'])('says what `%s` takes', async (name) => {
    const { tidings } = await setup();
    const { code, output } = await tidings([name, '--help'], { variables: { TIDINGS_API_KEY: '' } });
    expect({ code, usage: output.split('\n')[0] }).toEqual({
      code: 0,
      usage: expect.stringContaining(`Usage: tidings ${name} `) as unknown,
    });
  });

  it('explains the errors that pages have as codes, with the values that stand in them', async () => {
    const { tidings } = await setup();
    const explained = await tidings(['explain', '51', 'consent', 'granted, pending, denied'], {
      variables: {},
    });
    expect(explained).toMatchObject({
      code: 0,
      output: '`consent` must be one of granted, pending, denied\n',
      errors: '',
    });
  });

  it('has a version', async () => {
    const { tidings } = await setup();
    expect((await tidings(['--version'])).output).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it.each<[string[], string]>([
    [
      ['frobnicate'],
      'frobnicate is no command of `tidings`. There are call, import, export, list, types, work, keys, completion and explain.',
    ],
    [['cal'], 'Did you mean call?'],
    [['user'], 'Did you mean users?'],
    [['users', 'get'], 'Did you mean users get-by-email, users get-by-user-id'],
    [['users', 'frob'], 'There are users get-by-email, '],
    [['users', 'update', '--data-field', '{}'], 'Did you mean --data-fields?'],
    [['users', 'update', 'ada'], 'ada is one too many'],
    [
      ['users', 'update', '--email', 'a@b.c', '--email=b@b.c'],
      '`--email` is given twice, and can be given once',
    ],
    [['users', 'update', '--data-fields', '@none.json'], 'none.json cannot be read'],
    [['users', 'update', '--data-fields', '{'], '`--data-fields` cannot be read'],
    [['lists', 'get-size'], 'it needs `--list-id NUMBER`'],
    [['lists', 'get-size', '--list-id', 'x'], '`--list-id` must be a whole number; got x'],
    [['lists', 'get-size', '--list-id', '99999999999999999'], '`--list-id` must be a whole number'],
    [['lists', 'list', '--output', 'xml'], 'xml is no output. There are json, lines and table.'],
    [
      ['templates', 'push', 'update', '--interruption-level', 'loud'],
      '`--interruption-level` must be one of passive',
    ],
    [['call', 'lists.create'], 'lists.create needs `name`: give `--json \'{ "name": ... }\'`'],
    [['call', 'users.get'], 'Did you mean users.getByEmail, users.getByUserId'],
    [['campaigns', 'send', '--campaign-id', '1'], '`campaigns send` sends messages to people: add `--yes`'],
    [['call', 'lists.delete', '--json', '{ "listId": 1 }'], '`lists.delete` deletes: add `--yes`'],
    [['call', 'DELETE /api/lists/1'], 'deletes: add `--yes`'],
    [['export', 'opens'], 'There are emailSend, emailOpen, '],
    [['completion', 'tcsh'], 'tcsh is no shell. Did you mean bash, zsh or fish?'],
    [['keys', 'add'], '`keys add` needs the name of a key'],
    [['keys', 'add', 'shop'], '`keys add` needs `--base-url`'],
    [['keys', 'add', 'shop', '--base-url', 'https://api.example.com'], 'No key was given'],
    [['keys', 'remove', 'shop'], 'No key is kept as shop'],
    [['lists', 'list', '--key', 'shop'], 'No key is kept yet: `tidings keys add NAME --base-url URL`'],
    [['call'], 'it needs an operation'],
    [['call', 'list.create'], 'list.create is no operation. Did you mean lists.create?'],
    [['call', 'bulkUpdate'], 'Did you mean users.bulkUpdate?'],
    [['call', 'lists.list', 'lists.create'], 'lists.create is one too many'],
    [['call', 'lists.list', '--jsn', '{}'], '--jsn'],
    [['call', 'lists.list', '--json', '{'], '`--json` cannot be read'],
    [['call', 'lists.list', '--json', '[]'], '`--json` must be an object'],
    [['call', 'lists.list', '--timeout', 'soon'], '`--timeout` must be a whole number'],
    [['list'], 'it needs a type to list'],
    [['explain'], 'it needs the code of an error'],
    [['explain', 'beef'], 'No error of this version has the code beef'],
    [['list', 'campaign'], 'Did you mean campaigns?'],
    [['list', 'items'], '`list items` needs `--catalog NAME`'],
    [['list', 'users', '--list', 'spring'], '`--list` must be a whole number'],
    [['export', 'emailClicks'], 'Did you mean emailClick'],
    [['export', 'user', '--from', 'yesterday'], '`--from` must be a date such as 2026-01-31'],
    [['export', 'user', '--from', '2026-02-30'], '`--from` must be a date'],
    [['export', 'user', '--format', 'xml'], 'xml is no format'],
    [['import', 'user', 'a.csv'], 'Did you mean users?'],
    [['import', 'users'], '`import` needs a file'],
    [['import', 'users', 'none.csv'], 'There is no file none.csv'],
  ])('refuses %j, and says what to give instead', async (args, said) => {
    const { host, output, errors } = createHost();

    const code = await runCommand(args, host);

    expect({ code, output: output() }).toEqual({ code: 2, output: '' });
    expect(errors()).toContain(said);
    if (!said.startsWith('`baseUrl`'))
      expect(errors()).toMatch(/Run `tidings [\w -]*--help` to see what it takes\./);
  });

  it.each(['TIDINGS_API_KEY', 'TIDINGS_BASE_URL'])('says that %s is missing', async (name) => {
    const { tidings } = await setup();
    const { code, errors } = await tidings(['list', 'lists'], { variables: { [name]: '' } });
    expect(code).toBe(2);
    expect(errors).toContain(`\`${name}\` must be set to`);
  });

  it('tells what the service refuses, and never the key', async () => {
    const { tidings } = await setup();

    const { code, errors } = await tidings(['list', 'lists'], {
      variables: { TIDINGS_API_KEY: 'wrong-key-1' },
    });

    expect(code).toBe(1);
    expect(errors).toContain('GET /api/lists answered 401');
    expect(errors).not.toContain('wrong-key-1');
  });

  it('tells that the service cannot be reached', async () => {
    const { tidings } = await setup();
    const variables = { TIDINGS_BASE_URL: 'http://127.0.0.1:9' };
    const { code, errors } = await tidings(['call', 'lists.create', '--json', '{"name":"x"}'], { variables });
    expect({ code, errors }).toEqual({
      code: 1,
      errors: expect.stringContaining('got no answer') as unknown,
    });
  });
});

describe('tidings call', () => {
  it('calls an operation, and prints its answer', async () => {
    const { tidings } = await setup();

    const created = await tidings(['call', 'lists.create', '--json', '{ "name": "Spring" }']);
    const { listId } = JSON.parse(created.output) as { listId: number };
    const size = await tidings(['call', 'lists.getSize', '--json', `{ "listId": ${listId} }`]);
    const route = await tidings(['call', `GET /api/lists/${listId}/size`]);

    expect([created.code, size, route]).toEqual([
      0,
      { code: 0, output: '0\n', errors: '' },
      { code: 0, output: '0\n', errors: '' },
    ]);
  });

  it('takes its input from a file or from what is fed in', async () => {
    const { tidings, write, emulator } = await setup();
    write('ada.json', '\uFEFF{ "email": "ada@example.com" }');

    const file = await tidings(['call', 'users.update', '--json', '@ada.json']);
    const fed = await tidings(['call', 'users.update', '--json', '-'], {
      input: '{ "email": "bób@example.com" }',
    });

    expect([file.code, fed.code]).toEqual([0, 0]);
    expect(emulator.inspect.people.map(({ email }) => email)).toEqual(['ada@example.com', 'bób@example.com']);
  });

  it('prints texts and streams as they are', async () => {
    const { tidings, emulator } = await setup(shop);
    const [{ id = 0 } = {}] = emulator.inspect.rows('lists') as { id?: number }[];

    const { output } = await tidings(['call', 'lists.getUsers', '--json', `{ "listId": ${id} }`]);

    expect(output).toMatch(/^\S+@\S+\n/);
  });

  it('says which part of the input is missing', async () => {
    const { tidings } = await setup();
    const { code, errors } = await tidings(['call', 'lists.getSize']);
    expect({ code, errors }).toEqual({
      code: 2,
      errors: expect.stringContaining('lists.getSize needs `listId`') as unknown,
    });
  });

  it('sends no messages when it is to be safe', async () => {
    const { tidings, emulator } = await setup();
    const { code, errors } = await tidings([
      'call',
      'campaigns.send',
      '--safe',
      '--json',
      '{ "campaignId": 1 }',
    ]);
    expect(code).toBe(2);
    expect(errors).toContain('`safeMode` is on');
    expect(emulator.inspect.requests).toEqual([]);
  });
});

describe('tidings list', () => {
  const types =
    'campaigns catalogs channels exports journeys lists message-types operations snippets tables templates users webhooks';

  it.each(types.split(' '))('lists %s, one JSON object a line', async (type) => {
    const { tidings } = await setup(shop);

    const { code, output, errors } = await tidings(['list', type]);

    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    const rows = output.trim().split('\n').filter(Boolean);
    if (!['exports', 'snippets', 'tables'].includes(type)) expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(JSON.parse(row)).toBeTypeOf('object');
  });

  it('lists all operations, also without a key', async () => {
    const { tidings } = await setup();
    const { output } = await tidings(['list', 'operations'], { variables: { TIDINGS_API_KEY: '' } });
    const rows = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { name: string; sentence: string; route: string });
    for (const { sentence } of rows) expect(sentence).toMatch(/^[A-Z].*\.$/);
    const expected = contractOperations.map(({ name, route }) => ({ name, route }));
    expect(rows.sort((a, b) => a.name.localeCompare(b.name))).toMatchObject(
      expected.sort((a, b) => a.name.localeCompare(b.name)),
    );
  });

  it('lists the users of a list, the items of a catalog, and no more than it is asked for', async () => {
    const { tidings, emulator } = await setup(shop);
    const [{ id = 0 } = {}] = emulator.inspect.rows('lists') as { id?: number }[];
    const { output: catalogs } = await tidings(['list', 'catalogs', '--limit', '1']);
    const { name } = JSON.parse(catalogs) as { name: string };

    const users = await tidings(['list', 'users', '--list', String(id), '--limit', '2']);
    const items = await tidings(['list', 'items', '--catalog', name, '--limit', '3']);

    expect(users.output).toMatch(/^(\{"(email|userId)":"[^"]+"\}\n){2}$/);
    expect(items.output.trim().split('\n')).toHaveLength(3);
  });

  it('shows a table on a terminal', async () => {
    const { tidings } = await setup(shop);

    const { code, output } = await tidings(['list', 'lists'], { onTerminal: true });

    const [heading = '', first = ''] = output.split('\n');
    expect(code).toBe(0);
    expect(heading).toMatch(/^id +name +listType +description$/);
    expect(first).toMatch(/^\d+ +\S/);
  });
});

describe('tidings export', () => {
  it('writes the records of a time to a file', async () => {
    const { tidings, read, folder, on, emulator } = await setup();
    // Its job is done by the first time that it is asked for.
    on.call = () => emulator.clock.advance(5_000);
    for (const name of ['a', 'b', 'c']) {
      await emulator.fetch('http://emulator/api/events/track', {
        method: 'POST',
        headers: { 'Api-Key': emulator.keys.server },
        body: JSON.stringify({ email: `${name}@example.com`, eventName: 'bought', createdAt: 1_700_000_000 }),
      });
    }
    const when = ['--from', '2023-11-01', '--to', '2023-12-01T00:00+01:00', '--every', '1'];

    const csv = await tidings(['export', 'customEvent', ...when, '--out', 'events.csv']);
    const none = await tidings(['export', 'customEvent', '--from', '2024-01-01', '--every', '1']);
    const json = await tidings(['export', 'customEvent', ...when, '--only', 'email']);

    expect([csv.code, none.code, json.code]).toEqual([0, 0, 0]);
    expect(read('events.csv').trim().split('\n')).toHaveLength(4);
    expect(csv.errors).toMatch(/[\d,]+ bytes in events\.csv\.\n$/);
    expect(none.output).toBe('');
    expect(
      json.output
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual(['a', 'b', 'c'].map((name) => ({ email: `${name}@example.com` })));
    expect(readdirSync(folder)).toEqual(['events.csv']);
  });

  it('ends with 3 when there was more than an export may hold', async () => {
    const { tidings, clock, read } = await setup();
    const { baseUrl } = await serveExport({
      looks: [{ files: ['a'], exportTruncated: true }],
      download: (_, response) => response.end('{"n":1}'),
      onCall: () => clock.advance(clock.perCall),
    });
    const how = { variables: { TIDINGS_BASE_URL: baseUrl } };

    const shown = await tidings(['export', 'user', '--every', '1'], how);
    const saved = await tidings(['export', 'user', '--every', '1', '--out', 'users.json'], how);

    expect([shown.code, saved.code]).toEqual([3, 3]);
    expect(shown.output).toBe('{"n":1}');
    expect(read('users.json')).toBe('{"n":1}');
    for (const { errors } of [shown, saved]) {
      expect(errors).toContain(
        'It was cut off: there was more than an export may hold; ask for a shorter time.',
      );
    }
  });

  it('cancels its job and leaves no file behind when it is stopped', async () => {
    const { start, hold, emulator, folder } = await setup();
    const answers = hold(2, 'answer');
    const running = start(['export', 'user', '--out', 'users.json']);
    await answers.by(running);

    running.signal('SIGINT');
    answers.release();

    expect(await running.ended).toBe(130);
    expect(emulator.inspect.requests.map(({ route, status }) => [route, status])).toEqual([
      ['POST /api/export/start', 200],
      ['GET /api/export/{jobId}/files', 200],
      ['DELETE /api/export/{jobId}', 200],
    ]);
    expect(readdirSync(folder)).toEqual([]);
  });
});
