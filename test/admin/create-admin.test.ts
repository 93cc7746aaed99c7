import { inspect } from 'node:util';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createAdmin, type AdminOptions } from '../../src/admin/index.js';
import { serve } from '../support/serve.js';

const apiKey = 'server-key-4d5e6f';
const baseUrl = 'https://api.example.com';
const json = (body: unknown, status = 200) => Response.json(body, { status });

/** An admin whose calls are answered here, and the requests it made. */
function setup(answer: () => Response = () => json({ msg: '', code: 'Success' })) {
  const requests: Request[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    requests.push(new Request(input, init));
    return answer();
  };
  return { admin: createAdmin({ apiKey, baseUrl, fetch, retry: false }), requests };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('createAdmin', () => {
  it.each([
    ['nothing', undefined, 'The options must be an object'],
    ['null', null, 'The options must be an object'],
    ['a text', apiKey, 'The options must be an object'],
    ['no key', { baseUrl }, '`apiKey` must be a key'],
    ['an empty key', { apiKey: '', baseUrl }, '`apiKey` must be a key'],
    ['a key with a space', { apiKey: 'a key', baseUrl }, 'without spaces'],
    ['a key of white space', { apiKey: ' ', baseUrl }, '`apiKey` must be a key'],
    [
      'no address',
      { apiKey },
      '`baseUrl` must be a whole address of http or https, such as `https://api.example.com`',
    ],
    ['half an address', { apiKey, baseUrl: 'api.example.com' }, '`baseUrl` must be a whole address'],
    ['an address of another kind', { apiKey, baseUrl: 'ftp://example.com' }, 'of http or https'],
    ['a fetch that is none', { apiKey, baseUrl, fetch: {} }, '`fetch` must be a function'],
    ['headers that are none', { apiKey, baseUrl, headers: 'X-Key' }, '`headers` must be an object'],
    ['a header without a name', { apiKey, baseUrl, headers: { apiKey: '' } }, '`headers` must be an object'],
    [
      'a header with a bad name',
      { apiKey, baseUrl, headers: { apiKey: 'A b' } },
      '`headers` must be an object',
    ],
  ])('refuses %s, and says what to pass', (_, options, message) => {
    const create = () => createAdmin(options as AdminOptions);

    expect(create).toThrow(expect.objectContaining({ name: 'OptionError' }));
    expect(create).toThrow(message);
  });

  it('refuses to run in a page, before the key goes anywhere', () => {
    vi.stubGlobal('window', { document: {} });

    expect(() => createAdmin({ apiKey, baseUrl })).toThrow('`createAdmin` must run on a server');
  });

  it('runs in the document of a test, which gives it a `fetch`', async () => {
    vi.stubGlobal('window', { document: {} });
    const admin = createAdmin({ apiKey, baseUrl, fetch: async () => new Response('{"lists":[]}') });

    expect(await admin.lists.list()).toEqual({ lists: [] });
  });

  it('runs where something is called `window` but is no page', () => {
    vi.stubGlobal('window', {});

    expect(() => createAdmin({ apiKey, baseUrl })).not.toThrow();
  });

  it('asks nothing for the date, as pages that are rendered ahead of time must not', async () => {
    vi.spyOn(Date, 'now').mockImplementation(() => {
      throw new Error('The date would be that of the rendering');
    });
    onTestFinished(() => void vi.restoreAllMocks());
    const fetch = async () => new Response('{"lists":[]}');
    const admin = createAdmin({ apiKey, baseUrl, fetch, onResponse: () => {} });

    expect(await admin.lists.list()).toEqual({ lists: [] });
  });

  it('calls the service with its key', async () => {
    const { arrivals, baseUrl } = await serve((response) => response.end('{"lists":[]}'));

    expect(await createAdmin({ apiKey, baseUrl }).lists.list()).toEqual({ lists: [] });

    expect(arrivals).toMatchObject([{ method: 'GET', url: '/api/lists', headers: { 'api-key': apiKey } }]);
  });

  it('carries the key in the header a deployment asks for', async () => {
    const { arrivals, baseUrl } = await serve((response) => response.end('{"lists":[]}'));

    await createAdmin({ apiKey, baseUrl, headers: { apiKey: 'X-Key' } }).lists.list();

    expect(arrivals[0]?.headers).toMatchObject({ 'x-key': apiKey });
    expect(arrivals[0]?.headers).not.toHaveProperty('api-key');
  });

  it('spreads an input over path, query and body', async () => {
    const { admin, requests } = setup();

    await admin.subscriptions.updateMany({
      subscriptionGroup: 'emailList',
      subscriptionGroupId: 7,
      action: 'subscribe',
      users: ['ada@example.com'],
    });

    expect(requests[0]?.url).toBe(`${baseUrl}/api/subscriptions/emailList/7?action=subscribe`);
    expect(await requests[0]?.json()).toEqual({ users: ['ada@example.com'] });
  });
});

describe('the key', () => {
  const ways = [JSON.stringify, String, (value: unknown) => inspect(value, { depth: 9, showHidden: true })];

  it('does not show when an admin is logged', () => {
    const { admin } = setup();

    for (const way of ways) expect(way(admin)).not.toContain(apiKey);
  });

  it.each([
    ['the service says no', () => json({ msg: `Bad key ${apiKey}`, code: 'BadApiKey' }, 401)],
    ['a proxy says no', () => new Response(`<h1>${apiKey}</h1>`, { status: 502 })],
    ['there is no answer', () => Response.error()],
  ])('does not show when an error is logged after %s', async (_, answer) => {
    const error: unknown = await setup(answer)
      .admin.lists.list()
      .catch((reason: unknown) => reason);

    expect(error).toBeInstanceOf(Error);
    for (const way of ways) expect(way(error)).not.toContain(apiKey);
  });

  it('does not show in the error of a key that cannot be sent', () => {
    const bad = `${apiKey}\n`;

    expect(() => createAdmin({ apiKey: bad, baseUrl })).not.toThrow(apiKey);
    expect(() => createAdmin({ apiKey: bad, baseUrl })).toThrow('`apiKey` must be');
  });
});

describe('admin', () => {
  it('reads a catalog whether or not the answer is wrapped', async () => {
    const catalogs = { catalogNames: [{ name: 'mugs' }], totalCatalogsCount: 1 };

    for (const body of [catalogs, { msg: '', code: 'Success', params: catalogs }]) {
      expect(await setup(() => json(body)).admin.catalogs.list()).toEqual(catalogs);
    }
  });

  it('gives an export as it comes', async () => {
    const { admin } = setup(() => new Response('{"a":1}\n{"a":2}\n'));

    const stream = await admin.exports.dataJson({ dataTypeName: 'user' });

    expect(await new Response(stream).text()).toBe('{"a":1}\n{"a":2}\n');
  });

  it('counts the users of a list', async () => {
    const { admin } = setup(() => new Response('42'));

    expect(await admin.lists.getSize({ listId: 1 })).toBe(42);
  });

  it('takes a sentence for an answer where that is what the service gives', async () => {
    const { admin } = setup(() => new Response('Request accepted', { status: 202 }));
    const question = { email: 'ada@example.com', messageTypeIds: [1] };

    expect(await admin.subscriptions.subscribeToDoubleOptIn(question)).toBe('Request accepted');
  });
});
