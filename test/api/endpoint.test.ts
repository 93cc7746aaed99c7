import type { ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { connect, type AskOptions } from '../../src/api/endpoint.js';
import { ApiError, NetworkError } from '../../src/errors.js';
import { serve } from '../support/serve.js';

const apiKey = '0123456789abcdef0123456789abcdef';
const route = 'POST /api/users/update';

/** A service that answers as told, and one operation of it. */
async function setup(answer: (response: ServerResponse) => void) {
  const { baseUrl, host, arrivals } = await serve(answer);
  const now = () => Date.parse('2026-11-21T10:00:00Z');
  const call = connect({ apiKey, baseUrl, now })<object, unknown>(route);
  return { host, arrivals, call: (input: object = {}, how?: AskOptions) => call(input, how) };
}

const answering =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));

/** The error a refused call rejects with. */
const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('The call went through'),
    (error: unknown) => error as ApiError,
  );

describe('a call', () => {
  it('carries the key, the JSON body and the headers of this call', async () => {
    const { call, arrivals } = await setup(answering(200, { code: 'Success', msg: '' }));

    await call({ email: 'ada@example.com' }, { headers: { Authorization: 'Bearer t' } });

    expect(arrivals).toMatchObject([
      { method: 'POST', url: '/api/users/update', body: '{"email":"ada@example.com"}' },
    ]);
    expect(arrivals[0]?.headers).toMatchObject({
      'api-key': apiKey,
      'content-type': 'application/json',
      authorization: 'Bearer t',
    });
  });

  it('sends the key under the name it is told (decision 1)', async () => {
    const { baseUrl, arrivals } = await serve(answering(200, {}));
    await connect({ apiKey, baseUrl, headers: { apiKey: 'X-Key' } })('GET /api/lists')(undefined);
    expect(arrivals[0]?.headers['x-key']).toBe(apiKey);
  });

  it('asks with a query string, which repeats a key for each item of a list (decision 8)', async () => {
    const { baseUrl, arrivals } = await serve(answering(200, {}));
    await connect({ apiKey, baseUrl })<object>('GET /api/lists')({ k: ['a', '$& b'], no: undefined });
    expect(arrivals).toMatchObject([{ method: 'GET', url: '/api/lists?k=a&k=%24%26+b', body: '' }]);
    expect(arrivals[0]?.headers).not.toHaveProperty('content-type');
  });

  it('keeps the path of `baseUrl`, so that a proxy can stand in front', async () => {
    const { baseUrl, arrivals } = await serve(answering(200, {}));
    await connect({ apiKey, baseUrl: `${baseUrl}/proxy/` })('GET /api/lists')(undefined);
    expect(arrivals[0]?.url).toBe('/proxy/api/lists');
  });

  it('goes through the `fetch` it is given', async () => {
    const fetch = async () => new Response('{"from":"there"}');
    const call = connect({ apiKey, baseUrl: 'https://api.example.com', fetch })('GET /api/lists');
    expect(await call(undefined)).toEqual({ from: 'there' });
  });
});

describe('an answer', () => {
  it('is parsed', async () => {
    const { call } = await setup(answering(200, { code: 'Success', msg: '', unknown: [1] }));
    expect(await call()).toEqual({ code: 'Success', msg: '', unknown: [1] }); // Decision 11: nothing unknown is dropped.
  });

  it('is a success by its status, whatever its code (decision 4)', async () => {
    const { call } = await setup(answering(202, { code: 'Accepted', msg: '' }));
    expect(await call()).toEqual({ code: 'Accepted', msg: '' });
  });

  it('may be empty where it has no word', async () => {
    const { baseUrl } = await serve(answering(200, ''));
    const call = connect({ apiKey, baseUrl })('POST /api/embedded-messaging/events/click');
    expect(await call(undefined)).toBeUndefined();
  });

  it.each([
    '<html>log in to this network</html>',
    '',
    '{}',
    'null',
    '{"code":"200"}',
    '{"code":200,"msg":""}',
  ])('that is another’s is an error that may pass: %j', async (rawBody) => {
    const { call } = await setup(answering(200, rawBody));
    const error = await errorOf(call());
    expect(error).toMatchObject({ name: 'ApiError', status: 200, rawBody, isTransient: true });
  });

  it('that cannot be read is no answer either where it has no word', async () => {
    const { baseUrl } = await serve(answering(200, '<html>log in to this network</html>'));
    const call = connect({ apiKey, baseUrl })('POST /api/embedded-messaging/events/click');
    expect(await errorOf(call(undefined))).toMatchObject({ status: 200, isTransient: true });
  });
});

