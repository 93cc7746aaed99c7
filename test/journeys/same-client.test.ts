// @vitest-environment happy-dom
import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient, OptionError, type ClientOptions } from '../../src/index.js';
import { ada, newDevice, startVisits } from '../support/visits.js';

/** A page that may start its client several times. */
function setup() {
  const { service } = startVisits();
  const options = { apiKey: service.keys.javascript, baseUrl: 'http://service', fetch: service.fetch };
  const start = (own: Partial<ClientOptions> = {}) => {
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

  it.each<Partial<ClientOptions>>([
    { consent: 'pending' },
    { limits: { events: 5 } },
    { anonymous: 'drop' },
    { headers: { apiKey: 'X-Key' } },
  ])('is told when the options are others: %j', (other) => {
    const { start } = setup();
    start();

    expect(() => start(other)).toThrow(OptionError);
    expect(() => start(other)).toThrow('close');
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
