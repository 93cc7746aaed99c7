// @vitest-environment happy-dom
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { UserRef } from '../../src/index.js';
import { createLocks } from '../support/locks.js';
import { until } from '../support/until.js';
import { ada, become, bob, calm, listen, mug, offline, startVisits, takeTime } from '../support/visits.js';

describe('flush', () => {
  /** A page with an event of Ada's, and a server of its own that gives tokens as `get` does. */
  async function setup(get: (user: UserRef) => Promise<string | undefined>) {
    const visits = startVisits();
    const server = { get };
    const client = visits.visit({ getToken: (user) => server.get(user) });
    const told = listen(client);
    await client.identify(ada);
    await client.track('a');
    return { ...visits, client, told, server };
  }

  it('rejects each time while there is no token for the visitor, and keeps what waits', async () => {
    const { client, told, arrived } = await setup(async () => undefined);

    for (let times = 0; times < 3; times++) {
      await expect(client.flush()).rejects.toMatchObject({
        name: 'NetworkError',
        message: 'There is no token for this user',
      });
    }

    expect(await client.stats()).toEqual({
      waiting: 1,
      delivered: 0,
      deliveredInBackground: 0,
      dropped: {},
      uncertain: 0,
    });
    expect(arrived()).toEqual([]);
    expect(told.error).toEqual([]);
  });

  it('rejects also when the token was missing a moment before', async () => {
    let answer: (none: undefined) => void = () => undefined;
    const getToken = vi.fn(() => new Promise<undefined>((resolve) => (answer = resolve)));
    const { client } = await setup(getToken);
    await until(() => expect(getToken).toHaveBeenCalled());

    const flushed = client.flush();
    answer(undefined);

    await expect(flushed).rejects.toMatchObject({ name: 'NetworkError' });
  });

  it('rejects each time with what keeps the page from getting a token', async () => {
    const { client } = await setup(() => Promise.reject(new Error('no session')));

    for (let times = 0; times < 3; times++) await expect(client.flush()).rejects.toThrow('no session');
  });

  it('rejects with that also where it came a moment before, to what sends by itself', async () => {
    let fail: (error: Error) => void = () => undefined;
    const getToken = vi.fn(() => new Promise<undefined>((_, reject) => (fail = reject)));
    const { client } = await setup(getToken);
    await until(() => expect(getToken).toHaveBeenCalled());

    const flushed = client.flush();
    fail(new Error('no session'));

    await expect(flushed).rejects.toThrow('no session');
  });

  it('asks for the token again, however long its turn is still away', async () => {
    const { pass } = takeTime();
    const { client, service, server, arrived } = await setup(async () => undefined);
    await pass(30 * 60_000);

    server.get = (user) => service.signToken(user);
    await client.flush();

    expect(arrived()).toEqual(['a']);
  });

  it('resolves when all that is left is of somebody who has no token any more', async () => {
    const { client, service, server, arrived } = await setup(async () => undefined);
    await client.flush().catch(() => undefined);
    server.get = async (user) => (user.userId === bob.userId ? service.signToken(user) : undefined);
    await client.identify(bob);
    await client.track('b');

    await client.flush();

    expect(arrived()).toEqual(['b']);
    expect(await client.stats()).toMatchObject({ waiting: 1 });
  });

  it('waits for what a page that has just ended may have sent', async () => {
    const { pass, crash } = takeTime();
    const { openTab } = startVisits();
    const locks = vi.spyOn(navigator, 'locks', 'get').mockReturnValue(createLocks());
    onTestFinished(() => locks.mockRestore());
    const dead = await openTab({ fetch: () => new Promise<never>(() => {}) });
    await dead.identify(ada);
    await dead.purchase({ items: [mug], total: 12 });
    await pass(1_000);
    crash();
    dispatchEvent(new Event('pagehide')); // A browser lets go of a lock when its page ends.

    const alive = await openTab();
    const flushed = alive.flush();
    await pass(6_000);
    await flushed;

    expect(await alive.stats()).toMatchObject({ waiting: 0, delivered: 1 });
  });
});

it('a client that was closed says so', async () => {
  const { visit, line } = startVisits();
  const client = visit();
  await client.identify(ada);
  line.fetch = offline;
  await client.track('a');
  client.close();

  await expect(client.flush()).rejects.toThrow('The client is closed');
});

it('a visitor without a token who comes back to the page is no trouble', async () => {
  const { visit } = startVisits();
  const getToken = vi.fn(async () => undefined);
  const client = visit({ getToken });
  const told = listen(client);
  await client.identify(ada);
  await client.track('a');

  become('visible');
  await until(() => expect(getToken).toHaveBeenCalled());
  await calm();

  expect(told.error).toEqual([]);
});
