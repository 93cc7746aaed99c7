// @vitest-environment happy-dom
import { inspect } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { until } from '../support/until.js';
import { ada, calm, offline, startVisits, type Options } from '../support/visits.js';

const SHOWN = ['log', 'info', 'warn', 'error'] as const;

/** What a console shows by default. */
function watchConsole() {
  const spies = SHOWN.map((level) => vi.spyOn(console, level).mockImplementation(() => {}));
  const textOf = (part: unknown) => (typeof part === 'string' ? part : inspect(part));
  return () => spies.flatMap((spy) => spy.mock.calls.map((call) => call.map(textOf).join(' ').trim()));
}

afterEach(() => void vi.restoreAllMocks());

/** A page of a known visitor, who does two things. */
async function live(options: Partial<Options>) {
  const visits = startVisits();
  const client = visits.visit(options);
  await client.identify(ada);
  await client.track('a');
  await client.flush().catch(() => undefined);
  await client.track('b');
  await client.flush().catch(() => undefined);
  await calm();
}

describe('the console of a page without an `error` listener', () => {
  it.each<[what: string, options: Partial<Options>, said: string]>([
    ['a wrong key', { apiKey: 'a-key-of-nobody' }, 'BadApiKey'],
    ['a token of a wrong secret', { getToken: async () => 'head.e30.sign' }, 'InvalidJwtPayload'],
    ['a missing `getToken`', { getToken: undefined as never }, '(this client has no `getToken`)'],
  ])('is told of %s, once, without key, token or email', async (_, options, said) => {
    const written = watchConsole();

    await live(options);
    await until(() => expect(written()).toHaveLength(1));
    expect(written()[0]).toMatch(/^tidings: .* 40[13]/);
    expect(written()[0]).toContain(said);
    expect(written()[0]).not.toMatch(/a-key-of-nobody|head\.e30|ada@|emulator-web-key/);
  });

  it('is not told of what passes by itself', async () => {
    const written = watchConsole();

    await live({ fetch: offline });

    expect(written()).toEqual([]);
  });

  it('is told of a call that nobody waits for, and that is refused', async () => {
    const written = watchConsole();
    const client = startVisits().visit();

    void client.track('');

    await until(() => expect(written()).toEqual(['tidings: `name` must be a text']));
  });

  it('is left alone where somebody listens', async () => {
    const written = watchConsole();
    const client = startVisits().visit();
    const heard: string[] = [];
    client.on('error', ({ message }) => heard.push(message));

    void client.track('');
    await calm();

    expect(heard).toEqual(['`name` must be a text']);
    expect(written()).toEqual([]);
  });
});

describe('`debug`', () => {
  /** What it says of a visit, until it says something like that. */
  async function untilSaid(pattern: RegExp, act: (visits: ReturnType<typeof startVisits>) => Promise<void>) {
    const written = watchConsole();
    await act(startVisits());
    await until(() => expect(written().join('\n')).toMatch(pattern));
  }

  it.each<[why: string, options: Partial<Options>, said: RegExp]>([
    ['nobody is identified', {}, /1 wait: there is no user/],
    ['consent is pending', { consent: 'pending' }, /1 wait in the memory of this page: consent is pending/],
    ['consent is denied', { consent: 'denied' }, /nothing is recorded: consent is denied/],
  ])('says that %s', async (_, options, said) => {
    await untilSaid(said, async ({ visit }) => {
      await visit({ debug: true, ...options }).track('a');
    });
  });

  it('says that there is no token', async () => {
    await untilSaid(/1 wait: There is no token for this user/, async ({ visit }) => {
      const client = visit({ debug: true, getToken: async () => undefined });
      await client.identify(ada);
      await client.track('a');
    });
  });

  it('says that the service is left alone', async () => {
    await untilSaid(/1 wait: the service is left alone until/, async ({ visit, service }) => {
      service.faults.add({ kind: 'status', status: 429, retryAfter: 60, times: Infinity });
      const client = visit({ debug: true });
      await client.identify(ada);
      await client.track('a');
    });
  });

  it('can be turned on and off while the page runs', async () => {
    const written = watchConsole();
    const client = startVisits().visit();
    await client.identify(ada);
    client.debug(true);
    await client.track('a');
    await until(() => expect(written().join('\n')).toContain('recorded'));

    client.debug(false);
    await calm();
    const before = written().length;
    await client.track('b');
    await calm();

    expect(written()).toHaveLength(before);
  });
});
