// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { until } from '../support/until.js';
import {
  ada,
  become,
  calm,
  listen,
  mug,
  offline,
  onDevice,
  startVisits,
  takeTime,
} from '../support/visits.js';

/** Takes up all that starts a delivery. */
async function provoke(client: { flush(): Promise<void> }) {
  dispatchEvent(new Event('online'));
  become('hidden');
  become('visible');
  await client.flush();
}

/** What is on the device of what a visitor did or is. */
async function traces() {
  const kept = JSON.stringify(await onDevice());
  return ['ada@example.com', '"a"', 'shoe'].filter((trace) => kept.includes(trace));
}

describe('consent that is pending', () => {
  it('writes nothing to the device and sends nothing; what is called waits in memory', async () => {
    const { visit, sent } = startVisits();
    const client = visit({ consent: 'pending' });
    await client.track('before identity');
    await client.identify(ada, { dataFields: { plan: 'pro' } });
    await client.track('a');

    await provoke(client);

    expect(await client.stats()).toMatchObject({ waiting: 3 });
    expect(await onDevice()).toEqual({});
    expect(await indexedDB.databases()).toEqual([]);
    expect(sent()).toEqual([]);
    expect(client.user).toEqual(ada);
  });

  it('records all of it once it is granted, under the identity of its time', async () => {
    const { visit, service, arrived } = startVisits();
    const client = visit({ consent: 'pending' });
    const told = listen(client);
    await client.track('before identity');
    await client.identify(ada);
    await client.track('a');

    void client.consent('granted');

    await until(() => expect(arrived().sort()).toEqual(['a', 'before identity']));
    expect(service.inspect.events('customEvent')).toMatchObject([ada, ada]);
    expect(told.consent).toEqual(['granted']);
    expect(visit({ consent: 'pending' }).user).toEqual(ada);
  });

  it('forgets all of it once it is denied', async () => {
    const { visit, sent } = startVisits();
    const client = visit({ consent: 'pending' });
    await client.identify(ada);
    await client.track('a');

    void client.consent('denied');
    void client.consent('granted');
    await client.flush();

    expect(await client.stats()).toMatchObject({ waiting: 0 });
    expect(sent()).toEqual([]);
  });

  it('holds no more in memory than a device may: the oldest custom events go first, purchases last', async () => {
    const { visit, arrived } = startVisits();
    const client = visit({ consent: 'pending', limits: { events: 3 } });
    const told = listen(client);
    await client.identify(ada);
    await client.purchase({ items: [mug], total: 12 });
    for (const name of ['a', 'b', 'c']) await client.track(name);
    await client.updateCart([mug]);

    const dropped = ['a', 'b'];
    expect(told.dropped).toMatchObject(dropped.map((name) => ({ event: { name }, reason: 'full' })));
    expect(await client.stats()).toMatchObject({ waiting: 3, dropped: { full: 2 } });
    void client.consent('granted');
    await client.flush();
    expect(arrived()).toEqual(['c']);
    expect(await client.stats()).toMatchObject({ waiting: 0, delivered: 3, dropped: { full: 2 } });
  });

  it('holds no more bytes in memory than a device may', async () => {
    const { visit } = startVisits();
    const client = visit({ consent: 'pending', limits: { bytes: 100_000 } });
    await client.identify(ada);

    for (let count = 0; count < 30; count++) await client.track('large', { text: 'x'.repeat(10_000) });

    expect(await client.stats()).toMatchObject({ waiting: 9, dropped: { full: 21 } });
  });

  it('sends nothing of an earlier visit either', async () => {
    const { visit, sent } = startVisits();
    const first = visit({ fetch: offline });
    await first.identify(ada);
    await first.track('a');

    await provoke(visit({ consent: 'pending' }));

    expect(sent()).toEqual([]);
  });
});

