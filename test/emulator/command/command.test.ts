import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createEmulator } from '../../../src/emulator/app.js';
import { choicesOf, UsageError } from '../../../src/emulator/command/command-line.js';
import { serve } from '../../support/serve.js';
import { until } from '../../support/until.js';
import { call, dataFile, ky, run, track } from '../support/command.js';
import { addWebhook } from '../support/saved.js';

describe('the command line', () => {
  it('has a choice for everything that is not given', () => {
    expect(choicesOf([])).toEqual({
      port: 4747,
      host: '127.0.0.1',
      seed: 'shop',
      project: 'hybrid',
      people: 'quiet',
      dialect: 'document',
      timeZone: 'UTC',
      projects: 1,
      keys: {},
      limits: false,
      latency: 0,
      rate: 1,
    });
  });

  it('takes what the issue lists', () => {
    const line =
      '--port 0 --host ::1 --seed empty --data a.json --project userId --people busy --dialect observed --limits --time-zone Europe/Rome --senders a@shop.test,mail.test --plan plan.json --latency 50 ' +
      '--strict-cors https://shop.example.com/';
    expect(choicesOf(line.split(' '))).toEqual({
      port: 0,
      host: '::1',
      seed: 'empty',
      data: 'a.json',
      project: 'userId',
      people: 'busy',
      dialect: 'observed',
      timeZone: 'Europe/Rome',
      senders: ['a@shop.test', 'mail.test'],
      plan: 'plan.json',
      projects: 1,
      keys: {},
      limits: true,
      latency: 50,
      rate: 1,
      origin: 'https://shop.example.com',
    });
  });

  it.each([
    [['--prot', '1'], '--prot'],
    [['extra'], 'extra'],
    [['--port'], '--port'],
    [['--port', '65536'], '`--port` must be a whole number from 0 to 65535; got 65536'],
    [['--port', 'eighty'], '`--port`'],
    [['--port='], '`--port`'],
    [['--seed', 'garden'], '`--seed` must be one of shop, empty; got garden'],
    [['--project', 'phone'], '`--project`'],
    [['--dialect', 'spoken'], '`--dialect` must be one of document, observed; got spoken'],
    [['--latency', '-5'], '--latency'],
    [['--time-zone', 'Mars/Base'], '`--time-zone`'],
    [['--latency', '1.5'], '`--latency`'],
    [['--data='], '`--data`'],
    [['--strict-cors', 'shop.example.com'], '`--strict-cors`'],
    [['--strict-cors', 'https://shop.example.com/path'], '`--strict-cors`'],
    [['--limits=yes'], '--limits'],
  ])('refuses %j, and names what is wrong', (args, named) => {
    expect(() => choicesOf(args)).toThrow(UsageError);
    expect(() => choicesOf(args)).toThrow(named);
  });
});

/** Has the time of timers stand still until the test lets it pass. */
function holdTimers() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

