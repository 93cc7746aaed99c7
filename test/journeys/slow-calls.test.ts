// @vitest-environment happy-dom
import { IDBDatabase } from 'fake-indexeddb';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { UserRef } from '../../src/index.js';
import { createLocks } from '../support/locks.js';
import {
  ada,
  become,
  bob,
  mug,
  offline,
  onDevice,
  silent,
  startVisits,
  takeTime,
} from '../support/visits.js';

/** How long what is recorded waits for more of its kind, in milliseconds. */
const SOON = 100;

const never = () => new Promise<never>(() => {});
const isBob = (user: UserRef) => 'userId' in user;

/** A visit by Ada during which the service does not answer what says `slow`. */
async function setup() {
  const visits = startVisits();
  const time = takeTime();
  const { service, line } = visits;
  const locks = vi.spyOn(navigator, 'locks', 'get').mockReturnValue(createLocks());
  onTestFinished(() => locks.mockRestore());
  line.fetch = async (input, init) => {
    const request = new Request(input, init);
    if ((await request.clone().text()).includes('slow')) return silent();
    return service.fetch(request);
  };
  return { ...visits, ...time };
}

/** What waits on the device, and what is on its way. */
async function rowsOnDevice() {
  const keys = Object.keys(await onDevice());
  const count = (digit: RegExp) => keys.filter((key) => digit.test(key)).length;
  return { waiting: count(/^"[1-4]/), inFlight: count(/^"5/) };
}

describe('while a call is slow', () => {
  it('what is recorded is sent as soon as without it', async () => {
    const { visit, during, pass, arrived } = await setup();
    const client = visit();
    await during(client.identify(ada));
    await during(client.track('slow'));
    await pass(SOON);

    await client.track('next');
    await pass(SOON);

    expect(arrived()).toEqual(['next']);
  });

  it('four slots are four: no more are sent at once, and the next when one has ended', async () => {
    const { visit, during, pass, arrived } = await setup();
    const client = visit();
    await during(client.identify(ada));
    await Promise.all(['slow', 'slow', 'slow', 'a', 'b', 'c'].map((name) => client.track(name)));
    await pass(SOON);

    expect(arrived()).toEqual(['a', 'b', 'c']);
  });
});

describe('a former user’s token that does not come', () => {
  it('keeps nobody from sending, also when it is renewed amid their calls', async () => {
    const { service, visit, line, during, pass, arrived } = await setup();
    let asked = 0;
    const getToken = (user: UserRef) => (isBob(user) && ++asked > 1 ? never() : service.signToken(user));
    const client = visit({ getToken });
    line.fetch = offline;
    await during(client.identify(bob));
    await Promise.all(Array.from({ length: 9 }, (_, index) => client.track(`of bob ${index}`)));
    await during(client.flush().catch(() => undefined));
    line.fetch = async (input, init) => {
      const request = new Request(input, init);
      const isOfBob = (await request.clone().text()).includes('of bob');
      const refusal = { msg: '', code: 'InvalidJwtPayload', params: null };
      return isOfBob ? Response.json(refusal, { status: 401 }) : service.fetch(request);
    };
    await during(client.identify(ada));
    await pass(2_000);
    expect(asked).toBe(2);

    await client.track('of ada');
    await pass(SOON);

    expect(arrived()).toEqual(['of ada']);
  });
});

describe('what is taken ahead', () => {
  async function withManyWaiting(count: number) {
    const scene = await setup();
    const { visit, line, during } = scene;
    const client = visit();
    line.fetch = offline;
    await during(client.identify(ada));
    await Promise.all(Array.from({ length: count }, (_, index) => client.track(`viewed ${index}`)));
    await client.stats();
    return { ...scene, client };
  }

  it('is written down in few transactions once it has arrived', async () => {
    const { client, service, line, arrived } = await withManyWaiting(300);
    line.fetch = service.fetch;
    const transactions = vi.spyOn(IDBDatabase.prototype, 'transaction');
    onTestFinished(() => transactions.mockRestore());

    await client.flush();

    expect(arrived()).toHaveLength(300);
    expect(transactions.mock.calls.length).toBeLessThan(30);
  });

  it('goes back when the service is in trouble, and does not count as tried', async () => {
    const { client, service, line, during, arrived } = await withManyWaiting(80);
    let calls = 0;
    line.fetch = async (...request) => {
      calls += 1;
      return calls > 4 ? new Response('', { status: 503 }) : service.fetch(...request);
    };

    await during(client.flush().catch(() => undefined));

    expect(calls).toBeLessThan(12);
    expect(await rowsOnDevice()).toEqual({ waiting: 76, inFlight: 0 });
    line.fetch = service.fetch;
    await during(client.flush());
    expect(arrived()).toHaveLength(80);
    expect(service.inspect.requests).toHaveLength(80);
  });

  it('goes back when the client is closed, and is sent by the next', async () => {
    const { client, service, line, visit, during, pass, arrived } = await withManyWaiting(80);
    const letGo: (() => void)[] = [];
    line.fetch = async (...request) => {
      await new Promise<void>((resolve) => letGo.push(resolve));
      return service.fetch(...request);
    };
    void client.flush().catch(() => undefined);
    await pass(SOON);
    expect(await rowsOnDevice()).toEqual({ waiting: 0, inFlight: 80 });

    client.close();
    letGo.forEach((answer) => answer());
    await pass(1_000);

    expect(await rowsOnDevice()).toEqual({ waiting: 76, inFlight: 0 });
    line.fetch = service.fetch;
    await during(visit().flush());
    expect(arrived()).toHaveLength(80);
    expect(service.inspect.requests).toHaveLength(80);
  });

  it('is not sent once the visitor refuses, also when they agree again before an answer', async () => {
    const { client, service, line, during, pass, arrived } = await withManyWaiting(80);
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    line.fetch = async (...request) => {
      await held;
      return service.fetch(...request);
    };
    void client.flush().catch(() => undefined);
    await pass(SOON);

    await during(client.consent('denied'));
    await during(client.consent('granted'));
    letGo();
    await pass(5_000);

    expect(arrived()).toHaveLength(4);
    expect(await rowsOnDevice()).toEqual({ waiting: 0, inFlight: 0 });
  });

  it('goes back when the page is hidden, so that what matters goes first', async () => {
    const { client, service, line, pass } = await withManyWaiting(80);
    const told: string[] = [];
    line.fetch = async (input, init) => {
      const request = new Request(input, init);
      told.push(request.url.slice(request.url.lastIndexOf('/') + 1));
      if (told.length <= 4) return silent();
      return service.fetch(request);
    };
    void client.flush().catch(() => undefined);
    await pass(SOON);
    void client.purchase({ items: [mug], total: 12 });
    await client.stats();

    become('hidden');
    await pass(1_000);

    expect(told[4]).toBe('trackPurchase');
  });

  it('is nobody’s hindrance: a purchase has the next slot', async () => {
    const { client, service, line, pass } = await withManyWaiting(80);
    const told: string[] = [];
    const answers: (() => void)[] = [];
    line.fetch = async (input, init) => {
      const request = new Request(input, init);
      told.push(request.url.slice(request.url.lastIndexOf('/') + 1));
      await new Promise<void>((resolve) => answers.push(resolve));
      return service.fetch(request);
    };
    void client.flush().catch(() => undefined);
    await pass(SOON);
    await client.purchase({ items: [mug], total: 12 });
    await pass(SOON);

    answers[0]?.();
    await pass(SOON);

    expect(told).toEqual(['track', 'track', 'track', 'track', 'trackPurchase']);
  });
});
