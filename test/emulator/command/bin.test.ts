import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serve } from '../../support/serve.js';
import { until } from '../../support/until.js';
import { compiledCommand } from '../support/bin.js';
import { call, dataFile, ky, run, track } from '../support/command.js';
import { addWebhook } from '../support/saved.js';

describe('tidings-emulator as a process', () => {
  const command = compiledCommand();

  const start = (...args: string[]) => command('--port', '0', ...args);

  it('saves and ends well on SIGINT', async () => {
    const data = dataFile();
    const { url, child, ended } = start('--seed', 'empty', '--data', data);
    await track(await url(), 'seen');

    child.kill('SIGINT');

    expect(await ended).toBe(0);
    expect(readFileSync(data, 'utf8')).toContain('seen');
  });

  it('saves and ends well on SIGTERM, also while a webhook does not answer', async () => {
    const data = dataFile();
    const { arrivals, baseUrl } = await serve(() => {});
    const campaignId = addWebhook(data, `${baseUrl}/never`);
    const { url, child, ended } = start('--data', data);
    await call(await url(), '/api/email/target', { campaignId, recipientEmail: 'ada@example.com' });
    await until(() => expect(arrivals).toHaveLength(1));
    await track(await url(), 'while-it-hangs');

    child.kill('SIGTERM');

    expect(await ended).toBe(0);
    expect(readFileSync(data, 'utf8')).toContain('while-it-hangs');
    // Had it waited for the webhook, that would have been called twice more.
    expect(arrivals).toHaveLength(1);
  });

  it('keeps its data file to itself until it is killed, and leaves it whole', async () => {
    const data = dataFile();
    const { url, child, ended } = start('--seed', 'empty', '--data', data);
    const address = await url();
    await track(address, 'first');
    await until(() => expect(readFileSync(data, 'utf8')).toContain('first'));

    const second = run('--data', data);
    expect(await second.ended).toBe(1);
    expect(second.errors()).toContain(`${data} is in use by process ${child.pid}; stop that one, or give`);

    const calls = Array.from({ length: 20 }, () => track(address, 'while-it-ends').catch(() => {}));
    await calls[0];
    child.kill('SIGKILL');
    await Promise.all([ended, ...calls]);
    const third = run('--data', data);
    const events = await ky(`${await third.url()}/_emulator/events?search=first`).json();
    expect(events).toMatchObject({ total: 1 });
    third.stop();
    expect(await third.ended).toBe(0);
    expect(readdirSync(dirname(data))).toEqual(['data.json']);
  });

  it('says on its error output what is wrong, and tells by its code', async () => {
    const { ended, errors, output } = start('--seed', 'garden');

    expect(await ended).toBe(2);
    expect([output(), errors()]).toEqual(['', expect.stringContaining('`--seed` must be one of')]);
  });
});
