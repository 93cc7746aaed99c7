import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createAdmin } from '../../../src/admin/index.js';
import { withForms } from '../../../src/admin/calling/form-endpoint.js';
import type { OperationRow } from '../../../src/admin/calling/operation.js';
import { connect, type AskOptions } from '../../../src/api/endpoint.js';
import { serve } from '../../support/serve.js';

/** A service that answers as told, and one operation of it. */
async function setup(body: unknown, row?: OperationRow) {
  const { baseUrl, arrivals } = await serve((response) =>
    response.end(typeof body === 'string' ? body : JSON.stringify(body)),
  );
  const endpoint = withForms(connect({ apiKey: 'key', baseUrl }));
  const call = endpoint<object, unknown>('POST /api/users/update', row);
  return { arrivals, call: (input: object = {}, how?: AskOptions) => call(input, how) };
}

/** The error a refused call rejects with. */
const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('The call went through'),
    (error: unknown) => error as Error,
  );

describe('an answer', () => {
  it('is text where the operation says so', async () => {
    const { call } = await setup('a,b\n', { answer: 'text' });
    expect(await call()).toBe('a,b\n');
  });

  it.each(['done', ''])('is not read where the operation documents none: %j', async (body) => {
    const { call } = await setup(body, { answer: 'nothing' });
    expect(await call()).toBeUndefined();
  });

  it('is a stream where the operation says so', async () => {
    const { call } = await setup('line\n', { answer: 'stream' });
    expect(await new Response((await call()) as ReadableStream).text()).toBe('line\n');
  });

  it('is taken out of the envelope when it is wrapped (decision 10)', async () => {
    const wrapped = { msg: '', code: 'Success', params: { names: ['a'] } };
    const { call } = await setup(wrapped, { unwrap: 'names' });
    expect(await call()).toEqual({ names: ['a'] });
  });

  it.each([{ names: ['a'] }, null, 7, { msg: '', code: 'Success', params: null }, { params: { other: 1 } }])(
    'is left as it is when it is not: %j',
    async (bare) => {
      const { call } = await setup(bare, { unwrap: 'names' });
      expect(await call()).toEqual(bare);
    },
  );

  it.each([
    ['text', '{"successCount":1}'],
    ['nothing', undefined],
  ] as const)(
    'comes as it is where it is asked for as %s, whatever it must hold',
    async (answer, expected) => {
      const { baseUrl } = await serve((response) => response.end('{"successCount":1}'));
      const admin = createAdmin({ apiKey: 'key', baseUrl, pace: false, retry: false });

      for (const route of ['POST /api/users/bulkUpdate', 'POST /api/users/update'] as const)
        expect(await admin.request(route, {}, { answer })).toBe(expected);
    },
  );
});

describe('what a call is given', () => {
  it.each([
    [
      { headers: { Authorization: 'Bearer se\ncret' } },
      'The header `Authorization` must be a text of one line',
    ],
    [{ headers: { Authorization: undefined } }, 'The header `Authorization`'],
    [{ headers: { 'A b': 'x' } }, 'The name of a header'],
    [{ timeout: NaN }, '`timeout`'],
    [{ timeout: 0 }, '`timeout`'],
  ])('is refused when it is unusable, without quoting it: %j', async (how, message) => {
    const { call, arrivals } = await setup({});

    const error = await errorOf(call({}, how as AskOptions));

    expect(error.name).toBe('OptionError');
    expect(error.message).toContain(message);
    expect(inspect(error)).not.toMatch(/se.?cret/s);
    expect(arrivals).toEqual([]);
  });

  it.each([Infinity, 2 ** 40])('may be a timeout of %d', async (timeout) => {
    const { call } = await setup({});
    expect(await call({}, { timeout })).toEqual({});
  });

  it('may be nothing at all', async () => {
    const { call } = await setup({});
    expect(await call({}, null as never)).toEqual({});
  });
});

describe('a header', () => {
  it.each(['api-key', 'API-KEY', 'Api-Key'])(
    'in the place of ours goes alone, however it is written: %s',
    async (name) => {
      const { call, arrivals } = await setup({});

      await call({ a: 1 }, { headers: { [name]: 'another', 'CONTENT-TYPE': 'text/plain' } });

      expect(arrivals[0]?.headers).toMatchObject({
        'api-key': 'another',
        'content-type': 'application/json',
      });
    },
  );

  it('that is given twice goes as it was given last', async () => {
    const { call, arrivals } = await setup({});
    await call({}, { headers: { 'X-Trace': 'a', 'x-trace': 'b' } });
    expect(arrivals[0]?.headers['x-trace']).toBe('b');
  });

  it('in the place of ours may have another name (decision 1)', async () => {
    const { baseUrl, arrivals } = await serve((response) => response.end('{"lists":[]}'));
    const admin = createAdmin({ apiKey: 'key', baseUrl, headers: { apiKey: 'X-Key' } });

    await admin.lists.list(undefined, { headers: { 'x-key': 'another' } });

    expect(arrivals[0]?.headers).toMatchObject({ 'x-key': 'another' });
  });
});

describe('an input', () => {
  it('that JSON cannot hold is refused before anything is sent', async () => {
    const { call, arrivals } = await setup({});

    expect(await errorOf(call({ big: 1n }))).toMatchObject({ name: 'OptionError' });
    expect(arrivals).toEqual([]);
  });

  it('that has no field left for the body has none', async () => {
    const { call, arrivals } = await setup({}, { query: ['action'] });

    await call({ action: 'subscribe' });

    expect(arrivals).toMatchObject([{ url: '/api/users/update?action=subscribe', body: '' }]);
    expect(arrivals[0]?.headers).not.toHaveProperty('content-type');
  });

  it('goes in the query string and the body of one call', async () => {
    const { call, arrivals } = await setup({}, { query: ['action'] });

    await call({ action: ['a', 'b'], users: ['é'] });

    expect(arrivals).toMatchObject([{ url: '/api/users/update?action=a&action=b', body: '{"users":["é"]}' }]);
    expect(arrivals[0]?.headers['content-type']).toBe('application/json');
  });
});
