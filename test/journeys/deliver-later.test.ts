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
    createClient({
      apiKey: service.keys.javascript,
      baseUrl: 'http://service',
      fetch: service.fetch,
      ...options,
    });
  const arrived = () => service.inspect.events('customEvent').map(({ fields }) => fields['eventName']);
  return { service, visit, arrived };
}

describe('what a visitor did', () => {
  it('arrives under their name, with its data and its time', async () => {
    const { service, visit } = setup();
    const client = visit();

    await client.identify(user, { dataFields: { plan: 'pro' } });
    await client.track('product-viewed', { sku: 'A1' });
    await client.flush();

    expect(service.inspect.events('customEvent')).toMatchObject([
      { ...user, fields: { eventName: 'product-viewed', sku: 'A1' } },
    ]);
    expect((service.inspect.events('customEvent')[0]?.createdAt ?? 0) / 1000).toBeCloseTo(
      Date.now() / 1000,
      -1,
    );
    expect(service.inspect.people).toMatchObject([{ ...user, dataFields: { plan: 'pro' } }]);
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
    expect(service.inspect.events()).toMatchObject([user, { userId: 'bob' }]);
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
    expect(service.inspect.events()).toMatchObject([{ fields: { sku: 'A1' } }]);
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
    [undefined, 'The options must be an object'],
    [{}, '`apiKey`'],
    [{ apiKey: 'k' }, '`baseUrl`'],
    [{ apiKey: 'k', baseUrl: 'api.example.com' }, '`baseUrl`'],
    [{ apiKey: 'k', baseUrl: 'https://api.example.com', getToken: 'token' }, '`getToken`'],
  ])('throws at once for the options %j, naming what is wrong', (options, named) => {
    expect(() => createClient(options as never)).toThrow(named);
  });

  it('leaves the user as they were when the new profile is unusable', async () => {
    const { service, visit } = setup();
    const client = visit();
    await client.identify(user);
    await expect(client.identify({ userId: 'bob' }, { dataFields: 'text' as never })).rejects.toThrow(
      'must be',
    );
    await client.track('a');
    await client.flush();
    expect(service.inspect.events('customEvent')).toMatchObject([user]);
  });

  it.each([undefined, 'text', { why: 1 }])('reports that `getToken` threw %j as an error', async (thrown) => {
    // A page in JavaScript may reject with anything.
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
    const client = setup().visit({ getToken: () => Promise.reject(thrown) });
    const failed = new Promise((resolve) => client.on('error', resolve));
    await client.identify(user);
    await client.track('a');
    expect(await failed).toBeInstanceOf(Error);
  });

  it('shows nothing of the key, the token or the visitor in what it reports', async () => {
    const refuse = async () =>
      Response.json({ code: 'Unauthorized', msg: 'ada@example.com' }, { status: 401 });
    const client = setup().visit({
      apiKey: 'thesecretkey',
      fetch: refuse,
      getToken: async () => 'thesecrettoken',
    });
    const failed = new Promise((resolve) => client.on('error', resolve));
    await client.identify(user);
    await client.track('a');
    expect(inspect(await failed, { depth: 9 }) + JSON.stringify(client)).not.toMatch(/secret|ada/);
  });
});

describe('two projects on one site', () => {
  it('deliver their own events, each with its own key', async () => {
    const [here, there] = [setup(), setup()];
    const first = here.visit({ fetch: offline });
    await first.identify(user);
    await first.track('of the first');

    await there
      .visit({ apiKey: there.service.keys.web, getToken: (who) => there.service.signToken(who) })
      .flush();

    expect(there.arrived()).toEqual([]);
    await here.visit().flush();
    expect(here.arrived()).toEqual(['of the first']);
  });
});