describe('tidings-emulator', () => {
  it('tells its address, its five keys, its token secret and its console', async () => {
    const { url, output } = run('--seed', 'empty');
    const address = await url();

    for (const type of ['server', 'read-only', 'javascript', 'mobile', 'web']) {
      expect(output()).toContain(`emulator-${type}-key`);
    }
    expect(output()).toContain('emulator-token-secret');
    expect(output()).toContain(`Console         ${address}/`);
    expect(await ky(`${address}/`).text()).toContain('<title>Tidings emulator</title>');
    expect((await ky(`${address}/_emulator/console/main.js`)).status).toBe(200);
  });

  it.each([
    ['the shop', [], 60],
    ['nothing when told so', ['--seed', 'empty'], 0],
  ])('holds %s', async (_, args, total) => {
    const { url } = run(...args);
    expect(await ky(`${await url()}/_emulator/people`).json()).toMatchObject({ total });
  });

  it('has saved what it answered to soon after', async () => {
    const data = dataFile();
    const { url } = run('--seed', 'empty', '--data', data);

    await track(await url(), 'seen');

    await until(() => expect(readFileSync(data, 'utf8')).toContain('seen'));
  });

  it('saves what it has received when it is stopped, and takes it up again', async () => {
    holdTimers();
    const data = dataFile();
    const first = run('--seed', 'empty', '--data', data, '--latency', '1000');
    await track(await first.url(), 'seen');

    first.stop();
    await vi.advanceTimersByTimeAsync(999);
    expect(readFileSync(data, 'utf8')).not.toContain('seen');
    await vi.advanceTimersByTimeAsync(1);
    expect(await first.ended).toBe(0);

    const second = run('--data', data);
    const events = await ky(`${await second.url()}/_emulator/events`).json();
    expect(events).toMatchObject({ rows: [{ fields: { eventName: 'seen' } }] });
    expect(second.output()).toContain(`It holds what ${data} held.`);
  });

  it('saves and ends without the answer of a webhook that gives none', async () => {
    const data = dataFile();
    const { arrivals, baseUrl } = await serve(() => {});
    const campaignId = addWebhook(data, `${baseUrl}/never`);
    holdTimers();
    const { url, stop, ended } = run('--data', data);
    let code: number | undefined;
    void ended.then((given) => (code = given));
    await call(await url(), '/api/email/target', { campaignId, recipientEmail: 'ada@example.com' });
    await expect.poll(() => arrivals).toHaveLength(1);
    await track(await url(), 'while-it-hangs');

    stop();
    await expect.poll(() => vi.advanceTimersByTimeAsync(500).then(() => code)).toBe(0);

    expect(readFileSync(data, 'utf8')).toContain('while-it-hangs');
    // Had it waited for the webhook, that would have been called twice more.
    expect(arrivals).toHaveLength(1);
  });

  it('refuses a damaged data file, and leaves it as it was', async () => {
    const data = dataFile();
    writeFileSync(data, '{"format":"tidings-emul');

    const { ended, errors } = run('--data', data);

    expect(await ended).toBe(1);
    expect(errors()).toContain(`${data} is damaged and left as it is`);
    expect(readFileSync(data, 'utf8')).toBe('{"format":"tidings-emul');
  });

  it('refuses a data file with a wrong row, names it, and leaves the file as it was', async () => {
    const data = dataFile();
    const saved = JSON.parse(createEmulator().save()) as { tables: object };
    const text = JSON.stringify({ ...saved, tables: { ...saved.tables, people: [[7, { id: 7 }]] } });
    writeFileSync(data, text);

    const { ended, errors } = run('--data', data);

    expect(await ended).toBe(1);
    expect(errors()).toContain(`${data} is damaged and left as it is. The row 7 of the table \`people\``);
    expect(readFileSync(data, 'utf8')).toBe(text);
  });

  it('says that its port is taken, and lets go of its data file', async () => {
    const data = dataFile();
    const { port } = new URL(await run('--seed', 'empty').url());

    const second = run('--seed', 'empty', '--port', port, '--data', data);

    expect(await second.ended).toBe(1);
    expect(second.errors()).toBe(
      `tidings-emulator: port ${port} is taken; give another with --port, or --port 0 for one that is free\n`,
    );
    expect(readdirSync(dirname(data))).toEqual(['data.json']);
  });

  it('says what is wrong with its options, and where to read about them', async () => {
    const { ended, errors } = run('--seed', 'garden');
    expect(await ended).toBe(2);
    expect(errors()).toMatch(/`--seed` must be one of shop, empty; got garden\n.*--help/);
  });

  it('explains itself, and tells its version', async () => {
    const help = run('--help');
    const version = run('--version');
    expect([await help.ended, await version.ended]).toEqual([0, 0]);
    for (const flag of [
      'port',
      'host',
      'seed',
      'data',
      'project',
      'time-zone',
      'senders',
      'plan',
      'dialect',
      'limits',
      'latency',
      'strict-cors',
    ]) {
      expect(help.output()).toContain(`--${flag}`);
    }
    expect(version.output()).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('lets only pages of one origin call, when told so', async () => {
    const { url } = run('--seed', 'empty', '--strict-cors', 'https://shop.example.com');
    const address = await url();
    const allowed = async (Origin: string) =>
      (await fetch(`${address}/api/lists`, { headers: { Origin } })).headers.get(
        'Access-Control-Allow-Origin',
      );
    expect(await allowed('https://shop.example.com')).toBe('https://shop.example.com');
    expect(await allowed('https://other.example.com')).not.toBe('https://other.example.com');
  });
});
