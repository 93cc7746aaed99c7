import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createEmulator } from '../../../src/emulator/app.js';
import { choicesOf } from '../../../src/emulator/command/command-line.js';
import { callFromAnotherMachine } from '../../support/another-machine.js';
import { run } from '../support/command.js';

const TOKEN = 'a-token-of-the-compose-file';
const bearer = { Authorization: `Bearer ${TOKEN}` };

interface Asked {
  method?: string;
  headers?: Record<string, string>;
}

/** Asks under a `Host` of one's own, as another container does. */
function ask(url: string, path: string, { method = 'GET', headers = {} }: Asked = {}) {
  return new Promise<{ status?: number | undefined; cookie?: string | undefined; text: string }>(
    (resolve, reject) => {
      const asked = request(url + path, { method, headers }, (answer) => {
        let text = '';
        answer.on('data', (part: Buffer) => (text += part.toString()));
        answer.on('end', () =>
          resolve({ status: answer.statusCode, cookie: answer.headers['set-cookie']?.[0], text }),
        );
      });
      asked.on('error', reject).end(method === 'POST' ? '{}' : undefined);
    },
  );
}

async function start(...args: string[]) {
  const command = run('--seed', 'empty', '--host', '0.0.0.0', ...args);
  const url = await command.url();
  callFromAnotherMachine();
  return { ...command, url };
}

describe('--control-host', () => {
  it('lets another container look and steer, by that name and with the token', async () => {
    const { url } = await start('--control-host', 'tidings', '--control-token', TOKEN);
    const Host = 'tidings:4747';

    expect((await ask(url, '/_emulator/people', { headers: { Host, ...bearer } })).status).toBe(200);
    const reset = await ask(url, '/_emulator/reset', { method: 'POST', headers: { Host, ...bearer } });
    expect(reset.status).toBe(200);
    // A port that is mapped from a container is reached by a name of the machine itself.
    const mapped = await ask(url, '/_emulator/clock', { headers: { Host: 'localhost:4747', ...bearer } });
    expect(mapped.status).toBe(200);
  });

  it.each([
    ['no token', { Host: 'tidings:4747' }],
    ['another token', { Host: 'tidings:4747', Authorization: 'Bearer another-token-of-someone' }],
    ['another name', { Host: 'evil.example', ...bearer }],
    ['the token on a page of elsewhere', { Host: 'tidings:4747', Origin: 'https://evil.example', ...bearer }],
  ])('refuses %s', async (_, headers) => {
    const { url } = await start('--control-host', 'tidings', '--control-token', TOKEN);

    expect((await ask(url, '/_emulator/people', { headers })).status).toBe(403);
  });

  it('makes a token where none is given, and tells it; without the option nobody is let in', async () => {
    const { url, output } = await start('--control-host', '*');
    const [, token = ''] = /Control token\s+(\S+)/.exec(output()) ?? [];
    const headers = { Host: 'tidings', Authorization: `Bearer ${token}` };

    expect(token).toHaveLength(32);
    expect((await ask(url, '/_emulator/clock', { headers })).status).toBe(200);
    const closed = await start();
    expect((await ask(closed.url, '/_emulator/clock', { headers })).status).toBe(403);
    expect(closed.output()).not.toContain('Control token');
  });

  it('gives a browser the console by a link with the token, which it keeps as a cookie', async () => {
    const { url } = await start('--control-host', 'tidings', '--control-token', TOKEN);
    const headers = { Host: 'tidings:4747' };

    const linked = await ask(url, `/?token=${TOKEN}`, { headers });
    const [Cookie = ''] = linked.cookie?.split(';') ?? [];

    expect(linked.status).toBe(303);
    expect(linked.cookie).toMatch(/HttpOnly; SameSite=Strict/);
    expect((await ask(url, '/', { headers: { ...headers, Cookie } })).text).toContain('<title>');
    expect((await ask(url, '/_emulator/people', { headers: { ...headers, Cookie } })).status).toBe(200);
    expect((await ask(url, '/?token=wrong', { headers })).status).toBe(403);
  });

  it.each([
    [['--control-token', TOKEN], 'needs a `--control-host`'],
    [['--control-host', 'tidings', '--control-token', 'short'], '16 characters'],
    [['--control-host', 'tidings:4747'], 'without a port'],
  ])('refuses %j', (args, words) => {
    expect(() => choicesOf(args)).toThrow(words);
  });

  it('takes no weak token in the process either', () => {
    expect(() => createEmulator({ control: { hosts: ['tidings'], token: 'short' } })).toThrow(TypeError);
    expect(() => createEmulator({ control: { hosts: [], token: TOKEN } })).toThrow(TypeError);
  });
});
