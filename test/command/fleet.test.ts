import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileTidings } from '../support/compiled.js';
import { hasRedis, startRedis } from '../support/redis.js';
import { until } from '../support/until.js';
import { startProcess, type Context } from './support/process.js';
import { people, setup } from './support/tidings.js';

const program = compileTidings();

const startTidings = (context: Context, args: string[]) =>
  startProcess(context, [process.execPath, program(), ...args]);

const emailsIn = ({ emulator }: Context) => emulator.inspect.people.map(({ email }) => email);

describe.skipIf(!hasRedis)('an import of several machines', () => {
  it('is done by all who work for the key, and ends with what became of it', async () => {
    const { url } = await startRedis();
    const context = await setup();
    context.write('people.csv', `${people(1_000)}\nno address,pro\n,pro\n"a",b,c`);
    const other = startTidings(context, ['work', url]);
    await until(() => expect(other.errors()).toContain('Waits for imports'));

    const { ended, errors } = startTidings(context, ['import', 'users', 'people.csv', '--workers', url]);

    expect(await ended).toBe(3);
    expect(errors()).toContain(
      '1,003 read: 1,000 sent, 3 not taken. Those not taken are in people.csv.failures.ndjson.',
    );
    expect(new Set(emailsIn(context)).size).toBe(1_000);
    expect(
      context
        .failures('people.csv')
        .map(({ line, reason }) => [line, reason])
        .sort(),
    ).toEqual([
      [1_002, 'invalidEmail'],
      [1_003, 'invalid'],
      [1_004, 'invalid'],
    ]);
    expect(existsSync(join(context.folder, 'people.csv.checkpoint.json'))).toBe(false);

    other.signal('SIGINT');
    expect(await other.ended).toBe(130);
  });

  it('is stopped by Ctrl-C, and goes on where it was: nothing lost, nothing twice', async () => {
    const { url } = await startRedis();
    const context = await setup();
    context.write('people.csv', people(1_000));
    const calls = context.hold(3);
    const args = ['import', 'users', 'people.csv', '--workers', url, '--chunk-size', '100'];
    const running = startTidings(context, args);
    await calls.by(running);

    running.signal('SIGINT');
    await until(() => expect(running.errors()).toContain('Finishing what is under way'));
    calls.release();

    expect(await running.ended).toBe(130);
    const [, line = ''] = /Go on with: tidings (.*)\n/.exec(running.errors()) ?? [];
    expect(line).toBe(`${args.join(' ')} --resume`);
    const before = emailsIn(context).length;
    expect(before).toBeLessThan(1_000);

    const again = startTidings(context, line.split(' '));

    expect(await again.ended).toBe(0);
    expect(again.errors()).toContain('1,000 read: 1,000 sent, 0 not taken.');
    expect(new Set(emailsIn(context)).size).toBe(1_000);
    expect(context.emulator.inspect.requests).toHaveLength(10);
  });

  it('says what is in the way', async () => {
    const context = await setup();
    context.write('people.csv', people(1));
    const tidings = (...args: string[]) => context.tidings(args);

    expect(await tidings('import', 'users', '-', '--format', 'csv', '--workers', 'redis://a')).toMatchObject({
      code: 2,
      errors: expect.stringContaining('`--workers` is for files') as unknown,
    });
    expect(await tidings('work', 'localhost')).toMatchObject({
      code: 2,
      errors: expect.stringContaining('localhost must be the address of a Redis') as unknown,
    });
    expect(await tidings('work')).toMatchObject({ code: 2 });
    expect(await tidings('work', 'redis://127.0.0.1:9')).toMatchObject({
      code: 1,
      errors: expect.stringContaining('127.0.0.1:9') as unknown,
    });
  });
});
