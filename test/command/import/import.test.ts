import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createProgress } from '../../../src/command/progress.js';
import { createTerminal } from '../../../src/command/terminal.js';
import { createHost, people, setup, type Running } from '../support/tidings.js';

/** Stops a command twice where a call is held; gives the code it ends with. */
async function leave(running: Running, calls: { by(running: Running): Promise<void>; release(): void }) {
  await calls.by(running);
  running.signal('SIGINT');
  running.signal('SIGTERM');
  const code = await running.ended;
  calls.release();
  return code;
}

describe('tidings import users', () => {
  it('sends a file of CSV as people write it: quotes, a mark at its start, any line ends', async () => {
    const { tidings, write, emulator, folder } = await setup();
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
    expect(readdirSync(folder)).toEqual(['people.csv']);
  });

  it('makes fields within fields of a header with dots, as `--map` does', async () => {
    const { tidings, write, emulator } = await setup();
    const header = 'email,name.first,name.last,Home,dataFields.plan,v1.,.5,a..b';
    write('people.csv', `${header}\nada@example.com,Ada,Lovelace,London,pro,1,2,3`);

    const { code } = await tidings(['import', 'users', 'people.csv', '--map', 'Home=dataFields.name.home']);

    expect(code).toBe(0);
    expect(emulator.inspect.requests[0]?.body).toEqual({
      users: [
        {
          email: 'ada@example.com',
          dataFields: {
            name: { first: 'Ada', last: 'Lovelace', home: 'London' },
            plan: 'pro',
            'v1.': '1',
            '.5': '2',
            'a..b': '3',
          },
        },
      ],
    });
  });

  it('keeps each item that is not taken, with its line and why, in a file that can be imported itself', async () => {
    const { tidings, write, read, failures, emulator } = await setup();
    write(
      'people.csv',
      'email,age\nada@example.com,36\nno email,1\nbob@example.com\ncyd@example.com,old\n,7\ndan@example.com,2,3\n',
    );

    const { code, errors } = await tidings(['import', 'users', 'people.csv', '--map', 'age=age:number']);

    expect(code).toBe(3);
    expect(errors).toContain(
      '6 read: 1 sent, 5 not taken. Those not taken are in people.csv.failures.ndjson.',
    );
    expect(failures('people.csv')).toMatchObject([
      {
        line: 4,
        reason: 'invalid',
        message: 'It has 1 values for 2 columns',
        row: { email: 'bob@example.com' },
      },
      {
        line: 5,
        message: '`age` must be a number such as 12.5, up to 9007199254740991',
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

    write('again.ndjson', read('people.csv.failures.ndjson').replace('no email', 'now@example.com'));
    await tidings(['import', 'users', 'again.ndjson']);
    expect(emulator.inspect.people.map(({ email }) => email)).toEqual(['ada@example.com', 'now@example.com']);
    expect(failures('again.ndjson')).toHaveLength(4);
  });

  it.each(['9007199254740993', '-9007199254740992', '12345678901234567.5', '1e400'])(
    'takes no number that would become another: %s',
    async (phone) => {
      const { tidings, write, failures, emulator } = await setup();
      write('people.csv', `email,phone\nada@example.com,${phone}\nbob@example.com,9007199254740991\n`);

      await tidings(['import', 'users', 'people.csv', '--map', 'phone=phone:number']);

      const message = '`phone` must be a number such as 12.5, up to 9007199254740991';
      expect(failures('people.csv')).toMatchObject([{ line: 2, message, row: { phone } }]);
      expect(emulator.inspect.people).toMatchObject([{ dataFields: { phone: Number.MAX_SAFE_INTEGER } }]);
    },
  );

  it('sends nothing in a dry run, and says what it would send', async () => {
    const { tidings, write, emulator, folder } = await setup();
    write('people.csv', `${people(2_500)}\n,pro`);

    const { code, errors } = await tidings(['import', 'users', 'people.csv', '--dry-run']);

    expect(code).toBe(3);
    expect(errors).toContain('line 2502: It must have one of `email` and `userId`\n');
    expect(errors).toMatch(
      /Nothing was sent\. Of 2,501 read, 2,500 would be sent in 3 calls of \d+\.\d kB, in at least 0 s; 1 could not be\./,
    );
    expect(emulator.inspect.requests).toEqual([]);
    expect(readdirSync(folder)).toEqual(['people.csv']);
  });

  it('leaves what is under way when it is stopped twice, and sends that again', async () => {
    const { start, tidings, hold, write, emulator } = await setup();
    write('people.csv', people(1_000));

    const code = await leave(start(['import', 'users', 'people.csv', '--chunk-size', '100']), hold(4));

    expect(code).toBe(143);
    expect(emulator.inspect.people).toHaveLength(300);
    const again = await tidings(['import', 'users', 'people.csv', '--chunk-size', '100', '--resume']);
    expect(again.code).toBe(0);
    expect(new Set(emulator.inspect.people.map(({ email }) => email)).size).toBe(1_000);
  });

  it('goes on only with the same file in the same way, and only where something was begun', async () => {
    const { start, tidings, hold, write } = await setup();
    write('people.csv', people(500));
    const args = ['import', 'users', 'people.csv', '--chunk-size', '100'];
    const refused = async (...more: string[]) => {
      const { code, errors } = await tidings([...args, ...more]);
      expect(code).toBe(2);
      return errors;
    };

    expect(await refused('--resume')).toContain('nothing to go on with');
    await leave(start(args), hold(3));

    expect(await refused()).toContain('go on with --resume');
    expect(await refused('--resume', '--map', 'plan=tier')).toContain('begun in another way');
    write('people.csv', people(501));
    expect(await refused('--resume')).toContain('has changed since');
  });

  it('ends at once when it is stopped a third time', async () => {
    const { start, hold, write } = await setup();
    write('people.csv', people(1));
    const running = start(['import', 'users', 'people.csv']);
    const calls = hold(1);
    await calls.by(running);

    for (const name of ['SIGINT', 'SIGINT', 'SIGTERM'] as const) running.signal(name);

    expect(running.exited()).toBe(143);
    calls.release();
    await running.ended;
  });

  it('says how to go on when the service is in the way', async () => {
    const { tidings, write, emulator } = await setup();
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
    const { tidings, write, emulator } = await setup();
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
    [
      'a column within another',
      'email,plan.name,plan\na,b,c',
      [],
      '`dataFields.plan.name` would be within `dataFields.plan`, which has a column too; leave one out with --map COLUMN=',
    ],
    ['a column twice', 'email,plan,plan\na,b,c', [], 'Two columns are for `dataFields.plan`'],
    ['a map that is none', people(1), ['--map', 'email'], '`--map` must be COLUMN=FIELD'],
    ['a type that is none', people(1), ['--map', 'plan=plan:colour'], 'colour is no type of `--map`'],
    [
      'a quote that stays open',
      'email\na@example.com\n"b@example.com\n',
      [],
      'a quote that is opened and never closed; nothing after line 2 can be read',
    ],
    [
      'letters in another code',
      Buffer.from('email,name\na@example.com,J\xF6rg', 'latin1'),
      [],
      'is not UTF-8',
    ],
    ['an option of others', people(1), ['--event', 'bought'], '`--event` is for events'],
  ])('sends nothing of a file with %s', async (_, contents, args, said) => {
    const { tidings, write, emulator } = await setup();
    write('people.csv', contents);

    const { code, errors } = await tidings(['import', 'users', 'people.csv', ...args]);

    expect({ code, errors }).toEqual({ code: 2, errors: expect.stringContaining(said) as unknown });
    expect(emulator.inspect.requests).toEqual([]);
  });

  it.each([
    'email,note\na@example.com,"x\r\ny"\nb@example.com,z\n',
    'email,note\r\na@example.com,"x\ny"\nb@example.com,z',
    'email,note\ra@example.com,"x\ny"\rb@example.com,z\r',
  ])('reads rows whose lines end as they like: %j', async (contents) => {
    const { tidings, write, emulator } = await setup();
    write('people.csv', contents);
    expect(await tidings(['import', 'users', 'people.csv'])).toMatchObject({ code: 0 });
    expect(emulator.inspect.people.map(({ email, dataFields }) => [email, dataFields['note']])).toEqual([
      ['a@example.com', expect.stringMatching(/^x\r?\ny$/) as string],
      ['b@example.com', 'z'],
    ]);
  });

  it.each(['', 'email,plan', 'email,plan\n'])('has nothing to send of %j', async (contents) => {
    const { tidings, write } = await setup();
    write('people.csv', contents);
    expect(await tidings(['import', 'users', 'people.csv'])).toMatchObject({
      code: 0,
      errors: '0 read: 0 sent, 0 not taken.\n',
    });
  });
});

describe('tidings import events and items', () => {
  it('sends events, with their times in seconds', async () => {
    const { tidings, write, emulator } = await setup();
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

  it('writes items into a catalog, from lines of JSON; those that are none are told', async () => {
    const { tidings, write, failures, emulator } = await setup();
    await tidings(['call', 'catalogs.create', '--json', '{ "catalogName": "Mugs" }']);
    write(
      'mugs.ndjson',
      '{"itemId":"red","value":{"price":8}}\r\n\r\n{"itemId":\n[]\n{"itemId":"b_d","value":{}}\n',
    );

    const { code } = await tidings(['import', 'items', 'mugs.ndjson', '--catalog', 'Mugs']);

    expect(code).toBe(3);
    expect(emulator.inspect.requests.at(-1)?.body).toMatchObject({ documents: { red: { price: 8 } } });
    expect(failures('mugs.ndjson')).toMatchObject([
      { line: 3, message: 'It is not JSON', row: '{"itemId":' },
      { line: 4, message: 'It must be an object', row: [] },
      { line: 5, message: expect.stringContaining('letters, digits and dashes') as unknown },
    ]);
  });
});

describe('an import of flat lines of JSON', () => {
  it('takes none of them, and says which fields to map', async () => {
    const { tidings, write, emulator, failures } = await setup();
    const flat = {
      email: 'ada@example.com',
      plan: 'pro',
      'signed up': '2026-01-31',
      dataFields: { age: 36 },
    };
    write('people.ndjson', `${JSON.stringify(flat)}\n{"email":"bob@example.com"}\n`);
    const said = "Say where these fields go: --map plan=plan --map 'signed up=signed up'\n";

    const plan = await tidings(['import', 'users', 'people.ndjson', '--dry-run']);
    const refused = await tidings(['import', 'users', 'people.ndjson']);

    expect(plan).toMatchObject({ code: 3, errors: expect.stringContaining(said) as unknown });
    expect(refused).toMatchObject({ code: 3, errors: expect.stringContaining(said) as unknown });
    expect(failures('people.ndjson')).toMatchObject([{ line: 1, reason: 'invalid', item: flat }]);
    const maps = ['--map', 'plan=plan', '--map', 'signed up=since.day:date'];
    await tidings(['import', 'users', 'people.ndjson.failures.ndjson', ...maps]);
    expect(emulator.inspect.requests.at(-1)?.body).toEqual({
      users: [
        {
          email: 'ada@example.com',
          dataFields: { age: 36, plan: 'pro', since: { day: '2026-01-31 00:00:00 +00:00' } },
        },
      ],
    });
  });

  it('goes where it is mapped: names may change places, and be left out', async () => {
    const { tidings, write, emulator, failures } = await setup();
    await tidings(['call', 'catalogs.create', '--json', '{ "catalogName": "Mugs" }']);
    write('mugs.ndjson', '{"sku":"red","itemId":7,"note":"x","size":"8"}\n{"sku":"blue","size":"big"}\n');
    const maps = ['sku=itemId', 'itemId=number', 'note=', 'size=size:number'].flatMap((map) => [
      '--map',
      map,
    ]);

    const { code } = await tidings(['import', 'items', 'mugs.ndjson', '--catalog', 'Mugs', ...maps]);

    expect(code).toBe(3);
    expect(emulator.inspect.requests.at(-1)?.body).toMatchObject({
      documents: { red: { number: 7, size: 8 } },
    });
    expect(failures('mugs.ndjson')).toMatchObject([
      {
        line: 2,
        message: expect.stringContaining('`size` must be a number') as unknown,
        row: { sku: 'blue', size: 'big' },
      },
    ]);
  });

  it('is refused of CSV whose items would hold nothing', async () => {
    const { tidings, write, emulator } = await setup();
    write('mugs.csv', 'itemId,\nred,\n');
    const { code, errors } = await tidings(['import', 'items', 'mugs.csv', '--catalog', 'Mugs']);
    expect(code).toBe(2);
    expect(errors).toContain('No column is for a field of `value`: say which with --map COLUMN=FIELD');
    expect(emulator.inspect.requests).toEqual([]);
  });
});

describe('the progress of an import', () => {
  /** Imports a hundred people five times, one call after the other, which take so many milliseconds each. */
  async function importSlowly(took: number, onTerminal: boolean) {
    const { tidings, write, on, clock } = await setup();
    on.call = () => clock.advance(took - clock.perCall);
    write('people.csv', people(500));
    const how = ['--chunk-size', '100', '--concurrency', '1'];
    const { errors } = await tidings(['import', 'users', 'people.csv', ...how], { onTerminal });
    return errors;
  }

  it('is a bar on a terminal, with the rate and the time left', async () => {
    const errors = await importSlowly(2_000, true);

    const parts = errors.split('\r\x1b[K');
    expect(parts).toEqual([
      '',
      'Reading people.csv…',
      '[====                    ] 20 %, 100 of 500, 50 a second, 8 s left',
      '[=========               ] 40 %, 200 of 500, 50 a second, 6 s left',
      '[==============          ] 60 %, 300 of 500, 50 a second, 4 s left',
      '[===================     ] 80 %, 400 of 500, 50 a second, 2 s left',
      '[========================] 100 %, 500 of 500, 50 a second, 0 s left',
      '500 read: 500 sent, 0 not taken.\n',
    ]);
  });

  it('changes on a terminal ten times a second at most', () => {
    const { host, errors } = createHost({ onTerminal: true });
    let time = 0;
    const progress = createProgress({ terminal: createTerminal(host), now: () => time });

    for (; time <= 200; time += 50) progress.tell(undefined, [`after ${time} ms`]);

    expect(errors().match(/\d+ ms/g)).toEqual(['0 ms', '100 ms', '200 ms']);
  });

  it('is a plain line every five seconds elsewhere', async () => {
    const errors = await importSlowly(2_500, false);

    expect(errors.split('\n')).toEqual([
      '40 %, 200 of 500, 40 a second, 8 s left',
      '80 %, 400 of 500, 40 a second, 3 s left',
      '500 read: 500 sent, 0 not taken.',
      '',
    ]);
  });
});
