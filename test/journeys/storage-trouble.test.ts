// @vitest-environment happy-dom
import { IDBDatabase, IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createPageLeft } from '../../src/browser/page-left.js';
import { openStore } from '../../src/browser/store.js';
import { newTally, TALLY, type Tally } from '../../src/events/outbox/ledger.js';
import { holdDevice } from '../support/held-device.js';
import { ada, calm, listen, mug, offline, onDevice, startVisits, takeTime } from '../support/visits.js';

const refusal = (name: string) => new DOMException('Not here', name);

/** An IndexedDB whose `open` is another. */
function opening(open: (real: () => IDBOpenDBRequest) => IDBOpenDBRequest) {
  const real = new IDBFactory();
  return {
    open: (name: string) => open(() => real.open(name)),
    databases: () => real.databases(),
  };
}

/** A request that never answers. */
const hanging = () => new EventTarget() as IDBOpenDBRequest;

/** A request that is refused. */
function refused(name: string) {
  const request = { error: refusal(name) } as unknown as IDBOpenDBRequest;
  setTimeout(() => void request.onerror?.call(request, new Event('error')));
  return request;
}

/** Keeps every transaction from ending, as WebKit does. */
function hang() {
  const { transaction } = IDBDatabase.prototype;
  return vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
    this: IDBDatabase,
    ...request: Parameters<typeof transaction>
  ) {
    const held = transaction.apply(this, request);
    const entries = held.objectStore('entries');
    const again = () => {
      entries.count().onsuccess = again;
    };
    again();
    return Object.assign(held, { commit: () => {} });
  });
}

/** Lets the device count as if so much waited on it already. */
async function countOnDevice(tally: Partial<Tally>) {
  const [{ name = '' } = {}] = await indexedDB.databases();
  const store = openStore<Tally>(name, createPageLeft(), () => expect.fail('The device is lost'));
  await store(async (table) => table.put(TALLY, { ...newTally(), ...(await table.get(TALLY)), ...tally }));
}

const troubles: [name: string, make: () => unknown][] = [
  ['missing', () => undefined],
  [
    'refused at once',
    () =>
      opening(() => {
        throw refusal('SecurityError');
      }),
  ],
  ['refused later', () => opening(() => refused('InvalidStateError'))],
  ['blocked for good', () => opening(hanging)],
];

describe.each(troubles)('an IndexedDB that is %s', (_, make) => {
  it('lets the page record and deliver from memory, and says so once', async () => {
    const { pass } = takeTime();
    const { visit, arrived } = startVisits();
    vi.stubGlobal('indexedDB', make());
    const client = visit();
    const told = listen(client);
    const resolved: string[] = [];
    await Promise.all([
      client.identify(ada).then(() => resolved.push('identify')),
      client.track('a').then(() => resolved.push('a')),
      pass(6_000),
    ]);
    await client.track('b');
    await client.flush();

    expect(resolved).toEqual(expect.arrayContaining(['identify', 'a']));
    expect(arrived().sort()).toEqual(['a', 'b']);
    expect(told.error).toEqual([expect.any(Error)]);
    expect(await client.stats()).toMatchObject({ waiting: 0, delivered: 2 });
  });

  it('is tried again at the next load', async () => {
    const { pass } = takeTime();
    const { visit } = startVisits();
    const working = indexedDB;
    vi.stubGlobal('indexedDB', make());
    const client = visit({ fetch: offline });
    await Promise.all([client.identify(ada), pass(6_000)]);

    vi.stubGlobal('indexedDB', working);
    await visit({ fetch: offline }).track('a');

    expect(JSON.stringify(await onDevice())).toContain('"name":"a"');
  });
});

describe('an IndexedDB that works at first', () => {
  /** A page whose first event is on the device. */
  async function setup() {
    const time = takeTime();
    const visits = startVisits();
    const client = visits.visit();
    const told = listen(client);
    await client.identify(ada);
    await client.track('before');
    return { ...time, ...visits, client, told };
  }

  it('and then hangs lets the page go on from memory', async () => {
    const { client, told, pass, arrived } = await setup();
    const transaction = hang();
    onTestFinished(() => transaction.mockRestore());

    await Promise.all([client.track('a'), pass(6_000)]);
    await Promise.all([client.flush(), pass(1_000)]);

    expect(arrived()).toContain('a');
    expect(told.error).toEqual([expect.objectContaining({ message: 'IndexedDB took too long' })]);
  });

  it('and then is held by a page that stands still keeps what is recorded, and delivers it once that goes on', async () => {
    const { client, told, pass, arrived, sent, visit } = await setup();
    const letGo = await holdDevice();

    await Promise.all([client.track('a'), client.updateUser({ plan: 'pro' }), pass(15_000)]);
    await Promise.all([client.track('b'), pass(15_000)]);
    expect(arrived()).toEqual([]);
    letGo();
    await Promise.all([client.flush(), pass(15_000)]);
    await Promise.all([visit().flush(), pass(15_000)]);

    expect(arrived().sort()).toEqual(['a', 'b', 'before']);
    expect(sent('/users/update')).toHaveLength(1);
    expect((await visit().stats()).delivered).toBe(4);
    expect(told.error).toEqual([]);
  });

  it('and then is full lets the page go on from memory', async () => {
    const { client, told, arrived } = await setup();
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw refusal('QuotaExceededError');
    });
    onTestFinished(() => put.mockRestore());

    await client.track('a');
    await client.flush();

    expect(arrived()).toContain('a');
    expect(told.error).toEqual([expect.objectContaining({ name: 'QuotaExceededError' })]);
  });

  it.each([
    ['and says so', true],
    ['and says nothing', false],
  ])('and then closes its connection, %s, is opened again', async (_, says) => {
    takeTime();
    const { visit, arrived } = startVisits();
    const connections: IDBDatabase[] = [];
    const factory = opening((open) => {
      const request = open();
      request.addEventListener('success', () => connections.push(request.result));
      return request;
    });
    vi.stubGlobal('indexedDB', factory);
    const client = visit();
    const told = listen(client);
    await client.identify(ada);
    await client.track('before');

    connections.forEach((connection) => connection.close());
    if (says) connections.forEach((connection) => void connection.onclose?.(new Event('close')));
    await client.track('a');

    expect(JSON.stringify(await onDevice())).toContain('"name":"a"');
    await client.flush();
    expect(arrived().sort()).toEqual(['a', 'before']);
    expect(told.error).toEqual([]);
  });
});

