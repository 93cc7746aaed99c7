import { getRequestListener } from '@hono/node-server';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDemo } from '../../demo/demo.js';
import { serviceOf } from '../../demo/service.js';
import { createEmulator } from '../../src/emulator/app.js';

const MESSAGE = { title: 'Hello', text: 'Good to see you', button: 'Fine', position: 'Top' };

/** The demo, over a service that it reaches by the network alone. */
async function setup() {
  const real = createEmulator({ contents: 'shop', tokenSecret: 'real-secret' });
  const listener = getRequestListener((request) => real.fetch(request), { overrideGlobalObjects: false });
  const server = createServer((request, response) => void listener(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const demo = createDemo(
    serviceOf({
      TIDINGS_BASE_URL: `http://${host}`,
      TIDINGS_WEB_KEY: real.keys.web,
      TIDINGS_SERVER_KEY: real.keys.server,
      TIDINGS_TOKEN_SECRET: 'real-secret',
    }),
  );
  const ask = (path: string, init?: RequestInit) =>
    demo.fetch(new Request(`http://localhost:4173${path}`, init));
  return { real, host, ask };
}

describe('the demo on a real service', () => {
  it('runs the desk on it, and says which it is', async () => {
    const { real, host, ask } = await setup();

    const saved = await ask('/admin/templates', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: 'http://localhost:4173' },
      body: JSON.stringify(MESSAGE),
    });

    expect(await saved.json()).toMatchObject({ templateId: expect.any(Number) as number });
    expect(await (await ask('/admin/about')).json()).toMatchObject({ realService: host });
    const page = await (await ask('/admin')).text();
    expect(page).not.toContain(real.keys.server);
  });

  it('says why there is no console', async () => {
    const { ask } = await setup();
    const answer = await ask('/console');
    expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('a real service')]);
  });

  it('is not begun with half of what it needs', () => {
    expect(() => serviceOf({ TIDINGS_BASE_URL: 'http://a', TIDINGS_WEB_KEY: 'k' })).toThrow(
      'To run on http://a, set TIDINGS_SERVER_KEY, TIDINGS_TOKEN_SECRET too',
    );
  });
});
