// @vitest-environment happy-dom
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createClient } from '../../src/index.js';
import { createEmulator } from '../../src/emulator/app.js';
import { ada, newDevice, startVisits, type Options } from '../support/visits.js';

/** A page that may start its client several times. */
function setup() {
  const { service } = startVisits();
  const options = { apiKey: service.keys.javascript, baseUrl: 'http://service', fetch: service.fetch };
  const start = (own: Partial<Options> = {}) => {
    const client = createClient({ ...options, ...own });
    onTestFinished(() => client.close());
    return client;
  };
  return { service, options, start };
}

describe('a page that starts its client twice', () => {
  it('has one, which does everything once', async () => {
    const { service, start } = setup();
    const first = start({ getToken: async () => 'a' });
    const second = start({ getToken: async () => 'a' });

    await first.identify(ada);
    await Promise.all([second.track('a'), first.flush(), second.flush()]);
    await second.flush();

    expect(second).toBe(first);
    expect(service.inspect.requests).toHaveLength(1);
  });

  it('has one also when the options are named in another order', () => {
    const { options, start } = setup();
    const { apiKey, ...others } = options;

    expect(createClient({ ...others, apiKey })).toBe(start());
  });

  it('has one also with other options, of which the newest hold', async () => {
    const { service, start } = setup();
    const first = start({ limits: { events: 5 } });

    const second = start({ limits: { events: 2 }, headers: { apiKey: 'Api-Key' }, anonymous: 'drop' });
    await Promise.all(['a', 'b', 'c'].map((name) => first.track(name)));

    expect(second).toBe(first);
    expect(await first.stats()).toMatchObject({ waiting: 2, dropped: { full: 1 } });
    expect(service.inspect.requests).toHaveLength(0);
  });

  it('asks the newest function for tokens, and sends none that another one gave', async () => {
    const { service, start } = setup();
    const asked: string[] = [];
    const tokens = (name: string) => async () => {
      asked.push(name);
      return name;
    };
    const client = start({ getToken: tokens('first') });
    await client.identify(ada);
    await client.track('a');
    await client.flush();

    start({ getToken: tokens('second') });
    await client.track('b');
    await client.flush();

    expect(asked).toEqual(['first', 'second']);
    expect(service.inspect.requests).toHaveLength(2);
  });

  it('names the key and the token in the headers that the newest options say', async () => {
    const { service, start } = setup();
    const seen: string[][] = [];
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const { headers } = new Request(input, init);
      const names = ['Api-Key', 'X-Key', 'Authorization', 'X-Token'];
      seen.push(names.filter((name) => headers.has(name)));
      return service.fetch(new Request(input, init));
    };
    const client = start({ fetch, getToken: (user) => service.signToken(user) });
    await client.identify(ada);
    await client.track('a');
    await client.flush();

    start({ fetch, headers: { apiKey: 'X-Key', token: 'X-Token' } });
    await client.track('b');
    await client.flush().catch(() => undefined);

    expect(seen[0]).toEqual(['Api-Key', 'Authorization']);
    expect(seen.at(-1)).toEqual(['X-Key', 'X-Token']);
  });

  it('goes by the newest key of a project', async () => {
    const { service, options, start } = setup();
    const keys: (string | null)[] = [];
    const fetch: typeof globalThis.fetch = async (input, init) => {
      keys.push(new Request(input, init).headers.get('Api-Key'));
      return service.fetch(new Request(input, init));
    };
    const client = start({ fetch, project: 'shop' });
    await client.identify(ada);
    await client.track('a');
    await client.flush();

    start({ fetch, project: 'shop', apiKey: 'newer' });
    await client.track('b');
    await client.flush().catch(() => undefined);

    expect(keys[0]).toBe(options.apiKey);
    expect(keys.at(-1)).toBe('newer');
  });

  it('speaks to the newest service: of two tests with the same key, each has its own', async () => {
    const { start } = setup();
    const client = start();
    await client.identify(ada);
    const other = createEmulator();

    start({ fetch: other.fetch });
    await client.track('a');
    await client.flush();

    expect(other.inspect.events('customEvent')).toHaveLength(1);
  });

  it('changes events by the newest function, and keeps what the newest options do not name', async () => {
    const { service, start } = setup();
    const client = start({ beforeRecord: () => null });
    start({ debug: false });
    await client.identify(ada);
    await client.track('left out');

    start({ beforeRecord: (event) => event });
    await client.track('a');
    await client.flush();

    expect(service.inspect.events('customEvent')).toMatchObject([{ fields: { eventName: 'a' } }]);
  });

  it('is told when the newest options are unusable, and goes on with those before', () => {
    const { start } = setup();
    const client = start();

    expect(() => start({ getToken: 'token' as never })).toThrow('`getToken`');
    expect(() => start({ fetch: 'fetch' as never })).toThrow('`fetch`');
    expect(start()).toBe(client);
  });

  it('has another after the first was closed, with other options too', async () => {
    const { start } = setup();
    const first = start();
    await first.identify(ada);
    first.close();

    const second = start({ limits: { events: 5 } });

    expect(second).not.toBe(first);
    expect(second.user).toEqual(ada);
  });

  it('has one also when it closes an old one once more', () => {
    const { start } = setup();
    const first = start();
    first.close();
    const second = start();

    first.close();

    expect(start()).toBe(second);
  });

  it('has one for each project', () => {
    const { start } = setup();
    newDevice();

    expect(start({ apiKey: 'another' })).not.toBe(start());
    expect(start({ baseUrl: 'http://elsewhere' })).not.toBe(start());
  });
});

describe('a page with two copies of the library', () => {
  it('is told so by the second', async () => {
    const { options, start } = setup();
    start();
    vi.resetModules();
    const copy = await import('../../src/index.js');
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    onTestFinished(() => warn.mockRestore());

    const client = copy.createClient(options);
    onTestFinished(() => client.close());

    await vi.waitFor(() => expect(String(warn.mock.calls)).toContain('second copy of Tidings'));
  });
});
