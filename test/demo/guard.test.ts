import { createAdaptorServer } from '@hono/node-server';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Hono } from 'hono';
import { describe, expect, it, onTestFinished } from 'vitest';
import { callFromAnotherMachine } from '../support/another-machine.js';
import { setup } from './support/desk.js';

const NEW_TEMPLATE = JSON.stringify({ title: 'Owned', text: 'x', button: 'x', position: 'Top' });
const HOST = '127.0.0.1';
const JSON_TYPE = { 'Content-Type': 'application/json' };

/** A desk as it is served over HTTP, mounted as the demo does, and what gives the status of a call. */
async function served() {
  const { desk, emulator } = setup();
  const server = createAdaptorServer(new Hono().route('/admin', desk));
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;

  /** A plain call, since `fetch` does not send headers that pages may not set. */
  function call(path: string, headers: Record<string, string> = {}, { method = 'GET', body = '' } = {}) {
    return new Promise<number | undefined>((resolve, reject) => {
      const asked = request({ host: HOST, port, path: `/admin${path}`, method, headers }, (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode));
      });
      asked.on('error', reject);
      asked.end(body);
    });
  }
  const post = (headers: Record<string, string>) =>
    call('/templates', { ...JSON_TYPE, ...headers }, { method: 'POST', body: NEW_TEMPLATE });
  return { call, post, port, emulator };
}

describe('the guard of the desk', () => {
  it('lets its own page ask, and who has no page', async () => {
    const { call, post, port } = await served();
    const own = {
      Origin: `http://localhost:${port}`,
      Host: `localhost:${port}`,
      'Sec-Fetch-Site': 'same-origin',
    };
    expect(await call('')).toBe(200);
    expect(await call('/about', own)).toBe(200);
    expect(await post(own)).toBe(200);
    expect(await post({})).toBe(200);
  });

  it('lets a link of another page lead to it', async () => {
    const { call } = await served();
    expect(await call('', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' })).toBe(200);
  });

  it.each([
    ['a page of another origin', { Origin: 'https://evil.example' }],
    ['a page without an origin', { Origin: 'null' }],
    ['a page of another port of this machine', { Origin: 'http://localhost:1' }],
    ['another site, by what the browser says of it', { 'Sec-Fetch-Site': 'cross-site' }],
    ['another page of the site, by what the browser says', { 'Sec-Fetch-Site': 'same-site' }],
    ['a form that leads here', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' }],
    ['a name that leads to this machine', { Host: 'evil.example' }],
    ['a name that begins like this machine', { Host: 'localhost.evil.example' }],
  ])('refuses %s', async (_, headers) => {
    const { post, emulator } = await served();
    expect(await post(headers)).toBe(403);
    expect(emulator.inspect.requests).toEqual([]);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'refuses %s, which a form of any page can send',
    async (type) => {
      const { post, emulator } = await served();
      expect(await post({ 'Content-Type': type })).toBe(415);
      expect(emulator.inspect.requests).toEqual([]);
    },
  );

  it('refuses to read more than it needs', async () => {
    const { call, emulator } = await served();
    const body = JSON.stringify({ title: 'x'.repeat(20_000) });
    expect(await call('/templates', JSON_TYPE, { method: 'POST', body })).toBe(413);
    expect(emulator.inspect.requests).toEqual([]);
  });

  it('refuses other machines', async () => {
    const { call } = await served();
    callFromAnotherMachine();
    expect(await call('')).toBe(403);
  });
});

describe('the answers of the desk', () => {
  it.each([undefined, 401, 403, 500])('hold no key, also when the service answers %s', async (status) => {
    const { ask, ended, emulator } = setup();
    const { keys, faults } = emulator;
    if (status !== undefined) faults.add({ kind: 'status', status, times: Infinity });
    const asked: [method: string, path: string, body?: unknown][] = [
      ['GET', ''],
      ['GET', 'page.js'],
      ['GET', 'about'],
      ['GET', 'visitor'],
      ['POST', 'templates', NEW_TEMPLATE],
      ['GET', 'templates/1'],
      ['POST', 'campaigns', { templateId: 1, name: keys.readOnly }],
      ['POST', 'messages', { campaignId: 1, email: 'ada@example.com' }],
      ['POST', 'import', { chunkSize: 1_000, goesOn: false }],
    ];
    const answers: string[] = [];
    for (const [method, path, body] of asked) {
      const response = await ask(method, path, { body });
      answers.push(JSON.stringify([...response.headers]), await response.text());
    }
    answers.push(JSON.stringify(await ended('import')));

    for (const secret of [keys.server, 'emulator-token-secret']) expect(answers.join()).not.toContain(secret);
    expect(answers.join()).not.toMatch(/eyJ[\w-]+\.eyJ/);
  });
});
