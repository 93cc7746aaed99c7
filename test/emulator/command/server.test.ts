import { connect, Server, type AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Fault } from '../../../src/emulator/answering/faults.js';
import { serve } from '../../../src/emulator/command/server.js';
import { callFromAnotherMachine } from '../../support/another-machine.js';
import { setup as controlled } from '../support/control.js';
import { ky } from '../support/command.js';

/** An emulator that is served on a free port, and ways to call it. */
async function setup({ host = '127.0.0.1' } = {}) {
  const { emulator } = controlled();
  const served = await serve(emulator, { port: 0, host });
  onTestFinished(() => served.close());
  const headers = { 'Api-Key': emulator.keys.server };
  const track = () =>
    ky.post(`${served.url}/api/events/track`, {
      headers,
      json: { email: 'ada@example.com', eventName: 'seen' },
      throwHttpErrors: false,
    });
  const send = (body: BodyInit, more: Record<string, string> = {}) =>
    fetch(`${served.url}/api/events/track`, {
      method: 'POST',
      headers: { ...headers, ...more },
      body,
      duplex: 'half',
    } as RequestInit);
  return { emulator, served, track, send };
}

/** Everything that a plain socket gets for a request, and whether the connection was closed in good order. */
function raw(port: number, request: string): Promise<string> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.on('data', (part) => parts.push(part));
    socket.on('error', () => {});
    socket.on('close', () => resolve(Buffer.concat(parts).toString()));
  });
}

