import { describe, expect, it } from 'vitest';
import { createEmulator } from '../../src/emulator/app.js';
import { serve } from '../support/serve.js';
import { runAt, setup } from './support/tidings.js';

/** A shop to look at, which nobody changes. */
const shop = createEmulator({ contents: 'shop' });

describe('an operation as a command', () => {
  it('takes its fields as options, which go before those given as JSON', async () => {
    const { tidings, emulator } = await setup();

    const { code } = await tidings([
      ...['users', 'update', '--email', 'ada@example.com', '--data-fields', '{ "plan": "pro" }'],
      ...['--no-merge-nested-objects', '--json', '{ "email": "bob@example.com", "preferUserId": true }'],
    ]);

    expect(code).toBe(0);
    expect(emulator.inspect.requests.at(-1)?.body).toEqual({
      email: 'ada@example.com',
      dataFields: { plan: 'pro' },
      mergeNestedObjects: false,
      preferUserId: true,
    });
  });

  it('takes JSON from a file and from what is fed in, and lists item by item or whole', async () => {
    const { tidings, emulator, write } = await setup();
    write('events.json', '[{ "email": "ada@example.com", "eventName": "a" }]');

    const { code } = await tidings([
      'events',
      'track-bulk',
      '--events',
      '@events.json',
      '--events',
      '{ "userId": "u", "eventName": "b" }',
    ]);
    const fed = await tidings(['users', 'update', '--user-id=u', '--data-fields=-'], {
      input: '{ "plan": "pro" }',
    });

    expect([code, fed.code]).toEqual([0, 0]);
    const [bulk, update] = emulator.inspect.requests;
    expect(bulk?.body).toMatchObject({ events: [{ eventName: 'a' }, { eventName: 'b' }] });
    expect(update?.body).toEqual({ userId: 'u', dataFields: { plan: 'pro' } });
  });

  it('is found by its name on an admin, too', async () => {
    const { tidings } = await setup(shop);
    const [words, name, dotted] = [
      await tidings(['users', 'get-by-email', '--email', 'ben.aydin@example.com']),
      await tidings(['users', 'getByEmail', '--email', 'ben.aydin@example.com']),
      await tidings(['users.getByEmail', '--email', 'ben.aydin@example.com']),
    ];

    expect(JSON.parse(words.output)).toMatchObject({ user: { email: 'ben.aydin@example.com' } });
    expect([name.output, dotted.output]).toEqual([words.output, words.output]);
  });

  it.each([['--help'], []])('lists the operations of a resource when asked %s', async (...asked) => {
    const { tidings } = await setup();

    const { code, output } = await tidings(['catalogs', 'items', ...asked]);

    expect(code).toBe(0);
    expect(output).toContain('Usage: tidings catalogs items OPERATION');
    expect(output).toMatch(/upload +Accepts up to 1000 items/);
  });

  it('tells what an operation takes, who may call it and how often', async () => {
    const { tidings } = await setup();

    const { output } = await tidings(['help', 'lists', 'get-size']);

    expect(output).toContain('lists.getSize: GET /api/lists/{listId}/size');
    expect(output).toMatch(/Keys: server.*At most 5 a minute\./);
    expect(output).toMatch(/--list-id NUMBER +required/);
  });
});

describe('an answer', () => {
  it('is printed whole, one row a line, or as a table', async () => {
    const { tidings } = await setup(shop);
    const printed = async (output: string) => (await tidings(['lists', 'list', '--output', output])).output;

    const whole = JSON.parse(await printed('json')) as { lists: { id: number; name: string }[] };
    const lines = (await printed('lines')).trim().split('\n');
    const [heading = '', ...rows] = (await printed('table')).trim().split('\n');

    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(whole.lists);
    expect(heading).toMatch(/\bid\b.*\bname\b/);
    expect(rows).toHaveLength(whole.lists.length);
    for (const { name } of whole.lists) expect(rows.join('\n')).toContain(name.slice(0, 20));
  });

  it('is nothing where it holds nothing, as a table', async () => {
    const { tidings } = await setup();
    const { output } = await tidings(['users', 'get-by-email', '--email', 'x@b.c', '--output', 'table']);
    expect(output).toBe('');
  });

  it('without rows is one itself', async () => {
    const { tidings } = await setup();
    const { output } = await tidings(['lists', 'create', '--name', 'Spring', '--output', 'lines']);
    expect(JSON.parse(output)).toEqual({ listId: expect.any(Number) as number });
  });
});

describe('what nobody can take back', () => {
  const harmful = ['users', 'delete-by-email', '--email', 'ada@example.com'];

  it.each([
    ['y\n', 0, 1],
    ['yes\r\n', 0, 1],
    ['n\n', 2, 0],
    ['\n', 2, 0],
    ['', 2, 0],
  ])('is asked for on a terminal: %j exits with %d', async (input, exit, calls) => {
    const { tidings, emulator } = await setup();
    await tidings(['users', 'update', '--email', 'ada@example.com']);
    const before = emulator.inspect.requests.length;

    const { code, errors } = await tidings(harmful, { onTerminal: true, input });

    expect(code).toBe(exit);
    expect(errors).toContain('`users delete-by-email` deletes. Go on? [y/N]');
    expect(emulator.inspect.requests.length - before).toBe(calls);
  });

  it.each([
    ['POST /api/email/target/'],
    ['POST /api//email/target'],
    ['POST /api/email/%74arget'],
    ['POST /api/Email/Target'],
    ['POST /api/users/merge/'],
    ['POST /api/{channel}/target', '{ "channel": "email" }'],
  ])('needs `--yes` however the route is spelled: %s', async (route, json = '{}') => {
    const { tidings, emulator } = await setup();

    const { code, errors } = await tidings(['call', route, '--json', json]);

    expect({ code, errors }).toEqual({ code: 2, errors: expect.stringContaining('add `--yes`') as unknown });
    expect(emulator.inspect.requests).toEqual([]);
  });

  it('needs `--yes` where nobody can be asked', async () => {
    const { tidings, emulator } = await setup();

    const { code } = await tidings(['campaigns', 'send', '--campaign-id', '1']);
    expect([code, emulator.inspect.requests]).toEqual([2, []]);

    await tidings(['campaigns', 'send', '--campaign-id', '1', '--yes']);
    expect(emulator.inspect.requests).toHaveLength(1);
  });
});

describe('what another takes in place of the service', () => {
  it.each([200, 204])('has failed, and is not sent twice: %i', async (status) => {
    const { baseUrl, arrivals } = await serve((response) => response.writeHead(status).end());
    const sending = ['--campaign-id', '1', '--recipient-email', 'ada@example.com', '--yes'];

    const { code, output, errors } = await runAt(baseUrl, ['email', 'target', ...sending]);

    expect([code, output]).toEqual([1, '']);
    expect(errors).toContain(
      `POST /api/email/target was answered ${status} without a word of the service’s own (\`code\`)`,
    );
    expect(arrivals).toHaveLength(1);
  });
});

describe('`--debug`', () => {
  it('tells of each request, and never the key', async () => {
    const { tidings, variables } = await setup();

    const { errors, output } = await tidings(['--debug', 'lists', 'list']);

    expect(output).toBe('{\n  "lists": []\n}\n');
    expect(errors).toMatch(/^GET \/api\/lists begins .*\nGET \/api\/lists answered 200 after \d+ ms .*\n$/);
    expect(errors).not.toContain(variables.TIDINGS_API_KEY);
  });
});
