import { readFileSync, writeFileSync } from 'node:fs';
import { join, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { choicesOf } from '../../../src/emulator/command/command-line.js';
import { timeOf } from '../../../src/emulator/command/start-options.js';
import { call, dataFile, ky, run, track } from '../support/command.js';
import { shop } from '../support/scenario.js';

/** A file beside which others may stand; it is deleted when the test ends. */
function file(name: string, contents: object): string {
  const path = join(dirname(dataFile()), name);
  writeFileSync(path, JSON.stringify(contents));
  return path;
}

const peopleOf = (url: string, key?: string) =>
  ky(`${url}/_emulator/people`, { headers: key === undefined ? {} : { 'Api-Key': key } }).json<{
    total: number;
  }>();

describe('the time of the command', () => {
  it('begins at a moment, and runs at another rate', () => {
    let device = 5_000;
    const now = timeOf({ now: 1_000_000, rate: 60 }, () => device);
    expect(now()).toBe(1_000_000);
    device += 1_000;
    expect(now()).toBe(1_060_000);
  });

  it('is that of the device unless it is told', () => {
    expect(timeOf({ now: undefined, rate: 1 }, () => 7)()).toBe(7);
  });

  it('is told to the service', async () => {
    const { url } = run('--seed', 'empty', '--now', '2030-01-31T09:00:00Z');
    const { now } = await ky(`${await url()}/_emulator/clock`).json<{ now: number }>();
    expect(new Date(now).toISOString()).toMatch(/^2030-01-31T09:/);
  });

  it('goes to a moment, and never back', async () => {
    const { url } = run('--seed', 'empty', '--now', '2030-01-31T09:00:00Z');
    const pass = async (to: string) =>
      ky.post(`${await url()}/_emulator/clock/advance`, { json: { to }, throwHttpErrors: false });
    expect((await pass('2030-02-01T00:00:00Z')).status).toBe(200);
    expect((await pass('2030-01-01T00:00:00Z')).status).toBe(400);
  });

  it('is not turned back by a data file of a later time', async () => {
    const data = dataFile();
    const first = run('--seed', 'empty', '--data', data, '--now', '2040-01-01T00:00:00Z');
    await track(await first.url(), 'seen');
    first.stop();
    await first.ended;

    const { now } = await ky(`${await run('--data', data).url()}/_emulator/clock`).json<{ now: number }>();

    expect(new Date(now).toISOString()).toMatch(/^2040-01-01/);
  });
});

describe('keys and secret of the command', () => {
  it('are those it is given', async () => {
    const { url, output } = run('--seed', 'empty', '--key', 'server=my-key', '--secret', 'my-secret');
    const lists = async (key: string) =>
      (await fetch(`${await url()}/api/lists`, { headers: { 'Api-Key': key } })).status;

    expect(await lists('my-key')).toBe(200);
    expect(await lists('emulator-server-key')).toBe(401);
    expect(output()).toMatch(/Server key\s+my-key[^]*Token secret\s+my-secret/);
  });
});

describe('--projects', () => {
  it('are told apart by key, and know nothing of each other', async () => {
    const { url } = run('--seed', 'empty', '--projects', '3');
    const address = await url();
    await ky.post(`${address}/api/events/track`, {
      headers: { 'Api-Key': 'emulator-server-key-2' },
      json: { email: 'ada@example.com', eventName: 'seen' },
    });

    const totals = [
      await peopleOf(address),
      await peopleOf(address, 'emulator-server-key-2'),
      await peopleOf(address, 'emulator-server-key-3'),
    ];
    await ky.post(`${address}/_emulator/reset`, { headers: { 'Api-Key': 'emulator-web-key-3' } });

    expect(totals.map(({ total }) => total)).toEqual([0, 1, 0]);
    expect((await peopleOf(address, 'emulator-server-key-2')).total).toBe(1);
  });

  it('refuses the key of a project that is not there', async () => {
    const { url } = run('--seed', 'empty', '--projects', '2');
    const headers = { 'Api-Key': 'emulator-server-key-3' };
    expect((await fetch(`${await url()}/api/lists`, { headers })).status).toBe(401);
  });

  it('finds what needs no key in the project that has it', async () => {
    const { url } = run('--seed', 'empty', '--projects', '2');
    const address = await url();
    const exported = async (key: string) => {
      const api = ky.create({ headers: { 'Api-Key': key } });
      const user = { email: 'ada@example.com', eventName: key };
      await api.post(`${address}/api/events/track`, { json: user });
      const json = { dataTypeName: 'customEvent', outputFormat: 'text/csv' };
      const { jobId } = await api.post(`${address}/api/export/start`, { json }).json<{ jobId: number }>();
      await api.post(`${address}/_emulator/clock/advance`, { json: { milliseconds: 60_000 } });
      const { files } = await api(`${address}/api/export/${jobId}/files`).json<{
        files: { url: string }[];
      }>();
      return files[0]?.url ?? '';
    };
    const first = await exported('emulator-server-key');
    const second = await exported('emulator-server-key-2');

    expect(await ky(first).text()).not.toContain('emulator-server-key-2');
    expect(await ky(second).text()).toContain('emulator-server-key-2');
  });
});

describe('what it begins and ends with', () => {
  it('is a scenario', async () => {
    const { url, output } = run('--scenario', file('shop.json', shop));
    expect((await peopleOf(await url())).total).toBe(2);
    expect(output()).toMatch(/It holds what .*shop\.json says/);
  });

  it('is refused where it is wrong, with the file and the path', async () => {
    const { ended, errors } = run('--scenario', file('wrong.json', { lists: [{ name: '' }] }));
    expect(await ended).toBe(1);
    expect(errors()).toMatch(/wrong\.json: lists\[0\]\.name: /);
  });

  it('is a save, which is left as it is, and one is written at the end', async () => {
    const saved = dataFile();
    const first = run('--seed', 'empty', '--export-on-exit', saved);
    await track(await first.url(), 'seen');
    first.stop();
    expect(await first.ended).toBe(0);
    const before = readFileSync(saved, 'utf8');

    const second = run('--import', saved);
    await call(await second.url(), '/api/events/track', { email: 'ben@example.com', eventName: 'seen' });

    expect((await peopleOf(await second.url())).total).toBe(2);
    expect(readFileSync(saved, 'utf8')).toBe(before);
  });

  it.each([
    ['is not there', () => '/nothing/here.json', 'cannot be read'],
    ['is none', () => file('none.json', {}), 'This is no saved emulator'],
  ])('is refused when the save %s', async (_, path, words) => {
    const { ended, errors } = run('--import', path());
    expect(await ended).toBe(1);
    expect(errors()).toContain(words);
  });
});

describe('the command line', () => {
  it.each([
    [['--now', 'soon'], '`--now`'],
    [['--rate', '0'], '`--rate`'],
    [['--key', 'server'], '`--key`'],
    [['--key', 'master=key'], '`--key`'],
    [['--key', 'server=a', '--key', 'web=a'], '`--key`: `server` and `web` must not be the same'],
    [['--key', 'web=emulator-server-key'], '`--key`: `server` and `web` must not be the same'],
    [['--secret', ''], '`--secret`'],
    [['--projects', '0'], '`--projects`'],
    [['--projects', '2', '--data', 'a.json'], '`--projects`'],
    [['--scenario='], '`--scenario`'],
    [['exec'], '`exec` needs a program'],
    [['exec', '--'], '`exec` needs a program'],
  ])('refuses %j, and names what is wrong', (args, named) => {
    expect(() => choicesOf(args)).toThrow(named);
  });
});
