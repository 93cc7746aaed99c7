import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, expectTypeOf, it, onTestFinished, vi } from 'vitest';
import { readWebhook, tokenHandler, WebhookError, type WebhookEvent } from '../../../src/admin/index.js';

const secret = 'a secret';
const proof = { authorization: 'Bearer open', headers: { 'X-Secret': 'sesame' } };

/** A server of Node's `http`; gives its address. */
async function serve(
  listener: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<string> {
  const server = createServer((request, response) => void listener(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('tokenHandler on a server of Node', () => {
  const userOf = ({ headers }: IncomingMessage) =>
    typeof headers.cookie === 'string' ? { email: headers.cookie } : undefined;

  it('answers with the token of whoever is logged in, or with 401', async () => {
    const url = await serve(tokenHandler({ secret, user: userOf }));

    const response = await fetch(url, { headers: { Cookie: 'ada@example.com' } });
    const [, payload = ''] = (await response.text()).split('.');

    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
      email: 'ada@example.com',
    });
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect((await fetch(url)).status).toBe(401);
  });

  it('answers 500 when it does not know who is, and tells why', async () => {
    const onError = vi.fn<(error: unknown) => void>();
    const user = () => Promise.reject(new Error('The sessions are away'));
    const url = await serve(tokenHandler<IncomingMessage>({ secret, user, onError }));

    const response = await fetch(url);

    expect([response.status, await response.text()]).toEqual([500, 'There is no token now']);
    expect(onError.mock.calls).toEqual([[new Error('The sessions are away')]]);
  });

  it('hands the error to what comes next, as Express has it', async () => {
    const user = () => Promise.reject(new Error('The sessions are away'));
    const handler = tokenHandler<IncomingMessage>({ secret, user });
    const url = await serve((request, response) => {
      void handler(request, response, (error) => response.writeHead(503).end(String(error)));
    });
    expect(await (await fetch(url)).text()).toBe('Error: The sessions are away');
  });

  it('is a route of requests and responses where the second thing is something else', async () => {
    const handler = tokenHandler({ secret, user: () => ({ email: 'ada@example.com' }) });
    const route: (request: Request, context: { params: object }) => Promise<Response> = handler;

    const response = await route(new Request('https://shop.example.com/token'), { params: {} });

    expect(response.status).toBe(200);
    // Frameworks that look at what a route takes see this form.
    expectTypeOf<Parameters<typeof handler>>().toEqualTypeOf<[request: Request]>();
  });
});

describe('readWebhook on a server of Node', () => {
  const event = {
    eventName: 'emailSend',
    email: 'ada@example.com',
    dataFields: { note: 'é'.repeat(50_000) },
  };

  /** Calls a server that reads webhooks after something before it; gives what came of it. */
  async function call(
    before: (request: IncomingMessage & { body?: unknown }) => unknown = () => {},
    {
      headers = { Authorization: 'Bearer open', 'X-Secret': 'sesame' },
      body = JSON.stringify(event),
    }: { headers?: Record<string, string>; body?: string } = {},
  ) {
    let read: WebhookEvent | number | undefined;
    async function listen(request: IncomingMessage): Promise<void> {
      await before(request);
      read = await readWebhook(request, proof).catch((error: unknown) =>
        error instanceof WebhookError ? error.status : -1,
      );
    }
    const url = await serve((request, response) => void listen(request).then(() => response.end()));
    await fetch(url, { method: 'POST', headers, body });
    return read;
  }

  const all = async (request: IncomingMessage) => Buffer.concat((await request.toArray()) as Buffer[]);

  it.each<[string, (request: IncomingMessage & { body?: unknown }) => unknown]>([
    ['as it comes', () => {}],
    ['that was set to come as text', (request) => request.setEncoding('utf8')],
    [
      'that was read as JSON',
      async (request) => (request.body = JSON.parse(String(await all(request))) as unknown),
    ],
    ['that was read as text', async (request) => (request.body = String(await all(request)))],
    ['that was read as bytes', async (request) => (request.body = await all(request))],
  ])('gives the event of a body %s', async (_, before) => {
    expect(await call(before)).toEqual(event);
  });

  it.each<[number, { headers?: Record<string, string>; body?: string }]>([
    [401, { headers: { Authorization: 'Bearer open' } }],
    [401, { headers: { Authorization: 'Bearer shut', 'X-Secret': 'sesame' } }],
    [400, { body: '[]' }],
    [400, { body: '{' }],
  ])('refuses with %d what it should not take: %j', async (status, how) => {
    expect(await call(undefined, how)).toBe(status);
  });
});
