import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fetch as undiciFetch, ProxyAgent } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAdmin } from '../../src/admin/index.js';
import { startProcess } from '../command/support/process.js';
import { setup as setupCommand } from '../command/support/tidings.js';
import { compileTidings } from '../support/compiled.js';
import { serve } from '../support/serve.js';

const program = compileTidings();

/** A proxy that tunnels, as those of companies do, and where it was asked to lead; one with a status refuses. */
async function startProxy(status = 200) {
  const tunnels: string[] = [];
  const server = createServer((_, response) => response.writeHead(501).end());
  server.on('connect', ({ url = '' }, socket, head) => {
    tunnels.push(url);
    // Whoever was refused may be gone before it has read so.
    socket.on('error', () => socket.destroy());
    if (status !== 200) return socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`);
    const [host = '', port] = url.split(':');
    const there = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      there.write(head);
      socket.pipe(there).pipe(socket);
    });
    there.on('error', () => socket.destroy());
    socket.on('close', () => there.destroy());
    return there;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { tunnels, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** An admin whose calls alone go through a proxy, as the guide has it. */
function adminThrough(proxy: string, baseUrl: string) {
  const dispatcher = new ProxyAgent(proxy);
  onTestFinished(() => dispatcher.destroy());
  const fetch = ((input: string, init: object) =>
    undiciFetch(input, { ...init, dispatcher })) as unknown as typeof globalThis.fetch;
  return createAdmin({ apiKey: 'key', baseUrl, fetch, pace: false, random: () => 0.001 });
}

describe('behind a proxy', () => {
  it('the calls of one admin go through it, are repeated, and stream', async () => {
    const { tunnels, url } = await startProxy();
    const { host, baseUrl, arrivals } = await serve((response) => {
      response.statusCode = arrivals.length === 1 ? 503 : 200;
      response.end(arrivals.length === 3 ? 'ada@example.com\n' : '{"msg":"","code":"Success"}');
    });
    const admin = adminThrough(url, baseUrl);

    await admin.users.update({ email: 'ada@example.com' });
    const members: string[] = [];
    for await (const one of admin.lists.getUsers.all({ listId: 1 })) members.push(one);

    expect(members).toEqual(['ada@example.com']);
    expect(arrivals.map(({ method, body }) => [method, body])).toEqual([
      ['POST', '{"email":"ada@example.com"}'],
      ['POST', '{"email":"ada@example.com"}'],
      ['GET', ''],
    ]);
    expect([...new Set(tunnels)]).toEqual([host]);
  });

  it('one that refuses is no answer of the service', async () => {
    const { url } = await startProxy(407);
    const { baseUrl, arrivals } = await serve((response) => response.end('{}'));

    const refused = adminThrough(url, baseUrl).channels.list(undefined, { retry: false });

    await expect(refused).rejects.toMatchObject({ name: 'NetworkError' });
    expect(arrivals).toEqual([]);
  });

  const undici = pathToFileURL(join(import.meta.dirname, '../../node_modules/undici/index.js')).href;
  const preloaded = `import { EnvHttpProxyAgent, setGlobalDispatcher } from '${undici}';
    setGlobalDispatcher(new EnvHttpProxyAgent());`;
  const ways: [string, Record<string, string>][] = [
    ['with undici, on every Node', { NODE_OPTIONS: '--import ./proxy.mjs' }],
  ];
  if (process.allowedNodeEnvironmentFlags.has('--use-env-proxy'))
    ways.push(['with what this Node has itself', { NODE_USE_ENV_PROXY: '1' }]);
  for (const [way, variables] of ways) {
    it(`the command goes through the one of the environment ${way}`, async () => {
      const { tunnels, url } = await startProxy();
      const context = await setupCommand();
      context.write('proxy.mjs', preloaded);
      const { host } = new URL(context.variables.TIDINGS_BASE_URL);
      const start = (more: Record<string, string>) =>
        startProcess({ ...context, variables: { ...context.variables, ...variables, ...more } }, [
          process.execPath,
          program(),
          ...['channels', 'list'],
        ]);

      const through = start({ HTTP_PROXY: url, NO_PROXY: '' });
      expect({ code: await through.ended, errors: through.errors() }).toEqual({ code: 0, errors: '' });
      expect(tunnels).toEqual([host]);

      const past = start({ HTTP_PROXY: url, NO_PROXY: 'localhost,127.0.0.1' });
      expect(await past.ended).toBe(0);
      expect(tunnels).toEqual([host]);
    });
  }
});