describe('the server', () => {
  it('answers as the emulator does', async () => {
    const { emulator, track } = await setup();

    const response = await track();

    expect(response.status).toBe(200);
    expect(emulator.inspect.events('customEvent')).toHaveLength(1);
  });

  it('lets pages of other origins call the service, and read how long to wait', async () => {
    const { served } = await setup();
    const response = await fetch(`${served.url}/api/events/track`, {
      method: 'OPTIONS',
      headers: { Origin: 'https://shop.example.com', 'Access-Control-Request-Method': 'POST' },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('Access-Control-Allow-Headers')).toContain('Api-Key');
  });

  it.each([
    ['drop', 0],
    ['lose', 1],
  ] as const)('breaks the connection of a call that a fault of kind %s befalls', async (kind, acted) => {
    const { emulator, track } = await setup();
    emulator.faults.add({ kind });

    await expect(track()).rejects.toThrow('fetch failed');

    expect(emulator.inspect.events()).toHaveLength(acted);
    expect((await track()).status).toBe(200);
  });

  it('breaks off in the middle of a half answer, without a word of its own', async () => {
    const { emulator, served, track } = await setup();
    emulator.faults.add({ kind: 'half', times: 2 });

    const response = await track();
    await expect(response.text()).rejects.toThrow();

    const body = '{"email":"ada@example.com","eventName":"seen"}';
    const wire = await raw(
      served.port,
      `POST /api/events/track HTTP/1.1\r\nHost: localhost\r\nApi-Key: ${emulator.keys.server}\r\n` +
        `Content-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect(wire).toMatch(/^HTTP\/1\.1 200/);
    expect(wire).toMatch(/\{"msg": "half\r\n$/);
    expect(wire).not.toContain('\r\n0\r\n');
  });

  const outcomes: [Fault, outcome: string, acted: number][] = [
    [{ kind: 'status', status: 503 }, '503 {"msg":"A fault', 0],
    [{ kind: 'status', status: 429, retryAfter: 2 }, '429 after 2 {"msg":"A fault', 0],
    [{ kind: 'drop' }, 'broken', 0],
    [{ kind: 'lose' }, 'broken', 1],
    [{ kind: 'delay', delay: 20 }, '200 {"msg":"","code":"Success"', 1],
    [{ kind: 'malformed' }, '200 {"msg": "half of an ', 1],
    [{ kind: 'html' }, '200 <!doctype html>', 1],
    [{ kind: 'half' }, 'broken', 1],
  ];
  it.each(outcomes)('takes the fault %j over HTTP: the next call is %s', async (fault, outcome, acted) => {
    const { emulator, served, track } = await setup();
    const json = { ...fault, route: 'POST /api/events/track', times: 1 };
    await ky.post(`${served.url}/_emulator/faults`, { json });

    const answer = await track()
      .then(async (response) => {
        const after = response.headers.get('Retry-After');
        return `${response.status}${after ? ` after ${after}` : ''} ${await response.text()}`;
      })
      .catch(() => 'broken');

    expect(answer.slice(0, outcome.length)).toBe(outcome);
    expect(emulator.inspect.events()).toHaveLength(acted);
    expect(emulator.inspect.requests).toMatchObject([{ fault: fault.kind }]);
    expect((await track()).status).toBe(200);
  });

  it('says of malformed and HTML answers what the fault made of them', async () => {
    const { emulator, track } = await setup();
    emulator.faults.add({ kind: 'malformed' });
    emulator.faults.add({ kind: 'html' });

    expect(await (await track()).text()).toBe('{"msg": "half of an ');
    expect((await track()).headers.get('Content-Type')).toContain('text/html');
  });

  it('rejects when its port is taken', async () => {
    const { emulator, served } = await setup();
    await expect(serve(emulator, { port: served.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it.each([
    [{}, '127.0.0.1'],
    [{ host: '0.0.0.0' }, '0.0.0.0'],
  ])('is reached by this machine only, unless told otherwise: %j', async (options, address) => {
    const listen = vi.spyOn(Server.prototype, 'listen');
    onTestFinished(() => listen.mockRestore());

    const { served } = await setup(options);

    expect((await fetch(`http://127.0.0.1:${served.port}/_emulator/clock`)).status).toBe(200);
    const [server] = listen.mock.contexts as Server[];
    expect((server?.address() as AddressInfo).address).toBe(address);
  });

  it('keeps console and control for this machine when others may call', async () => {
    const { served } = await setup({ host: '0.0.0.0' });
    const statusOf = async (path: string) => (await fetch(`${served.url}${path}`)).status;
    callFromAnotherMachine();

    expect(await statusOf('/_emulator/people')).toBe(403);
    expect(await statusOf('/')).toBe(403);
    expect(await statusOf('/api/lists')).not.toBe(403);
  });

  it('refuses the control by a foreign name, as DNS rebinding would reach it', async () => {
    const { served } = await setup();
    const wire = await raw(
      served.port,
      'GET /_emulator/people HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
    );
    expect(wire).toMatch(/^HTTP\/1\.1 403/);
    expect(wire).not.toContain('rows');
  });

  it('outlives a request that is none', async () => {
    const { served, track } = await setup();
    expect(await raw(served.port, 'GET //[ HTTP/1.1\r\nHost: :::\r\nConnection: close\r\n\r\n')).toMatch(
      / 4\d\d /,
    );
    expect((await track()).status).toBe(200);
  });

  it('refuses the control to the calls of its own webhooks', async () => {
    const { emulator, served } = await setup();
    const { status } = await fetch(`${served.url}/_emulator/faults`, {
      method: 'POST',
      headers: { 'User-Agent': 'tidings-emulator' },
      body: '{"kind":"drop"}',
    });
    expect(status).toBe(403);
    expect(emulator.faults.waiting()).toEqual([]);
  });

  it.each([
    ['HEAD', '/api/lists', 200],
    ['OPTIONS', '/api/lists', 204],
    ['PATCH', '/api/lists', 404],
    ['PROPFIND', '/api/lists', 404],
    ['FOO', '/api/lists', 400],
    ['GET', '/API/Lists', 404],
    ['GET', '/api//lists', 404],
    ['GET', '//api/lists', 404],
    ['GET', '/api/lists/', 404],
    ['GET', '/api%2Flists', 404],
    ['GET', '/api/users/..', 404],
    ['GET', '/api/users/%2e%2e', 404],
    ['GET', '/api/users/%', 400],
    ['GET', '/api/users/%E0%A4%A', 400],
    ['GET', '/api/users/a%2Fb@example.com', 200],
    ['GET', '//_emulator/people', 404],
    ['GET', '/_EMULATOR/people', 404],
    ['GET', '/_emulator%2fpeople', 404],
    ['GET', '/api/..%2f_emulator/people', 404],
    ['GET', '*', 400],
  ])('answers %s %s with %d', async (method, path, status) => {
    const { emulator, served, track } = await setup();
    const wire = await raw(
      served.port,
      `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nApi-Key: ${emulator.keys.server}\r\n` +
        'Connection: close\r\n\r\n',
    );
    expect(wire).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect((await track()).status).toBe(200);
  });

  it.each([
    ['says it is a form', { 'Content-Type': 'multipart/form-data' }, 200, 'Success'],
    ['says it is compressed', { 'Content-Encoding': 'gzip' }, 200, 'Success'],
  ])('takes JSON for JSON when the call %s', async (_, headers, status, code) => {
    const { send } = await setup();
    const response = await send('{"email":"ada@example.com","eventName":"seen"}', headers);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code });
  });

  it('refuses a body that is compressed, or no UTF-8', async () => {
    const { send } = await setup();
    const body = '{"email":"ada@example.com","eventName":"seen"}';
    for (const bytes of [gzipSync(body), Buffer.from(body, 'utf16le')]) {
      expect(await (await send(bytes)).json()).toMatchObject({ code: 'BadJsonBody' });
    }
  });

  it('refuses headers that are too large, and goes on', async () => {
    const { send, track } = await setup();
    expect((await send('{}', { 'X-Large': 'a'.repeat(20_000) })).status).toBe(431);
    expect((await track()).status).toBe(200);
  });

  it('refuses a body that is too long to be held, whether it tells its length or not', async () => {
    const { send } = await setup();
    const part = Buffer.alloc(1_000_000, ' ');
    let sent = 0;
    const inPieces = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        if (sent < 80) controller.enqueue(part);
        else controller.close();
      },
    });

    for (const body of [inPieces, Buffer.alloc(65_000_000, ' ')]) {
      expect(await (await send(body)).json()).toMatchObject({
        code: 'BatchTooLarge',
        msg: 'The body is over 64 MB',
      });
    }
  });

  it('takes what comes in pieces', async () => {
    const { emulator, send } = await setup();
    const text = Buffer.from('{"email":"ada@example.com","eventName":"gesehen: Ä"}');
    const inPieces = new ReadableStream<Uint8Array>({
      start(controller) {
        // Each byte for itself: a letter that has two comes in halves.
        for (const byte of text) controller.enqueue(new Uint8Array([byte]));
        controller.close();
      },
    });
    expect((await send(inPieces)).status).toBe(200);
    expect(emulator.inspect.events()).toMatchObject([{ fields: { eventName: 'gesehen: Ä' } }]);
  });

  it('answers others while some send their bodies without end', async () => {
    const { emulator, served, track } = await setup();
    const slow = Array.from({ length: 100 }, () => {
      const socket = connect(served.port, '127.0.0.1');
      socket.on('error', () => {});
      socket.write(
        `POST /api/events/track HTTP/1.1\r\nHost: localhost\r\nApi-Key: ${emulator.keys.server}\r\n` +
          'Content-Length: 1000\r\n\r\n{',
      );
      return socket;
    });

    expect((await track()).status).toBe(200);
    for (const socket of slow) socket.destroy();

    expect((await track()).status).toBe(200);
    expect(emulator.inspect.requests).toHaveLength(2);
  });

  it('answers a thousand calls that come at once', async () => {
    const { emulator, track } = await setup();
    const answers = await Promise.all(Array.from({ length: 1_000 }, track));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(emulator.inspect.events()).toHaveLength(1_000);
  });
});
