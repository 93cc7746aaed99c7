import { once } from 'node:events';
import { createServer, request as nodeRequest, type IncomingMessage } from 'node:http';
import { connect, createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import express, { type Request as ExpressRequest } from 'express';
import { Hono } from 'hono';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createRelay, toNode, type NodeAsked, type Relay } from '../../src/relay/index.js';
import { ada, emulated, event, lineOf, listening, relayOptions, userIn, visitor } from './support/site.js';

const delivered = { is: 'delivered' };

/** What Express calls where a handler says what is in the way. */
const failed: express.ErrorRequestHandler = (error: Error, _request, response, next) => {
  if (response.headersSent) next(error);
  else response.status(500).send(error.message);
};

/** What a page does on each kind of server. */
async function journey(url: string) {
  const page = visitor(url, ada);
  const told = await page.tell(event(), event());
  const asked = await page.ask('/api/inApp/web/getMessages', ada);
  page.logout();
  const later = await page.tell(event());
  return [told, asked.status, asked.headers.get('ETag') !== null, later];
}
const done = [[delivered, delivered], 200, true, [delivered]];

describe('a relay runs', () => {
  it('on Node', async () => {
    const relay = createRelay(relayOptions(await emulated()));

    expect(await journey(`${await listening(toNode(relay))}/tidings`)).toEqual(done);
  });

  it.each<[string, string, number]>([
    ['that is told', lineOf(event()), 200],
    ['that is too much', 'x'.repeat(2_000_000), 413],
  ])('on HTTP/2 of Node: what is answered %s', async (_, body, status) => {
    const user = ({ headers }: NodeAsked) => userIn(String(headers['cookie']));
    const relay = createRelay({ ...relayOptions(await emulated()), user });
    const server = createHttp2Server(toNode(relay));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const client = connect(`http://127.0.0.1:${port}`);
    onTestFinished(() => {
      client.destroy();
      server.close();
    });

    const stream = client.request({
      ...{ ':method': 'POST', ':path': '/tidings', origin: `http://127.0.0.1:${port}` },
      cookie: `session=${encodeURIComponent(JSON.stringify(ada))}`,
    });
    stream.on('error', () => {}); // A body that is too much need not be sent to its end.
    stream.end(body);
    const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];

    expect(headers[':status']).toBe(status);
  });

  it('in Express, also below a router, whose part of the path is in its cookies', async () => {
    const service = await emulated();
    const relay = createRelay<ExpressRequest>({
      ...relayOptions(service),
      // What Express adds to a request is there.
      user: ({ get, headers, originalUrl }) =>
        typeof get === 'function' && originalUrl.startsWith('/shop/tidings')
          ? userIn(headers.cookie)
          : undefined,
    });
    const app = express();
    app.use('/shop/tidings', toNode(relay));
    app.use(express.json());
    const url = `${await listening(app)}/shop/tidings`;

    expect(await journey(url)).toEqual(done);
    const response = await visitor(url, ada).post(lineOf(event()));
    expect(response.headers.getSetCookie()[0]).toContain('Path=/shop/tidings;');
  });

  it('in Hono', async () => {
    const service = await emulated();
    const relay = createRelay({
      ...relayOptions(service),
      user: (request: Request) => userIn(request.headers.get('Cookie')),
    });
    const app = new Hono();
    app.all('/tidings', ({ req }) => relay(req.raw));
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));

    expect(await journey(`http://127.0.0.1:${(server.address() as AddressInfo).port}/tidings`)).toEqual(done);
  });

  it('on requests and responses alone', async () => {
    const relay = createRelay({ ...relayOptions(await emulated()), user: () => ada });

    const response = await relay(
      new Request('https://shop.example/tidings', {
        method: 'POST',
        headers: { Origin: 'https://shop.example' },
        body: lineOf(event()),
      }),
    );

    expect(await response.text()).toBe('[200,{}]\n');
    expect(response.headers.getSetCookie().every((text) => text.endsWith('; Secure'))).toBe(true);
  });
});

describe('a server of Node', () => {
  /** A relay in Express behind something that reads bodies. */
  async function behind(parser: express.RequestHandler) {
    const app = express();
    const relay: Relay<IncomingMessage> = createRelay(relayOptions(await emulated()));
    app.use(parser, toNode(relay), failed);
    return visitor(`${await listening(app)}/tidings`, ada);
  }

  it('whose body parser has read what a page said is told where the relay must stand', async () => {
    const page = await behind(express.json({ type: () => true, strict: false }));

    const response = await page.post(lineOf(event()));

    expect([response.status, await response.text()]).toEqual([
      500,
      expect.stringContaining('express.json()'),
    ]);
  });

  it('says so itself where there is nobody to tell', async () => {
    const handle = toNode(createRelay(relayOptions(await emulated())));
    const url = await listening((request, response) => {
      request.resume();
      request.on('end', () => handle(request, response));
    });

    const response = await visitor(`${url}/tidings`, ada).post(lineOf(event()));

    expect([response.status, await response.json()]).toEqual([
      500,
      {
        code: 'BodyWasRead',
        msg: expect.stringContaining('put the relay before it') as unknown,
        params: null,
      },
    ]);
  });

  it.each([
    ['that leaves it alone', express.json()],
    ['that hands it on as it came', express.raw({ type: () => true })],
  ])('may have a body parser %s', async (_, parser) => {
    const page = await behind(parser);

    expect(await page.tell(event())).toEqual([delivered]);
  });

  it('takes bodies that come in pieces, and keeps connections for the next request', async () => {
    const relay = createRelay(relayOptions(await emulated()));
    const url = await listening(toNode(relay));
    const pieces = lineOf(event(ada, 'pieces', { dataFields: { text: 'ä'.repeat(50_000) } })).match(
      /.{1,9999}/gu,
    );

    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of pieces ?? []) controller.enqueue(new TextEncoder().encode(piece));
        controller.close();
      },
    });
    const response = await visitor(`${url}/tidings`, ada).fetch({
      ...{ method: 'POST', body: stream },
      duplex: 'half',
    });

    expect(await response.text()).toBe('[200,{}]\n');
    expect(response.headers.get('Connection')).toBe('keep-alive');
  });

  it.each(['//evil.example/tidings', 'http://evil.example/tidings', '/tidings?to=%', '*'])(
    'is asked for an address that is none, or leads elsewhere: %s',
    async (path) => {
      const server = createServer(toNode(createRelay(relayOptions(await emulated()))));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      onTestFinished(() => void server.close());
      const { port } = server.address() as AddressInfo;

      const status = await new Promise((resolve, reject) => {
        const headers = { 'Sec-Fetch-Site': 'same-origin' };
        nodeRequest({ port, path, method: 'GET', headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
          .on('error', reject)
          .end();
      });

      expect([400, 404]).toContain(status);
    },
  );

  it.each(['evil.example/x', 'user:secret@evil.example', ''])(
    'is asked by a host that is none: %j',
    async (host) => {
      const url = await listening(toNode(createRelay(relayOptions(await emulated()))));

      const status = await new Promise((resolve, reject) => {
        nodeRequest(
          url,
          { method: 'POST', headers: { Host: host, Origin: `http://${host}` } },
          (response) => {
            response.resume();
            resolve(response.statusCode);
          },
        )
          .on('error', reject)
          .end('1');
      });

      expect([400, 403]).toContain(status);
    },
  );
});
