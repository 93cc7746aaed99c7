// @vitest-environment happy-dom
import { inspect } from 'node:util';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEmulator } from '../../src/emulator/app.js';
import { createClient, OptionError, type ClientOptions } from '../../src/index.js';

const user = { email: 'ada@example.com' };
const offline = () => Promise.reject(new TypeError('Failed to fetch'));

beforeEach(() => vi.stubGlobal('indexedDB', new IDBFactory()));
afterEach(() => vi.unstubAllGlobals());

/** A service, and visits to a page that speaks to it. */
function setup() {
  const service = createEmulator();
  const visit = (options: Partial<ClientOptions> = {}) =>
    createClient({ apiKey: 'web-key', baseUrl: 'http://service', fetch: service.fetch, ...options });
  const arrived = () => service.inspect.events.map(({ eventName }) => eventName);
  return { service, visit, arrived };
}

describe('what a visitor did', () => {
  it('arrives under their name, with its data and its time', async () => {
    const { service, visit } = setup();
    const client = visit();

    await client.identify(user, { dataFields: { plan: 'pro' } });
    await client.track('product-viewed', { sku: 'A1' });
    await client.flush();

    expect(service.inspect.events).toMatchObject([
      { ...user, eventName: 'product-viewed', dataFields: { sku: 'A1' } },
    ]);
    expect(service.inspect.events[0]?.createdAt).toBeCloseTo(Date.now() / 1000, -1);
    expect([...service.inspect.profiles.values()]).toEqual([{ ...user, dataFields: { plan: 'pro' } }]);
  });

  it('arrives on the next visit when this one was offline', async () => {
    const { visit, arrived } = setup();
    const first = visit({ fetch: offline });
    await first.identify(user);
    await first.track('trial-started');
    await expect(first.flush()).rejects.toMatchObject({ name: 'NetworkError' });
    expect(arrived()).toEqual([]);

    await visit().flush();

    expect(arrived()).toEqual(['trial-started']);
  });

  it('arrives when there is a network again, without another call', async () => {
    const { service, visit, arrived } = setup();
    let fetch: typeof globalThis.fetch = offline;
    const client = visit({ fetch: (...request) => fetch(...request) });
    const failed = new Promise((resolve) => client.on('error', resolve));
    await client.identify(user);
    await client.track('trial-started');
    await failed;

    fetch = service.fetch;
    window.dispatchEvent(new Event('online'));

    await vi.waitFor(() => expect(arrived()).toEqual(['trial-started']));
  });

  it('belongs to the user at the time of the call', async () => {
    const { service, visit } = setup();
    const client = visit();
    await client.identify(user);
    const ofAda = client.track('a');
    await client.identify({ userId: 'bob' });
    await client.track('b');
    await ofAda;
    await client.flush();
    expect(service.inspect.events).toMatchObject([user, { userId: 'bob' }]);
  });

  it('is as it was at the time of the call', async () => {
    const { service, visit } = setup();
    const client = visit();
    await client.identify(user);
    const data = { sku: 'A1' };
    const recorded = client.track('seen', data);
    data.sku = 'changed';
    await recorded;
    await client.flush();
    expect(service.inspect.events).toMatchObject([{ dataFields: { sku: 'A1' } }]);
  });

  it('is dropped, and reported, when the service will never take it', async () => {
    const { visit, arrived } = setup();
    const refuse = async () => Response.json({ code: 'BadParams', msg: 'no' }, { status: 400 });
    const client = visit({ fetch: refuse });
    const dropped = new Promise((resolve) => client.on('dropped', resolve));
    await client.identify(user);
    await client.track('seen');
    expect(await dropped).toMatchObject({ event: { name: 'seen' }, error: { code: 'BadParams' } });

    await visit().flush();

    expect(arrived()).toEqual([]);
  });
});

describe('a token', () => {
  it('is asked for, for the user of the event, and sent with it', async () => {
    const { service, visit } = setup();
    const sent: (string | null)[] = [];
    const getToken = vi.fn(async ({ email }) => `token-of-${email}`);
    const client = visit({
      getToken,
      fetch: (input, init) => {
        sent.push(new Request(input, init).headers.get('Authorization'));
        return service.fetch(input, init);
      },
    });
    await client.identify(user);
    await client.track('a');
    await client.track('b');
    await client.flush();

    expect(sent).toEqual(['Bearer token-of-ada@example.com', 'Bearer token-of-ada@example.com']);
    expect(getToken).toHaveBeenCalledTimes(1);
  });

  it('is renewed once when the service refuses it', async () => {
    const { service, visit, arrived } = setup();
    const tokens = ['old', 'new'];
    const client = visit({
      getToken: async () => tokens.shift() ?? expect.fail('Asked once too often'),
      fetch: async (input, init) =>
        new Request(input, init).headers.get('Authorization') === 'Bearer new'
          ? service.fetch(input, init)
          : Response.json({ code: 'InvalidJwtPayload' }, { status: 401 }),
    });
    await client.identify(user);
    await client.track('a');
    await client.flush();
    expect(arrived()).toEqual(['a']);
  });

  it('that cannot be got keeps the event', async () => {
    const { visit, arrived } = setup();
    const client = visit({ getToken: () => Promise.reject(new Error('no session')) });
    await client.identify(user);
    await client.track('a');
    await expect(client.flush()).rejects.toThrow('no session');

    await visit().flush();

    expect(arrived()).toEqual(['a']);
  });
});

describe('bad input', () => {
  it.each([
    ['a track before identify', (client: ReturnType<typeof createClient>) => client.track('a')],
    ['an event without a name', async (client) => (await client.identify(user), client.track(''))],
    [
      'data that JSON cannot hold',
      async (client) => (await client.identify(user), client.track('a', { n: 1n })),
    ],
    ['data that is a list', async (client) => (await client.identify(user), client.track('a', [1]))],
    ['an email without an @', (client) => client.identify({ email: 'ada' })],
  ] satisfies [string, (client: ReturnType<typeof createClient>) => Promise<void>][])(
    'rejects %s and records nothing',
    async (_, act) => {
      const { visit, arrived } = setup();
      const client = visit();

      await expect(act(client)).rejects.toBeInstanceOf(OptionError);

      await client.flush();
      expect(arrived()).toEqual([]);
    },
  );

  it.each([
    [undefined, '`apiKey`'],
    [{}, '`apiKey`'],
    [{ apiKey: 'k' }, '`baseUrl`'],
    [{ apiKey: 'k', baseUrl: 'api.example.com' }, '`baseUrl`'],
    [{ apiKey: 'k', baseUrl: 'https://api.example.com', getToken: 'token' }, '`getToken`'],
  ])('throws at once for the options %j, naming what is wrong', (options, named) => {
    expect(() => createClient(options as never)).toThrow(named);
  });

  it('shows nothing of the key or the visitor in a log of the client', async () => {
    const client = setup().visit({ apiKey: 'the-secret-key' });
    await client.identify(user);
    expect(JSON.stringify(client) + inspect(client)).not.toMatch(/secret|ada/);
  });
});