describe('a refusal', () => {
  it('tells route, status, code and body (decisions 3 to 5)', async () => {
    const body = { msg: 'no', code: 'InvalidJwtPayload', params: { endpoint: '/api/users/update' } };
    const { call } = await setup(answering(401, body));

    const error = await errorOf(call());

    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ route, status: 401, code: 'InvalidJwtPayload', body, isTransient: false });
    expect(error.message).toBe('POST /api/users/update answered 401 InvalidJwtPayload: no');
  });

  it.each(['Bad Gateway', '<html></html>', '', 'null', '7', '{"code":7,"msg":[]}', '{"code":"Blocked"}'])(
    'keeps a body that is no envelope: %j',
    async (rawBody) => {
      const { call } = await setup(answering(502, rawBody));
      const error = await errorOf(call());
      expect(error).toMatchObject({ rawBody, code: undefined, isTransient: true });
      expect(error.message).toBe('POST /api/users/update answered 502');
    },
  );

  it.each([
    [{ 'Retry-After': '3' }, { params: { rateLimitReset: 9 } }, 3_000],
    [{ 'Retry-After': 'Sat, 21 Nov 2026 10:00:05 GMT' }, {}, 5_000],
    [{}, { params: { rateLimitReset: 9 } }, 9_000],
    [{}, { params: { rateLimitReset: 'soon' } }, undefined],
    [{}, {}, undefined],
  ])('says how long to wait: %j %j (decision 6)', async (headers, body, retryAfter) => {
    const { call } = await setup(answering(429, { code: 'RateLimitExceeded', ...body }, headers));
    expect(await errorOf(call())).toMatchObject({ retryAfter, isTransient: true });
  });

  it('with 403 says which key to use where', async () => {
    const { call } = await setup(answering(403, { code: 'Forbidden', msg: 'not with this key' }));
    expect((await errorOf(call())).message).toBe(
      'POST /api/users/update answered 403 Forbidden: not with this key (a page needs a web key, a server a server-side key)',
    );
  });

  it('carries no key, token or email into a log', async () => {
    const token = 'aaa.bbb.ccc';
    const msg = `${apiKey} ${token} ada@example.com`;
    const { call } = await setup(answering(400, { code: apiKey, msg, params: { email: 'ada@example.com' } }));

    const error = await errorOf(
      call({ email: 'ada@example.com' }, { headers: { Authorization: `Bearer ${token}` } }),
    );

    for (const text of [String(error), JSON.stringify(error), inspect(error, { depth: 9 }), error.stack]) {
      expect(text).not.toMatch(/0123456789|aaa\.bbb|ada@/);
    }
  });
});

describe('a call without an answer', () => {
  it('rejects with the route and the host', async () => {
    const { call, host } = await setup((response) => response.destroy());

    const error = await errorOf(call());

    expect(error).toBeInstanceOf(NetworkError);
    expect(error.message).toBe(`POST /api/users/update got no answer from ${host}`);
    expect(error.cause).toBeDefined();
  });

  it('rejects when half of the body is all that came', async () => {
    const { call } = await setup((response) => {
      response.writeHead(200, { 'Content-Length': '100' }).write('{"half":', () => response.destroy());
    });
    expect(await errorOf(call())).toBeInstanceOf(NetworkError);
  });

  it.each([
    ['no head', false],
    ['no end', true],
  ])('rejects after its timeout when there is %s', async (_, head) => {
    const { call } = await setup((response) => void (head && response.writeHead(200).write('{')));
    expect(await errorOf(call({}, { timeout: 50 }))).toMatchObject({
      name: 'NetworkError',
      cause: { name: 'TimeoutError' },
    });
  });

  it('follows no redirect, which could carry the key away', async () => {
    const { call, arrivals } = await setup(answering(307, '', { Location: '/elsewhere' }));
    expect(await errorOf(call())).toBeInstanceOf(NetworkError);
    expect(arrivals).toHaveLength(1);
  });
});

describe('a cancelled call', () => {
  it('rejects at once with an AbortError, even if `fetch` does not listen', async () => {
    const fetch = () => new Promise<Response>(() => {});
    const controller = new AbortController();
    const call = connect({ apiKey, baseUrl: 'https://api.example.com', fetch })('GET /api/lists');

    const result = call(undefined, { signal: controller.signal });
    controller.abort();

    expect(await errorOf(result)).toMatchObject({ name: 'AbortError' });
  });

  it('is not sent when it was cancelled before', async () => {
    const { call, arrivals } = await setup(answering(200, {}));
    expect(await errorOf(call({}, { signal: AbortSignal.abort() }))).toMatchObject({ name: 'AbortError' });
    expect(arrivals).toEqual([]);
  });
});
