// @vitest-environment happy-dom
import { IDBDatabase } from 'fake-indexeddb';
import { describe, expect, it, vi } from 'vitest';
import type { Fault } from '../../src/emulator/app.js';
import {
  ada,
  become,
  bob,
  leave,
  listen,
  offline,
  onDevice,
  setChance,
  silent,
  startVisits,
  takeTime,
} from '../support/visits.js';

const namesOnDevice = async () => JSON.stringify(await onDevice());

describe('what a visitor did', () => {
  it('arrives under their name, with its data and its time', async () => {
    takeTime(); // None passes.
    const { service, visit } = startVisits();
    const client = visit();

    await client.identify(ada, { dataFields: { plan: 'pro' } });
    await client.track('product-viewed', { sku: 'A1' });
    await client.flush();

    const [event] = service.inspect.events('customEvent');
    expect(event).toMatchObject({ ...ada, fields: { eventName: 'product-viewed', sku: 'A1' } });
    expect(event?.createdAt).toBe(Date.now());
    expect(service.inspect.people).toMatchObject([{ ...ada, dataFields: { plan: 'pro' } }]);
  });

  it('is on the device before it is sent, and no longer once the service has it', async () => {
    const { service, line, visit } = startVisits();
    const whenSent: string[] = [];
    line.fetch = async (...request) => {
      whenSent.push(await namesOnDevice());
      return service.fetch(...request);
    };
    const client = visit();
    await client.identify(ada);

    await client.track('a');
    expect(await namesOnDevice()).toContain('"name":"a"');
    await client.flush();

    expect(whenSent).toEqual([expect.stringContaining('"name":"a"')]);
    expect(await namesOnDevice()).not.toContain('"name":"a"');
  });

  it('is safe once the call resolves, also when the page is killed at that moment', async () => {
    const { crash, during } = takeTime();
    const { openTab, arrived } = startVisits();
    const killed = await openTab({ fetch: silent });
    await killed.identify(ada);
    await killed.track('a');
    crash();

    const next = await openTab();
    await during(next.flush());

    expect(arrived()).toEqual(['a']);
  });

  it('is written in one transaction with all that was called in the same task', async () => {
    const client = startVisits().visit();
    await client.track('before');
    await client.flush();
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');

    await Promise.all(['a', 'b', 'c', 'd'].map((name) => client.track(name)));

    expect(transaction).toHaveBeenCalledTimes(1);
    transaction.mockRestore();
  });

  it.each<Fault>([
    { kind: 'drop' },
    { kind: 'lose' },
    { kind: 'malformed' },
    { kind: 'html' },
    { kind: 'half' },
    { kind: 'status', status: 302 },
    { kind: 'status', status: 408 },
    { kind: 'status', status: 500 },
    { kind: 'status', status: 503 },
  ])('stays until the service has answered for it: %j', async (fault) => {
    takeTime(); // None passes, so that nothing is sent by itself.
    const { service, visit } = startVisits();
    const client = visit();
    service.faults.add(fault);
    await client.identify(ada);
    await client.track('a');

    await expect(client.flush()).rejects.toThrow();
    expect(await client.stats()).toEqual({
      waiting: 1,
      delivered: 0,
      deliveredInBackground: 0,
      dropped: {},
      uncertain: 0,
    });
    await client.flush();

    expect(service.inspect.events('customEvent')).toHaveLength(1);
    expect(await client.stats()).toMatchObject({ waiting: 0, delivered: 1 });
  });

  it('belongs to the user at the time of the call', async () => {
    const { service, visit } = startVisits();
    const client = visit();
    await client.identify(ada);
    const ofAda = client.track('a');
    await client.identify(bob);
    await client.track('b');
    await ofAda;

    await client.flush();

    // Those of one need not wait for those of another.
    const named = service.inspect
      .events('customEvent')
      .map(({ fields, email, userId }) => [fields['eventName'], email ?? userId]);
    expect(Object.fromEntries(named)).toEqual({ a: ada.email, b: bob.userId });
  });

  it('is as it was at the time of the call', async () => {
    const { service, visit } = startVisits();
    const client = visit();
    await client.identify(ada);
    const data = { sku: 'A1' };

    const recorded = client.track('seen', data);
    data.sku = 'changed';
    await recorded;
    await client.flush();

    expect(service.inspect.events('customEvent')).toMatchObject([{ fields: { sku: 'A1' } }]);
  });
});

