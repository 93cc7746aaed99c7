import { execFileSync } from 'node:child_process';
import { constants, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { compileTidings } from '../../support/compiled.js';
import { until } from '../../support/until.js';
import { startProcess } from '../support/process.js';
import { people, setup } from '../support/tidings.js';

const program = compileTidings();

/** To write to a pipe, which fails as long as nobody has opened it to read. */
const WRITE = constants.O_WRONLY | constants.O_NONBLOCK;

const peopleIn = ({ emulator }: Awaited<ReturnType<typeof setup>>) =>
  new Set(emulator.inspect.people.map(({ email }) => email)).size;

describe('what is read once', () => {
  it.each([
    ['what is fed in', 'cat people.csv | TIDINGS import users - --format csv'],
    ['what is fed in, by its path', 'cat people.csv | TIDINGS import users /dev/stdin --format csv'],
    ['a pipe without a name', 'TIDINGS import users <(cat people.csv) --format csv'],
    [
      'a pipe with a name',
      'mkfifo pipe.csv && { cat people.csv > pipe.csv & TIDINGS import users pipe.csv; }',
    ],
    ['a packed file', 'gzip people.csv && TIDINGS import users people.csv.gz'],
    [
      'a packed pipe',
      'mkfifo pipe.csv.gz && { gzip -c people.csv > pipe.csv.gz & TIDINGS import users pipe.csv.gz; }',
    ],
  ])('is imported as it comes: %s', async (_, line) => {
    const context = await setup();
    context.write('people.csv', `${people(2_500)}\n,pro`);

    const tidings = `'${process.execPath}' '${program()}'`;
    const { ended, errors } = startProcess(context, ['bash', '-c', line.replace('TIDINGS', tidings)]);

    expect(await ended).toBe(3);
    expect(errors()).toContain('2,501 read: 2,500 sent, 1 not taken. Those not taken are in ');
    expect(peopleIn(context)).toBe(2_500);
    expect(readdirSync(context.folder).filter((name) => /checkpoint|lock/.test(name))).toEqual([]);
  });

  it.each([
    ['is opened and never written', async () => ['import', 'users', 'pipe.csv'], undefined],
    ['is fed in and stays open', async () => ['import', 'users', '-', '--format', 'csv'], 'people'],
  ])('ends when it is stopped while it %s', async (_, argsOf, fed) => {
    const context = await setup();
    execFileSync('mkfifo', [join(context.folder, 'pipe.csv')]);
    const args = await argsOf();
    const running = startProcess(
      context,
      [process.execPath, program(), ...args, '--chunk-size', '100'],
      null,
    );
    if (fed) {
      running.feed(`${people(250)}\n`);
      await until(() => expect(peopleIn(context)).toBe(200));
    } else await until(() => openSync(join(context.folder, 'pipe.csv'), WRITE));

    running.signal('SIGINT');

    expect(await running.ended).toBe(130);
    expect(running.errors()).toMatch(
      fed
        ? /Stopped: (2[45]\d) of \1 read are done. What is read once cannot be gone on with/
        : /Stopped: 0 of 0 read are done/,
    );
  });

  it('is sent as it comes, and what was read is sent when it is stopped', async () => {
    const context = await setup();
    const args = ['import', 'events', '-', '--format', 'ndjson', '--event', 'bought'];
    const start = (...more: string[]) =>
      startProcess(context, [process.execPath, program(), ...args, ...more], null);
    const line = (index: number) => `{"email":"ada@example.com","dataFields":{"index":${index}}}\n`;
    const indexes = () => context.emulator.inspect.events('customEvent').map(({ fields }) => fields['index']);
    const live = start('--flush-interval', '0.05');

    live.feed(line(1) + line(2));
    await until(() => expect(indexes()).toEqual([1, 2]));
    live.feed(line(3));
    await until(() => expect(indexes()).toEqual([1, 2, 3]));
    live.signal('SIGINT');
    expect(await live.ended).toBe(130);
    expect(live.errors()).toContain('Stopped: 3 of 3 read are done');

    const slow = start('--flush-interval', '3600', '--chunk-size', '2');
    slow.feed(line(4) + line(5) + line(6) + '{"email":"ada@exam');
    await until(() => expect(indexes()).toEqual([1, 2, 3, 4, 5]));
    slow.signal('SIGINT');
    expect(await slow.ended).toBe(130);
    expect(slow.errors()).toContain('Stopped: 3 of 3 read are done');
    expect(indexes()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('is checked row by row: what came before a fault is sent, and told', async () => {
    const context = await setup();
    const rows = Buffer.concat([
      Buffer.from(`${people(20_000)}\n`),
      Buffer.from('J\xF6rg@example.com,x', 'latin1'),
    ]);
    context.write('people.csv.gz', gzipSync(rows));
    context.write('cut.csv.gz', gzipSync(Buffer.from(people(20_000))).subarray(0, 40_000));
    context.write('none.csv.gz', people(1));
    const importOf = (name: string) => context.tidings(['import', 'users', name]);

    const broken = await importOf('people.csv.gz');
    expect(broken).toMatchObject({ code: 1 });
    expect(broken.errors).toMatch(/It could not go on: [\d,]+ of [\d,]+ read are done/);
    expect(broken.errors).toContain('is not UTF-8');
    expect(peopleIn(context)).toBeGreaterThan(10_000);

    const before = context.emulator.inspect.requests.length;
    const cut = await importOf('cut.csv.gz');
    expect(cut).toMatchObject({ code: 1 });
    expect(cut.errors).toContain('cut.csv.gz is cut off or no gzip: unexpected end of file');
    expect(context.emulator.inspect.requests.length).toBeGreaterThan(before);

    expect(await importOf('none.csv.gz')).toMatchObject({
      code: 2,
      errors: expect.stringContaining('none.csv.gz is cut off or no gzip: incorrect header check') as unknown,
    });
  });

  it('can be tried without sending, and tells of its header before anything is sent', async () => {
    const context = await setup();
    const args = ['import', 'users', '-', '--format', 'csv'];

    const plan = await context.tidings([...args, '--dry-run'], { input: people(30) });
    const refused = await context.tidings(args, { input: people(30).replace('email', 'mail') });

    expect(plan.errors).toContain('Nothing was sent. Of 30 read, 30 would be sent');
    expect(refused).toMatchObject({
      code: 2,
      errors: expect.stringContaining('No column is for') as unknown,
    });
    expect(context.emulator.inspect.requests).toEqual([]);
  });

  it('cannot be gone on with', async () => {
    const { tidings, write, emulator } = await setup();
    write('people.csv.gz', gzipSync(people(1)));
    for (const args of [['-', '--format', 'csv'], ['people.csv.gz']]) {
      const { code, errors } = await tidings(['import', 'users', ...args, '--resume'], { input: people(1) });
      expect(code).toBe(2);
      expect(errors).toContain(
        '`--resume` is for files: what is fed in, a pipe and a .gz are read once, and begin anew each time',
      );
    }
    expect(emulator.inspect.requests).toEqual([]);
    expect((await tidings(['import', 'users', '-'])).errors).toContain(
      'What is fed in has no ending: say what it is with --format',
    );
  });

  it('keeps what is not taken of each input in a file of its own', async () => {
    const { tidings, folder, read } = await setup();
    const args = ['import', 'users', '-', '--format', 'csv'];

    for (const name of ['one', 'two']) await tidings(args, { input: `email,plan\n,${name}` });

    expect(readdirSync(folder).sort()).toEqual(['stdin-2.failures.ndjson', 'stdin.failures.ndjson']);
    expect(read('stdin.failures.ndjson')).toContain('"one"');
    expect(read('stdin-2.failures.ndjson')).toContain('"two"');
  });
});