describe('consent that is denied', () => {
  it('empties the device and records nothing from then on', async () => {
    const { visit, sent } = startVisits();
    const client = visit({ fetch: offline });
    const told = listen(client);
    await client.identify(ada);
    await client.track('a');
    await client.updateCart([{ ...mug, name: 'shoe' }]);
    expect(await traces()).not.toEqual([]);

    void client.consent('denied');
    await until(async () => expect(await traces()).toEqual([]));
    await client.track('a');
    await client.identify(ada);
    await provoke(visit());

    expect(await traces()).toEqual([]);
    expect(sent()).toEqual([]);
    expect(client.user).toBeUndefined();
    expect(told.user).toEqual([ada, undefined]);
    expect(told.consent).toEqual(['denied']);
  });

  it('forgets also what was called just before, and what waits for a token', async () => {
    const { pass } = takeTime();
    const { visit, service, sent } = startVisits();
    let give: ((token: string) => void) | undefined;
    const client = visit({ getToken: () => new Promise((resolve) => (give = resolve)) });
    await client.identify(ada);
    await client.track('a');
    await pass(1_000);
    expect(give).toBeDefined();

    void client.track('b');
    void client.consent('denied');
    give?.(await service.signToken(ada));
    await pass(20_000);

    expect(sent()).toEqual([]);
    expect(await client.stats()).toMatchObject({ waiting: 0 });
  });

  it('leaves nothing on a device that has delivered but that word', async () => {
    const { visit, arrived } = startVisits();
    const client = visit();
    await client.identify(ada);
    await client.track('a');
    await until(() => expect(arrived()).toEqual(['a']));
    expect(Object.keys(await onDevice())).not.toHaveLength(1);

    void client.consent('denied');

    const word = { consent: 'denied', at: expect.any(Number) as number };
    await until(async () => {
      const [quick, ...kept] = Object.values(await onDevice());
      expect([JSON.parse(String(quick)), ...kept]).toEqual([word, word]);
    });
  });

  it('is remembered on the next visit, and nothing else is', async () => {
    const { visit, sent } = startVisits();
    const client = visit();
    await client.identify(ada);
    void client.consent('denied');

    const next = visit();
    await next.identify(ada);
    await next.track('a');
    await next.flush();

    expect(next.user).toBeUndefined();
    expect(sent()).toEqual([]);
    expect(JSON.stringify(Object.entries(localStorage))).not.toContain(ada.email);
  });

  it('can be taken back', async () => {
    const { visit, arrived } = startVisits();
    const client = visit();
    void client.consent('denied');
    void client.consent('granted');

    await client.identify(ada);
    await client.track('a');
    await client.flush();

    expect(arrived()).toEqual(['a']);
  });

  it('holds also for what waits from an earlier visit, when the page starts with it', async () => {
    const { visit, sent } = startVisits();
    const first = visit({ fetch: offline });
    await first.identify(ada);
    await first.track('a');

    const client = visit({ consent: 'denied' });
    await provoke(client);

    expect(client.user).toBeUndefined();
    expect(sent()).toEqual([]);
    await until(async () => expect(await traces()).toEqual([]));
  });

  it('forgets what is on its way without a word about it', async () => {
    takeTime();
    const { visit, line } = startVisits();
    let answer: (response: Response) => void = () => {};
    line.fetch = () => new Promise((resolve) => (answer = resolve));
    const client = visit();
    const told = listen(client);
    await client.identify(ada);
    await client.track('a');
    const flushed = client.flush().catch(() => undefined);
    await calm();

    void client.consent('denied');
    await calm();
    answer(Response.json({}));
    await flushed;

    expect(told.error).toEqual([]);
    expect(await traces()).toEqual([]);
  });
});

describe('Global Privacy Control', () => {
  const signal = (value: boolean) =>
    vi.stubGlobal('navigator', Object.assign(navigator, { globalPrivacyControl: value }));

  it('is `denied` with `respectPrivacySignals`, whatever was said, also for earlier visits', async () => {
    const { visit, sent } = startVisits();
    const first = visit({ fetch: offline });
    await first.identify(ada);
    await first.track('a');
    signal(true);

    const client = visit({ respectPrivacySignals: true });
    void client.consent('granted');
    await client.identify(ada);
    await client.track('a');
    await provoke(client);

    expect(client.user).toBeUndefined();
    expect(sent()).toEqual([]);
    await until(async () => expect(await traces()).toEqual([]));
    signal(false);
  });

  it.each([
    ['by default', true, {}],
    ['when the visitor has not set it', false, { respectPrivacySignals: true }],
  ])('changes nothing %s', async (_, value, options) => {
    signal(value);
    const { visit, arrived } = startVisits();
    const client = visit(options);
    await client.identify(ada);
    await client.track('a');

    await client.flush();

    expect(arrived()).toEqual(['a']);
    signal(false);
  });
});