describe('delivery comes by itself', () => {
  it('soon after the call', async () => {
    const { pass } = takeTime();
    const { visit, arrived } = startVisits();
    const client = visit();
    await client.identify(ada);

    await client.track('a');
    await pass(100);

    expect(arrived()).toEqual(['a']);
  });

  it('at once when there is much to deliver', async () => {
    const { pass } = takeTime();
    const { visit, sent } = startVisits();
    const client = visit();
    await client.identify(ada);

    await Promise.all(Array.from({ length: 25 }, (_, index) => client.track(`event ${index}`)));
    await pass(40);

    expect(sent('/api/events/track').length).toBeGreaterThan(0);
  });

  it('at the start of the next visit', async () => {
    const { pass } = takeTime();
    const { visit, arrived } = startVisits();
    const first = visit({ fetch: offline });
    await first.identify(ada);
    await first.track('trial-started');
    await expect(first.flush()).rejects.toMatchObject({ name: 'NetworkError' });
    expect(arrived()).toEqual([]);

    visit();
    await pass(6_000);

    expect(arrived()).toEqual(['trial-started']);
  });

  it.each([
    ['there is a network again', () => dispatchEvent(new Event('online'))],
    ['the page is shown', () => become('visible')],
    ['the page comes back from the back/forward cache', () => dispatchEvent(new Event('pageshow'))],
  ])('when %s', async (_, happen) => {
    setChance();
    const { pass } = takeTime();
    const { service, line, visit, arrived } = startVisits();
    line.fetch = offline;
    const client = visit();
    const told = listen(client);
    await client.identify(ada);
    await client.track('a');
    await pass(200);
    expect(told.error).not.toEqual([]);
    line.fetch = service.fetch;

    happen();
    await pass(200);

    expect(arrived()).toEqual(['a']); // By itself it would have come a second after the trouble.
  });

  it('when there is a network again, also where a call fails only then that was under way', async () => {
    setChance();
    const { pass } = takeTime();
    const { service, line, visit, arrived } = startVisits();
    line.fetch = offline;
    const client = visit();
    await client.identify(ada);
    await client.track('a');
    await pass(30 * 60_000);
    let fail: (() => void) | undefined;
    line.fetch = () =>
      new Promise((_, reject) => (fail = () => reject(new TypeError('A network has changed'))));
    while (!fail) await pass(500);
    line.fetch = service.fetch;
    await pass(100);

    dispatchEvent(new Event('online'));
    await pass(100);
    fail();
    await pass(1_000);

    expect(arrived()).toEqual(['a']); // By itself it would have come five minutes later.
  });

  it('at the start of the next visit, however long the service was in trouble before', async () => {
    setChance();
    const { pass, crash } = takeTime();
    const { service, visit, openTab, arrived } = startVisits();
    const killed = await openTab();
    await killed.identify(ada);
    service.faults.add({ kind: 'status', status: 503, times: Infinity });
    await killed.track('a');
    await pass(90_000);
    service.faults.clear();
    crash();

    visit();
    await pass(6_000);

    expect(arrived()).toEqual(['a']); // By itself it would have come minutes later.
  });

  it('not in a pause that the service asks for, also as the page is left', async () => {
    const { pass, during } = takeTime();
    const { service, visit, arrived, sent } = startVisits();
    const client = visit();
    await during(client.identify(ada));
    service.faults.add({ kind: 'status', status: 429, headers: { 'Retry-After': '60' } });
    await during(client.track('a'));
    await pass(500);
    await during(client.track('b'));
    await pass(500);
    const before = sent('track').length;

    leave();
    await pass(10_000);

    expect(before).toBe(1);
    expect(sent('track')).toHaveLength(before);
    visit();
    await pass(60_000);
    expect(arrived().sort()).toEqual(['a', 'b']);
  });

  it('in no longer a pause than the service asked for, where the clock is set back meanwhile', async () => {
    const { pass, during, jump, crash } = takeTime();
    const { service, visit, openTab, arrived } = startVisits();
    const killed = await openTab();
    await during(killed.identify(ada));
    service.faults.add({ kind: 'status', status: 429, headers: { 'Retry-After': '15' } });
    await during(killed.track('a'));
    await pass(500);
    crash();

    jump(-3_600_000);
    visit();
    await pass(16_000);

    expect(arrived()).toEqual(['a']);
  });

  it('when the page asks for it, and rejects when the service cannot take it now', async () => {
    // Else what is on its way in vain ends amid another test.
    const { during } = takeTime();
    const { line, service, visit } = startVisits();
    const client = visit();
    line.fetch = offline;
    await client.identify(ada);
    await client.track('a');

    await expect(client.flush()).rejects.toMatchObject({ name: 'NetworkError' });
    line.fetch = silent;
    await expect(during(client.flush({ timeout: 30 }))).rejects.toMatchObject({ name: 'NetworkError' });
    expect(service.inspect.requests).toEqual([]);
  });
});

describe('two projects on one site', () => {
  it('deliver their own events, each with its own key, under its own identity', async () => {
    const { service, visit } = startVisits();
    const other = startVisits({ keys: { web: 'the-other-key' } });
    const first = visit({ fetch: offline });
    await first.identify(ada);
    await first.track('of the first');

    const second = other.visit();
    expect(second.user).toBeUndefined();
    await second.flush();

    expect(other.sent()).toEqual([]);
    await visit().flush();
    expect(service.inspect.events('customEvent')).toMatchObject([ada]);
  });
});
