import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileTidings } from '../support/compiled.js';
import { until } from '../support/until.js';
import { startProcess, type Context } from './support/process.js';
import { people, setup } from './support/tidings.js';

const program = compileTidings();

/** Starts the command as a process of its own. */
const startTidings = (context: Context, args: string[], input = '') =>
  startProcess(context, [process.execPath, program(), ...args], input);

/** Kills it where the service has taken a call and not answered. */
async function killAtAnswer(context: Context, args: string[], nth: number) {
  const answers = context.hold(nth, 'answer');
  const running = startTidings(context, args);
  await answers.by(running);
  running.signal('SIGKILL');
  await running.ended;
  answers.release();
}

/** How many chunks of people the service took more than once. */
function repeatedIn({ emulator }: Context): number {
  const firsts = emulator.inspect.requests.map(
    ({ body }) => (body as { users: { email: string }[] }).users[0]?.email,
  );
  return firsts.length - new Set(firsts).size;
}

const peopleIn = ({ emulator }: Context) => new Set(emulator.inspect.people.map(({ email }) => email)).size;

/** What a shell completes a command line to. */
function completionsIn(words: string[]): string[] {
  const script = `
    tidings() { "${process.execPath}" "${program()}" "$@"; }
    eval "$(tidings completion bash)"
    COMP_WORDS=(tidings ${words.map((word) => `'${word}'`).join(' ')}) COMP_CWORD=${words.length}
    _tidings
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split('\n');
}

describe('a shell', () => {
  it.each([
    [['imp'], ['import']],
    [['message-'], ['message-types']],
    [
      ['users', 'delete-'],
      ['delete-by-email', 'delete-by-user-id'],
    ],
    [['catalogs', 'it'], ['items']],
    [
      ['catalogs', 'items', 'delete'],
      ['delete', 'delete-many'],
    ],
    [['lists', 'get-size', '--li'], ['--list-id']],
    [['lists', 'get-size', '--list-id', '7', '--out'], ['--output']],
    [
      ['call', 'lists.get'],
      ['lists.getSize', 'lists.getUsers'],
    ],
    [['help', 'lists', 'get-s'], ['get-size']],
  ])('completes %j', (words, found) => {
    expect(completionsIn(words)).toEqual(found);
  });
});

describe('a process of `tidings`', () => {
  it('takes what is fed in, prints to its output, and ends with 0', async () => {
    const context = await setup();
    const args = ['call', 'lists.create', '--json', '-'];

    const { ended, output, errors } = startTidings(context, args, '{ "name": "Spring" }');

    expect(await ended).toBe(0);
    expect(JSON.parse(output())).toEqual({ listId: expect.any(Number) as unknown });
    expect(errors()).toBe('');
  });

  it('ends with the code of what is wrong, which it says beside its output', async () => {
    const { ended, output, errors } = startTidings(await setup(), ['cal']);

    expect(await ended).toBe(2);
    expect(output()).toBe('');
    expect(errors()).toContain('Did you mean call?');
  });

  it('finishes what is under way when it is stopped, and goes on there: nothing lost, nothing twice', async () => {
    const context = await setup();
    const { tidings, hold, write, failures, emulator, folder } = context;
    write('people.csv', `${people(1_000)}\n,pro`);
    const calls = hold(5);
    const running = startTidings(context, ['import', 'users', 'people.csv', '--chunk-size', '100']);
    await calls.by(running);

    running.signal('SIGINT');
    await until(() =>
      expect(running.errors()).toContain('Finishing what is under way; Ctrl-C again leaves it.'),
    );
    calls.release();

    expect(await running.ended).toBe(130);
    const [, line = ''] = /Go on with: tidings (.*)\n/.exec(running.errors()) ?? [];
    expect(line).toBe('import users people.csv --chunk-size 100 --resume');
    const before = emulator.inspect.people.length;
    expect(before).toBeGreaterThanOrEqual(500);
    expect(before).toBeLessThan(1_000);

    const { code, errors } = await tidings(line.split(' '));

    expect(code).toBe(3);
    expect(errors).toContain(
      `1,001 read: ${1_000 - before} sent, 1 not taken, ${before} were done before. Those not taken are in`,
    );
    expect(peopleIn(context)).toBe(1_000);
    expect(repeatedIn(context)).toBe(0);
    expect(failures('people.csv')).toHaveLength(1);
    expect(readdirSync(folder).sort()).toEqual(['people.csv', 'people.csv.failures.ndjson']);
  });

  it.each([1, 3])('is killed and goes on: nothing lost, at most %d chunks repeated', async (concurrency) => {
    const context = await setup();
    const { tidings, write, failures } = context;
    // After every fiftieth line stands one that cannot be sent.
    write('people.csv', people(1_000).replace(/^.*[05]0@.*$/gm, '$&\n,pro'));
    const args = ['import', 'users', 'people.csv', '--chunk-size', '100'];
    const all = [...args, '--concurrency', String(concurrency)];
    await killAtAnswer(context, all, 4);

    const { code } = await tidings([...all, '--resume']);

    expect(code).toBe(3);
    expect(peopleIn(context)).toBe(1_000);
    expect(repeatedIn(context)).toBeGreaterThan(0);
    expect(repeatedIn(context)).toBeLessThanOrEqual(concurrency);
    const lines = failures('people.csv').map(({ line }) => line);
    expect(lines.sort((a, b) => a - b)).toEqual(Array.from({ length: 19 }, (_, index) => 53 + index * 51));
  });

  it('records no event twice when it is killed and goes on', async () => {
    const context = await setup();
    const { tidings, write, emulator } = context;
    const lines = Array.from({ length: 1_000 }, (_, index) =>
      JSON.stringify({ email: `user-${index}@example.com`, eventName: 'bought', dataFields: { index } }),
    );
    write('events.ndjson', lines.join('\n'));
    const args = ['import', 'events', 'events.ndjson', '--chunk-size', '100'];
    await killAtAnswer(context, args, 4);

    expect((await tidings([...args, '--resume'])).code).toBe(0);

    expect(emulator.inspect.requests.length).toBeGreaterThan(10);
    const indexes = emulator.inspect.events('customEvent').map(({ fields }) => Number(fields['index']));
    expect(indexes.sort((a, b) => a - b)).toEqual(Array.from({ length: 1_000 }, (_, index) => index));
  });
});