describe('a `localStorage` that is refused', () => {
  it('keeps who the visitor is for this page view', async () => {
    const { visit, arrived } = startVisits();
    const refuse = () => {
      throw refusal('SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
    const client = visit();

    await client.identify(ada);
    await client.track('a');
    await client.flush();

    expect(client.user).toEqual(ada);
    expect(arrived()).toEqual(['a']);
  });
});

describe('what waits on a device', () => {
  it('is at most as many events as allowed: the oldest custom ones go first, purchases last', async () => {
    const { visit, service, arrived } = startVisits();
    const client = visit({ fetch: offline, limits: { events: 4 } });
    const told = listen(client);
    await client.identify(ada);
    await client.purchase({ items: [mug], total: 12 });
    await client.track('oldest');
    await client.updateUser({ plan: 'pro' });
    for (const name of ['a', 'b', 'c']) await client.track(name);

    expect(await client.stats()).toMatchObject({ waiting: 4, dropped: { full: 2 } });

    await visit().flush();
    expect(arrived().sort()).toEqual(['b', 'c']);
    expect(service.inspect.events('purchase')).toHaveLength(1);
    expect(service.inspect.person(ada)?.dataFields).toMatchObject({ plan: 'pro' });
    expect(told.dropped.map(({ event, reason }) => [(event as { name?: string }).name, reason])).toEqual([
      ['oldest', 'full'],
      ['a', 'full'],
    ]);
  });

  it('is at most as many bytes as allowed', async () => {
    const { visit } = startVisits();
    const client = visit({ fetch: offline, limits: { bytes: 5_000 } });
    await client.identify(ada);

    for (const name of ['a', 'b', 'c']) await client.track(name, { text: 'x'.repeat(2_000) });

    expect(await client.stats()).toMatchObject({ waiting: 2, dropped: { full: 1 } });
  });

  it('counts bytes, not letters', async () => {
    const { visit } = startVisits();
    const client = visit({ fetch: offline, limits: { bytes: 5_000 } });
    await client.identify(ada);

    for (const name of ['a', 'b', 'c']) await client.track(name, { text: '漢'.repeat(700) });

    expect(await client.stats()).toMatchObject({ waiting: 2, dropped: { full: 1 } });
  });

  it('is at most 30 days old', async () => {
    const { jump, pass } = takeTime();
    const { visit, arrived } = startVisits();
    const first = visit({ fetch: offline });
    await first.identify(ada);
    await first.track('a');
    jump(15 * 86_400_000);
    await first.track('b');
    await first.stats();

    jump(15 * 86_400_000 + 1_000);
    await visit({ fetch: offline }).stats();
    // By then the clock has shown that it is right.
    jump(3_601_000);
    const client = visit();
    const told = listen(client);
    await Promise.all([client.flush(), pass(500)]);
    await calm();

    expect(arrived()).toEqual(['b']);
    expect(told.dropped).toMatchObject([{ event: { name: 'a' }, reason: 'old' }]);
    expect(await client.stats()).toMatchObject({ dropped: { old: 1 } });
  });

  it('is not too old by a clock that is a month ahead for a moment', async () => {
    const { jump, pass } = takeTime();
    const { visit, arrived } = startVisits();
    const client = visit({ fetch: offline });
    await client.identify(ada);
    await client.track('a');
    await client.stats();

    jump(31 * 86_400_000);
    await client.track('b');
    await Promise.all([client.flush().catch(() => undefined), pass(500)]);
    jump(-31 * 86_400_000);
    const next = visit();
    await Promise.all([next.flush(), pass(500)]);
    await calm();

    expect(arrived().sort()).toEqual(['a', 'b']);
    expect(await next.stats()).toMatchObject({ waiting: 0, dropped: {} });
  });

  it.each<[string, Partial<Tally>]>([
    ['10,000 events', { waiting: 9_999 }],
    ['10 MB', { bytes: 9_999_000 }],
  ])('is %s by default', async (_, almost) => {
    const { visit } = startVisits();
    const client = visit({ fetch: offline });
    await client.identify(ada);
    await client.stats();
    await countOnDevice(almost);

    await client.track('fits', { text: 'x'.repeat(500) });
    expect((await client.stats()).dropped).toEqual({});
    await client.track('too much', { text: 'x'.repeat(500) });

    expect((await client.stats()).dropped).toEqual({ full: 1 });
  });
});
