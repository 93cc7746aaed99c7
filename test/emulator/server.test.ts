import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serve } from '../../src/emulator/server.js';
import { setup as controlled } from './support/control.js';

/** An address under which others reach this machine, if it has one. */
const outside = Object.values(networkInterfaces())
  .flat()
  .find((address) => address?.family === 'IPv4' && !address.internal)?.address;

/** An emulator that is served on a free port, and ways to call it. */
async function setup({ host = '127.0.0.1' } = {}) {
  const { emulator } = controlled();
  const served = await serve(emulator, { port: 0, host });
  onTestFinished(() => served.close());
  const headers = { 'Api-Key': emulator.keys.server };
  const track = () =>
    fetch(`${served.url}/api/events/track`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ email: 'ada@example.com', eventName: 'seen' }),
    });
  return { emulator, served, track };
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

  it.skipIf(!outside)('is reached by this machine only, unless told otherwise', async () => {
    const { served } = await setup();
    expect((await fetch(`http://127.0.0.1:${served.port}/_emulator/clock`)).status).toBe(200);
    await expect(fetch(`http://${outside}:${served.port}/`)).rejects.toThrow('fetch failed');
  });

  it.skipIf(!outside)('keeps console and control for this machine when others may call', async () => {
    const { served } = await setup({ host: '0.0.0.0' });
    const statusOf = async (path: string) => (await fetch(`http://${outside}:${served.port}${path}`)).status;
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
});
