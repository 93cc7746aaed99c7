// @vitest-environment happy-dom
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Fault } from '../../src/emulator/app.js';
import { until } from '../support/until.js';
import { ada, become, calm, listen, mug, offline, startVisits } from '../support/visits.js';

const unhandled = vi.fn();
const methods = ['log', 'info', 'warn', 'error', 'debug'] as const;

/** What the console was told. */
function watchConsole() {
  const spies = methods.map((method) => vi.spyOn(console, method).mockImplementation(() => {}));
  return () =>
    spies.flatMap((spy) =>
      spy.mock.calls.map((call) =>
        call.map((part) => (typeof part === 'string' ? part : inspect(part))).join(' '),
      ),
    );
}

beforeEach(() => {
  unhandled.mockReset();
  process.on('unhandledRejection', unhandled);
  process.on('uncaughtException', unhandled);
});
afterEach(() => {
  process.off('unhandledRejection', unhandled);
  process.off('uncaughtException', unhandled);
  vi.restoreAllMocks();
});

/** Does all that a page can do, and lets all that can happen to it happen. */
async function live(visits: ReturnType<typeof startVisits>, options = {}) {
  const client = visits.visit(options);
  const told = listen(client);
  const calls = [
    client.track('before'),
    client.identify(ada, { dataFields: { plan: 'pro' } }),
    client.track('a', { sku: 'A1' }),
    client.updateCart([mug]),
    client.purchase({ items: [mug], total: 12 }),
    client.updateSubscriptions({ emailListIds: [] }),
  ];
  await Promise.all(calls);
  await client.flush().catch(() => undefined);
  become('hidden');
  dispatchEvent(new Event('pagehide'));
  dispatchEvent(new Event('pageshow'));
  dispatchEvent(new Event('online'));
  dispatchEvent(new StorageEvent('storage'));
  await client.flush().catch(() => undefined);
  return told;
}

const lives: [name: string, fault: Fault][] = [
  ['a service that is well', { kind: 'delay', delay: 1 }],
  ['a service that is out of reach', { kind: 'drop', times: Infinity }],
  ['a service in trouble', { kind: 'status', status: 500, times: Infinity }],
  ['a service that answers nonsense', { kind: 'html', times: Infinity }],
  ['a service that refuses everything', { kind: 'status', status: 400, times: Infinity }],
  ['a service that asks for a pause', { kind: 'status', status: 429, retryAfter: 60, times: Infinity }],
];

describe.each(lives)('with %s', (_, fault) => {
  it('nothing is thrown, no rejection is left unhandled, and the console is quiet', async () => {
    const written = watchConsole();
    const visits = startVisits();
    visits.service.faults.add(fault);

    await live(visits);
    await calm();

    expect(unhandled).not.toHaveBeenCalled();
    expect(written()).toEqual([]);
  });
});

describe('with a page that errs', () => {
  it.each([
    ['gives no tokens', { getToken: () => Promise.reject(new Error('no session')) }],
    [
      'throws at once for tokens',
      {
        getToken: () => {
          throw new Error('not even a promise');
        },
      },
    ],
    ['gives nonsense for tokens', { getToken: (() => ({})) as never }],
    ['has no network function', { fetch: (() => undefined) as never }],
    [
      'has a network function that throws',
      {
        fetch: (() => {
          throw new Error('blocked by an extension');
        }) as never,
      },
    ],
  ])('one that %s: nothing is thrown, and nothing is dropped', async (_, options) => {
    const written = watchConsole();

    const told = await live(startVisits(), options);

    await calm();

    expect(told.dropped).toEqual([]);
    expect(unhandled).not.toHaveBeenCalled();
    expect(written()).toEqual([]);
  });

  it.each([undefined, 'text', { why: 1 }])(
    '`getToken` may reject with %j, which is told as an error',
    async (thrown) => {
      // A page in JavaScript may reject with anything.
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
      const client = startVisits().visit({ getToken: () => Promise.reject(thrown) });
      const told = listen(client);
      await client.identify(ada);
      await client.track('a');

      await until(() => expect(told.error[0]).toBeInstanceOf(Error));
    },
  );
});

describe('what is reported', () => {
  it('shows nothing of the key, the token or the visitor', async () => {
    const refuse = async () =>
      Response.json({ code: 'Unauthorized', msg: 'ada@example.com' }, { status: 401 });
    const client = startVisits().visit({
      apiKey: 'thesecretkey',
      fetch: refuse,
      getToken: async () => 'thesecrettoken',
    });
    const told = listen(client);
    await client.identify(ada);
    await client.track('a');

    await until(() => expect(told.error.length).toBeGreaterThan(0));
    expect(inspect(told.error, { depth: 9 })).not.toMatch(/secret|ada@/);
  });

  it('is no longer heard by a listener that was stopped', async () => {
    const client = startVisits().visit();
    const heard: unknown[] = [];
    const stop = client.on('user', (user) => heard.push(user));

    await client.identify(ada);
    stop();
    void client.reset();

    expect(heard).toEqual([ada]);
  });
});

describe('`debug`', () => {
  it('tells the console of each step in one readable line', async () => {
    const { visit, service } = startVisits();
    const written = watchConsole();
    const client = visit({ debug: true });
    service.faults.add({ kind: 'drop' });

    await client.identify(ada);
    await client.track('product-viewed');
    await client.flush().catch(() => undefined);
    await client.flush();
    void client.consent('denied');
    await calm();

    const text = written().join('\n');
    expect(text).toMatch(/product-viewed/);
    expect(text).toMatch(/delivered/);
    expect(text).toMatch(/ada@example.com/);
    expect(text).toMatch(/denied/);
  });

  it('shows no token and no key', async () => {
    const { visit, service } = startVisits();
    const token = await service.signToken(ada);
    const written = watchConsole();
    const client = visit({ debug: true, getToken: async () => token });
    await client.identify(ada);
    await client.track('a');

    await client.flush();
    await calm();

    expect(written().join('\n')).toContain('delivered');
    expect(written().join('\n')).not.toContain(token);
    expect(written().join('\n')).not.toContain(service.keys.web);
  });
});

it('a network that is gone for a while loses nothing and says so as an error, not as an exception', async () => {
  const { line, service, visit, arrived } = startVisits();
  line.fetch = offline;
  const client = visit();
  const told = listen(client);
  await client.identify(ada);
  await client.track('a');
  await until(() => expect(told.error[0]).toMatchObject({ name: 'NetworkError' }));

  line.fetch = service.fetch;
  await client.flush();

  expect(arrived()).toEqual(['a']);
  expect(unhandled).not.toHaveBeenCalled();
});
