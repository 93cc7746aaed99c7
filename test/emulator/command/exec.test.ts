import { describe, expect, it } from 'vitest';
import { until } from '../../support/until.js';
import { compiledCommand } from '../support/bin.js';
import { run } from '../support/command.js';

/** A program that calls the emulator as the environment tells, and ends with a code. */
const PROGRAM = `
  const { TIDINGS_EMULATOR_URL: url, TIDINGS_SERVER_KEY: key } = process.env;
  const answer = await fetch(url + '/api/lists', { headers: { 'Api-Key': key } });
  console.log('lists', answer.status, process.argv.slice(1).join(' '));
  process.exitCode = 7;
`;
const node = (program: string) => [process.execPath, '--input-type=module', '--eval', program];

describe('tidings-emulator exec', () => {
  const command = compiledCommand();

  it('runs a program beside the emulator, and ends with its exit code', async () => {
    const args = ['exec', '--port', '0', '--seed', 'empty', '--', ...node(PROGRAM), 'verbose'];
    const { ended, output } = command(...args);

    expect(await ended).toBe(7);
    expect(output()).toBe('lists 200 verbose\n');
  });

  it('hands on that it is to stop', async () => {
    const waits = "console.log('waits'); setInterval(() => {}, 1_000);";
    const { child, ended, output } = command('exec', '--port', '0', '--', ...node(waits));
    await until(() => expect(output()).toContain('waits'));

    child.kill('SIGTERM');

    expect(await ended).toBe(128 + 15);
  });

  it('says that a program cannot be started', async () => {
    const { ended, errors } = run('--seed', 'empty', 'exec', '--', 'no-such-program-anywhere');
    expect(await ended).toBe(1);
    expect(errors()).toContain('`no-such-program-anywhere` cannot be started');
  });
});
