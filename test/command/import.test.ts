import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileTidings } from '../support/compiled.js';
import { setup, type Running } from './support/tidings.js';

let program = '';
let remove = () => {};
beforeAll(() => {
  ({ program, remove } = compileTidings());
}, 60_000);
afterAll(() => remove());

type Scene = Awaited<ReturnType<typeof setup>>;

const people = (count: number) =>
  ['email,plan', ...Array.from({ length: count }, (_, index) => `user-${index}@example.com,pro`)].join('\n');
const failuresIn = ({ read }: Scene, name: string) =>
  read(`${name}.failures.ndjson`)
    .trim()
    .split('\n')
    .map(
      (line) =>
        JSON.parse(line) as { line: number; reason: string; message?: string; item?: object; row?: object },
    );
const hasEnded = ({ child }: Running) => child.exitCode !== null || child.signalCode !== null;

/** Waits until so many people were taken. */
async function taken({ emulator }: Scene, count: number, running: Running) {
  while (emulator.inspect.people.length < count) {
    if (hasEnded(running)) throw new Error(`It ended early: ${running.errors()}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** How often each person was sent, of those sent more than once. */
function repeatedIn({ emulator }: Scene): number {
  const counts = new Map<string, number>();
  for (const { body, status } of emulator.inspect.requests) {
    if (status !== 200) continue;
    for (const { email } of (body as { users: { email: string }[] }).users)
      counts.set(email, (counts.get(email) ?? 0) + 1);
  }
  return [...counts.values()].filter((count) => count > 1).length;
}

describe('tidings import users', { timeout: 60_000 }, () => {
  it('sends a file of CSV as people write it: quotes, a mark at its start, any line ends', async () => {
    const { tidings, write, emulator, folder } = await setup(program);
    write(
      'people.csv',
      '\uFEFFE-mail,"Full ""name""",Age,Since,Tags,Town,Notes\r\n' +
        'ada@example.com,"Ada, Countess\nof Lovelace",36,2026-01-31,"[""a"",""b""]",,x\r\n' +
        '\r\n' +
        'bob@example.com,5" Bob,1.5,2026-01-31T13:00+01:00,[],Bath,x',
    );
    const maps = [
      'E-mail=email',
      'Full "name"=name.full',
      'Age=age:number',
      'Since=since:date',
      'Tags=tags:json',
      'Notes=',
    ].flatMap((map) => ['--map', map]);

    const { code, errors } = await tidings(['import', 'users', 'people.csv', ...maps]);

    expect({ code, errors }).toEqual({ code: 0, errors: '2 read: 2 sent, 0 not taken.\n' });
    expect(emulator.inspect.requests.map(({ body }) => body)).toEqual([
      {
        users: [
          {
            email: 'ada@example.com',
            dataFields: {
              name: { full: 'Ada, Countess\nof Lovelace' },
              age: 36,
              since: '2026-01-31 00:00:00 +00:00',
              tags: ['a', 'b'],
            },
          },
          {
            email: 'bob@example.com',
            dataFields: {
              name: { full: '5" Bob' },
              age: 1.5,
              since: '2026-01-31 12:00:00 +00:00',
              tags: [],
              Town: 'Bath',
            },
          },
        ],
      },
    ]);
    expect(existsSync(join(folder, 'people.csv.failures.ndjson'))).toBe(false);
    expect(existsSync(join(folder, 'people.csv.checkpoint.json'))).toBe(false);
  });

  it('keeps each item that is not taken, with its line and why, in a file that can be imported itself', async () => {
    const scene = await setup(program);
    const { tidings, write, emulator } = scene;
    write(
      'people.csv',
      'email,age\nada@example.com,36\nno email,1\nbob@example.com\ncyd@example.com,old\n,7\ndan@example.com,2,3\n',
    );

    const { code, errors } = await tidings(['import', 'users', 'people.csv', '--map', 'age=age:number']);

    expect(code).toBe(3);
    expect(errors).toContain(
      '6 read: 1 sent, 5 not taken. Those not taken are in people.csv.failures.ndjson.',
    );
    expect(failuresIn(scene, 'people.csv')).toMatchObject([
      {
        line: 4,
        reason: 'invalid',
        message: 'It has 1 values for 2 columns',
        row: { email: 'bob@example.com' },
      },
      {
        line: 5,
        message: '`age` must be a number such as 12.5',
        row: { email: 'cyd@example.com', age: 'old' },
      },
      { line: 6, message: 'It must have one of `email` and `userId`', item: { dataFields: { age: 7 } } },
      {
        line: 7,
        message: 'It has 3 values for 2 columns',
        row: { email: 'dan@example.com', age: '2', 3: '3' },
      },
      {
        line: 3,
        reason: 'invalidEmail',
        retryable: false,
        item: { email: 'no email', dataFields: { age: 1 } },
      },
    ]);

    write('again.ndjson', scene.read('people.csv.failures.ndjson').replace('no email', 'now@example.com'));
    await tidings(['import', 'users', 'again.ndjson']);
    expect(emulator.inspect.people.map(({ email }) => email)).toEqual(['ada@example.com', 'now@example.com']);
    expect(failuresIn(scene, 'again.ndjson')).toHaveLength(4);
  });

  it('sends nothing in a dry run, and says what it would send', async () => {
    const { tidings, write, emulator, folder } = await setup(program);
    write('people.csv', `${people(2_500)}\n,pro`);

    const { code, errors } = await tidings(['import', 'users', 'people.csv', '--dry-run']);

    expect(code).toBe(3);
    expect(errors).toContain('line 2502: It must have one of `email` and `userId`\n');
    expect(errors).toMatch(
      /Nothing was sent\. Of 2,501 read, 2,500 would be sent in 3 calls of \d+\.\d kB, in at least 0 s; 1 could not be\./,
    );
    expect(emulator.inspect.requests).toEqual([]);
    expect(existsSync(join(folder, 'people.csv.failures.ndjson'))).toBe(false);
  });

  it('finishes what is under way when it is stopped, and goes on there: nothing lost, nothing twice', async () => {
    const scene = await setup(program, { limits: true });
    const { start, tidings, write, emulator, folder } = scene;
    write('people.csv', `${people(3_000)}\n,pro`);
    const args = ['import', 'users', 'people.csv', '--chunk-size', '200'];
    const running = start(args);
    await taken(scene, 1_000, running);

    running.child.kill('SIGINT');

    expect(await running.ended).toBe(130);
    expect(running.errors()).toContain('Finishing what is under way; Ctrl-C again leaves it.');
    const [, line = ''] = /Go on with: tidings (.*)\n/.exec(running.errors()) ?? [];
    expect(line).toBe('import users people.csv --chunk-size 200 --resume');
    expect(emulator.inspect.people.length).toBeLessThan(3_000);
    expect(existsSync(join(folder, 'people.csv.checkpoint.json'))).toBe(true);

    const refused = await tidings(args);
    expect(refused).toMatchObject({
      code: 2,
      errors: expect.stringContaining('go on with --resume') as unknown,
    });
    const { code, errors } = await tidings(line.split(' '));

    expect(code).toBe(3);
    expect(errors).toMatch(/3,001 read: [\d,]+ sent, 1 not taken, [\d,]+ were done before\./);
    expect(new Set(emulator.inspect.people.map(({ email }) => email)).size).toBe(3_000);
    expect(repeatedIn(scene)).toBe(0);
    expect(failuresIn(scene, 'people.csv')).toHaveLength(1);
    expect(existsSync(join(folder, 'people.csv.checkpoint.json'))).toBe(false);
  });

  it('leaves what is under way when it is stopped twice, and sends that again', async () => {
    const scene = await setup(program);
    const { start, tidings, write, emulator, before } = scene;
    write('people.csv', people(1_000));
    const running = start(['import', 'users', 'people.csv', '--chunk-size', '100']);
    await taken(scene, 300, running);
    before.call = () => new Promise((resolve) => setTimeout(resolve, 1_000));
    while (!running.errors().includes('Finishing')) {
      running.child.kill('SIGINT');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    running.child.kill('SIGTERM');
    expect([130, 143]).toContain(await running.ended);
    delete before.call;

    expect(await tidings(['import', 'users', 'people.csv', '--chunk-size', '100', '--resume'])).toMatchObject(
      {
        code: 0,
      },
    );
    expect(new Set(emulator.inspect.people.map(({ email }) => email)).size).toBe(1_000);
  });

  it.each([1, 3])('is killed and goes on: nothing lost, at most %d chunks repeated', async (concurrency) => {
    const scene = await setup(program, { limits: true });
    const { start, tidings, write, emulator } = scene;
    // After every fiftieth line stands one that cannot be sent.
    write('people.csv', people(1_500).replace(/^.*[05]0@.*$/gm, '$&\n,pro'));
    const args = [
      'import',
      'users',
      'people.csv',
      '--chunk-size',
      '100',
      '--concurrency',
      String(concurrency),
    ];
    for (const count of [400, 800]) {
      const running = start(count === 400 ? args : [...args, '--resume']);
      await taken(scene, count, running);
      running.child.kill('SIGKILL');
      await running.ended;
    }

    const { code } = await tidings([...args, '--resume']);

    expect(code).toBe(3);
    expect(new Set(emulator.inspect.people.map(({ email }) => email)).size).toBe(1_500);
    expect(repeatedIn(scene)).toBeLessThanOrEqual(2 * concurrency * 100);
    const lines = failuresIn(scene, 'people.csv').map(({ line }) => line);
    expect(lines.sort((a, b) => a - b)).toEqual(Array.from({ length: 29 }, (_, index) => 53 + index * 51));
  });

  it('goes on only with the same file in the same way, and only where something was begun', async () => {
    const scene = await setup(program);
    const { start, tidings, write } = scene;
    write('people.csv', people(500));
    const args = ['import', 'users', 'people.csv', '--chunk-size', '100'];
    const none = await tidings([...args, '--resume']);
    expect(none).toMatchObject({
      code: 2,
      errors: expect.stringContaining('nothing to go on with') as unknown,
    });
    const running = start(args);
    await taken(scene, 200, running);
    running.child.kill('SIGKILL');
    await running.ended;

    const otherwise = await tidings([...args, '--resume', '--map', 'plan=tier']);
    write('people.csv', people(501));
    const changed = await tidings([...args, '--resume']);

    expect(otherwise).toMatchObject({
      code: 2,
      errors: expect.stringContaining('begun in another way') as unknown,
    });
    expect(changed).toMatchObject({
      code: 2,
      errors: expect.stringContaining('has changed since') as unknown,
    });
  });

  it('says how to go on when the service is in the way', async () => {
    const scene = await setup(program);
    const { tidings, write, emulator } = scene;
    write('people.csv', people(300));
    emulator.faults.add({ kind: 'status', status: 401, times: 99 });

    const { code, errors } = await tidings(['import', 'users', 'people.csv']);

    expect(code).toBe(1);
    expect(errors).toContain('0 of 300 are done. Go on with: tidings import users people.csv --resume');
    expect(errors).toContain('answered 401');
    emulator.faults.clear();
    expect((await tidings(['import', 'users', 'people.csv', '--resume'])).code).toBe(0);
    expect(emulator.inspect.people).toHaveLength(300);
  });

  it('puts users on a list', async () => {
    const { tidings, write, emulator } = await setup(program);
    const { output } = await tidings(['call', 'lists.create', '--json', '{ "name": "Spring" }']);
    const { listId } = JSON.parse(output) as { listId: number };
    write('people.csv', people(3));
    await tidings(['import', 'users', 'people.csv', '--list', String(listId)]);
    expect(emulator.inspect.requests.at(-1)).toMatchObject({
      route: 'POST /api/lists/subscribe',
      status: 200,
    });
    expect((await tidings(['list', 'users', '--list', String(listId)])).output).toContain(
      'user-2@example.com',
    );
  });

  it.each<[string, string | Uint8Array, string[], string]>([
    ['no column for a name', 'E-mail,plan\na@example.com,pro', [], 'No column is for `email` or `userId`'],
    [
      'a map of no column',
      people(1),
      ['--map', 'emial=email'],
      'The file has no column emial. Did you mean email?',
    ],
    ['two columns for one field', 'email,mail\na,b', ['--map', 'mail=email'], 'Two columns are for `email`'],
    ['a column twice', 'email,plan,plan\na,b,c', [], 'Two columns are for `dataFields.plan`'],
    ['a map that is none', people(1), ['--map', 'email'], '`--map` must be COLUMN=FIELD'],
    ['a type that is none', people(1), ['--map', 'plan=plan:colour'], 'colour is no type of `--map`'],
    [
      'a quote that stays open',
      'email\na@example.com\n"b@example.com\n',
      [],
      'a quote that is opened and never closed',
    ],
    [
      'letters in another code',
      Buffer.from('email,name\na@example.com,J\xF6rg', 'latin1'),
      [],
      'is not UTF-8',
    ],
    ['an option of others', people(1), ['--event', 'bought'], '`--event` is for events'],
  ])('sends nothing of a file with %s', async (_, contents, args, said) => {
    const { inProcess, write, path, emulator } = await setup(program);
    write('people.csv', contents);

    const { code, errors } = await inProcess(['import', 'users', path('people.csv'), ...args]);

    expect({ code, errors }).toEqual({ code: 2, errors: expect.stringContaining(said) as unknown });
    expect(emulator.inspect.requests).toEqual([]);
  });

  it.each(['', 'email,plan', 'email,plan\n'])('has nothing to send of %j', async (contents) => {
    const { inProcess, write, path } = await setup(program);
    write('people.csv', contents);
    expect(await inProcess(['import', 'users', path('people.csv')])).toMatchObject({
      code: 0,
      errors: '0 read: 0 sent, 0 not taken.\n',
    });
  });
});

describe('tidings import events and items', { timeout: 60_000 }, () => {
  it('sends events, with their times in seconds', async () => {
    const { tidings, write, emulator } = await setup(program);
    write(
      'events.csv',
      'email,eventName,when,id,price,campaignId\n' +
        'ada@example.com,,2026-01-31T12:00:00Z,e1,12.5,7\n' +
        'ada@example.com,returned,1700000000,,1,\n' +
        'ada@example.com,returned,soon,,1,\n',
    );

    const map = ['--map', 'when=createdAt', '--map', 'price=price:number', '--event', 'bought'];
    const { code } = await tidings(['import', 'events', 'events.csv', ...map]);

    expect(code).toBe(3);
    const { events } = emulator.inspect.requests[0]?.body as { events: { id: string }[] };
    expect(events).toEqual([
      {
        email: 'ada@example.com',
        eventName: 'bought',
        createdAt: 1_769_860_800,
        id: 'e1',
        campaignId: 7,
        dataFields: { price: 12.5 },
      },
      {
        email: 'ada@example.com',
        eventName: 'returned',
        createdAt: 1_700_000_000,
        id: events[1]?.id,
        dataFields: { price: 1 },
      },
    ]);
    expect(emulator.inspect.events('customEvent')).toHaveLength(2);
  });

  it('records no event twice when it is killed and goes on', async () => {
    const scene = await setup(program);
    const { start, tidings, write, emulator } = scene;
    const lines = Array.from({ length: 2_000 }, (_, index) =>
      JSON.stringify({ email: `user-${index}@example.com`, eventName: 'bought', dataFields: { index } }),
    );
    write('events.ndjson', lines.join('\n'));
    const args = ['import', 'events', 'events.ndjson', '--chunk-size', '100'];
    const running = start(args);
    while (emulator.inspect.events('customEvent').length < 500)
      await new Promise((resolve) => setTimeout(resolve, 5));
    running.child.kill('SIGKILL');
    await running.ended;

    expect((await tidings([...args, '--resume'])).code).toBe(0);

    const indexes = emulator.inspect.events('customEvent').map(({ fields }) => Number(fields['index']));
    expect(indexes.sort((a, b) => a - b)).toEqual(Array.from({ length: 2_000 }, (_, index) => index));
  });

  it('writes items into a catalog, from lines of JSON; those that are none are told', async () => {
    const scene = await setup(program);
    const { tidings, write, emulator } = scene;
    await tidings(['call', 'catalogs.create', '--json', '{ "catalogName": "Mugs" }']);
    write(
      'mugs.ndjson',
      '{"itemId":"red","value":{"price":8}}\r\n\r\n{"itemId":\n[]\n{"itemId":"b_d","value":{}}\n',
    );

    const { code } = await tidings(['import', 'items', 'mugs.ndjson', '--catalog', 'Mugs']);

    expect(code).toBe(3);
    expect(emulator.inspect.requests.at(-1)?.body).toMatchObject({ documents: { red: { price: 8 } } });
    expect(failuresIn(scene, 'mugs.ndjson')).toMatchObject([
      { line: 3, message: 'It is not JSON', row: '{"itemId":' },
      { line: 4, message: 'It must be an object', row: [] },
      { line: 5, message: expect.stringContaining('letters, digits and dashes') as unknown },
    ]);
  });
});

describe('the progress of an import', { timeout: 60_000 }, () => {
  it('is a bar on a terminal, with the rate and the time left', async () => {
    const { tidings, write } = await setup(program, { limits: true });
    write('people.csv', people(1_200));

    const { code, output } = await tidings(['import', 'users', 'people.csv', '--chunk-size', '100'], {
      onTerminal: true,
    });

    expect(code).toBe(0);
    expect(output).toMatch(/\r\x1b\[K\[=+ *\] \d+ %, [\d,]+ of 1,200, [\d,]+ a second, \d+ s left/);
    expect(output.endsWith('1,200 read: 1,200 sent, 0 not taken.\r\n')).toBe(true);
  });

  it('is a plain line now and then elsewhere', async () => {
    const { tidings, write, before } = await setup(program);
    before.call = () => new Promise((resolve) => setTimeout(resolve, 1_500));
    write('people.csv', people(500));

    const { errors } = await tidings([
      'import',
      'users',
      'people.csv',
      '--chunk-size',
      '100',
      '--concurrency',
      '1',
    ]);

    expect(errors).toMatch(
      /^(\d+ %, \d+ of 500, \d+ a second, \d+ s left\n)+500 read: 500 sent, 0 not taken\.\n$/,
    );
  });
});

it('has a terminal to test with', () => {
  expect(spawnSync('script', ['--version']).status).toBe(0);
});
