// @vitest-environment happy-dom
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  startContext,
  startPageViews,
  startSampling,
  type Client,
  type ContextOptions,
} from '../../src/index.js';
import { shareOf } from '../../src/analytics/sampling.js';
import { ada, bob, calm, listen, mug, onDevice, startVisits, takeTime } from '../support/visits.js';

const ALL: Required<ContextOptions> = {
  ...{ page: true, referrer: true, utm: true, locale: true, timezone: true, screen: true },
  ...{ session: true, device: true },
};
const MINUTE = 60_000;

afterEach(() => void history.replaceState({}, '', '/'));

/** A page of a known visitor, and the data of what arrives of them. */
async function setup(address = '/') {
  history.replaceState({}, '', address);
  const visits = startVisits();
  const client = visits.visit();
  await client.identify(ada);
  async function arrived(of = client) {
    await of.flush();
    return visits
      .sent('/track')
      .map(({ body }) => (body as { dataFields?: object }).dataFields ?? {}) as Record<string, unknown>[];
  }
  return { ...visits, client, arrived };
}

/** Closes what a test has started. */
function untilEnd<Feature extends { close(): void }>(feature: Feature): Feature {
  onTestFinished(() => feature.close());
  return feature;
}

describe('the context of events', () => {
  it('is what was chosen, and no more', async () => {
    const { client, arrived } = await setup('/mugs?utm_source=letter&utm_id=7&token=secret#secret');
    untilEnd(startContext(client, ALL));
    await client.track('a');

    const [fields] = await arrived();

    expect(fields).toMatchObject({
      ...{ pagePath: '/mugs', pageTitle: document.title, utm_source: 'letter' },
      ...{ locale: navigator.language, screenWidth: screen.width, viewportHeight: innerHeight },
    });
    expect(fields?.['sessionId']).toMatch(/^[\da-f-]{36}$/);
    expect(fields?.['deviceId']).toMatch(/^[\da-f-]{36}$/);
    expect(fields?.['timezone']).toBeTypeOf('string');
    expect(JSON.stringify(fields)).not.toMatch(/secret|utm_id/);
  });

  it('is nothing by default, and none of what the page says itself is changed', async () => {
    const { client, arrived } = await setup();
    const context = startContext(client);
    await client.track('a');
    context.close();
    untilEnd(startContext(client, ALL)).register({ locale: 'of the session', own: 1 });
    await client.track('b', { pagePath: 'mine', locale: 'mine', own: 2 });

    const fields = await arrived();

    expect(fields[0]).toEqual({});
    expect(fields[1]).toMatchObject({ pagePath: 'mine', locale: 'mine', own: 2 });
  });

  it('is that of custom events alone', async () => {
    const { client, sent } = await setup();
    untilEnd(startContext(client, ALL));

    await client.purchase({ items: [mug], total: 12 });
    await client.updateUser({ plan: 'pro' });
    await client.flush();

    expect(JSON.stringify(sent())).not.toMatch(/pagePath|sessionId/);
  });

  it('has fields of the session, until they are taken out', async () => {
    const { client, arrived } = await setup();
    const context = untilEnd(startContext(client));
    context.register({ variant: 'b', plan: 'pro' });
    await client.track('a');
    context.unregister('plan', 'unknown');
    await client.track('b');

    expect(await arrived()).toEqual([{ variant: 'b', plan: 'pro' }, { variant: 'b' }]);
    expect(() => context.register('text' as never)).toThrow('must be an object');
  });

  it('ends when all who started it have closed it', async () => {
    const { client, arrived } = await setup();
    const [first, second] = [startContext(client, ALL), startContext(client, ALL)];
    first.close();
    first.close();
    await client.track('a');
    second.close();

    await client.track('b');

    expect(await arrived()).toEqual([
      expect.objectContaining({ sessionId: expect.anything() as string }),
      {},
    ]);
  });
});

describe('a session', () => {
  /** The ids and own fields of the sessions and devices that events were recorded in. */
  async function record(client: Client, arrived: (of: Client) => Promise<Record<string, unknown>[]>) {
    await client.track('a');
    return (await arrived(client)).at(-1) ?? {};
  }

  it('goes on over pages, with its fields and where the visitor came from', async () => {
    const { client, visit, arrived } = await setup('/?utm_source=letter');
    const context = startContext(client, ALL);
    context.register({ variant: 'b' });
    const before = await record(client, arrived);
    history.replaceState({}, '', '/next');

    const next = visit();
    untilEnd(startContext(next, ALL));
    const after = await record(next, arrived);
    expect(before).toMatchObject({ variant: 'b', utm_source: 'letter' });
    expect(after).toMatchObject({
      ...{ sessionId: before['sessionId'], deviceId: before['deviceId'] },
      ...{ variant: 'b', utm_source: 'letter', pagePath: '/next' },
    });
  });

  it('ends after half an hour without an event, the device does not', async () => {
    const time = takeTime();
    const { client, sent } = await time.during(setup());
    untilEnd(startContext(client, ALL)).register({ variant: 'b' });
    for (const pause of [0, 29 * MINUTE, 29 * MINUTE, 31 * MINUTE]) {
      await time.pass(pause);
      await time.during(client.track('a'));
    }
    await time.during(client.flush());

    const fields = sent('/track').map(
      ({ body }) => (body as { dataFields: Record<string, unknown> }).dataFields,
    );
    const sessions = fields.map(({ sessionId }) => sessionId);
    expect(new Set(sessions.slice(0, 3)).size).toBe(1);
    expect(sessions[3]).not.toBe(sessions[0]);
    expect(new Set(fields.map(({ deviceId }) => deviceId)).size).toBe(1);
    expect(fields.map(({ variant }) => variant)).toEqual(['b', 'b', 'b', undefined]);
  });

  it('ends with its visitor: what was said of one is not said of the next', async () => {
    const { client, sent } = await setup();
    const context = untilEnd(startContext(client, ALL));
    context.register({ plan: 'pro' });
    await client.track('a');
    await client.reset();
    await client.track('b');
    await client.identify(bob);
    await client.track('c');
    await client.flush();

    const fields = sent('/track')
      .map(({ body }) => body as { eventName: string; dataFields: Record<string, unknown> })
      .sort((a, b) => a.eventName.localeCompare(b.eventName))
      .map(({ dataFields }) => dataFields);
    expect(fields.map(({ plan }) => plan)).toEqual(['pro', undefined, undefined]);
    expect(fields[1]?.['sessionId']).toBe(fields[2]?.['sessionId']);
    expect(fields[0]?.['sessionId']).not.toBe(fields[1]?.['sessionId']);
  });

  it('is not on the device before the visitor agrees, and gone once they refuse', async () => {
    const { visit, sent } = startVisits();
    const client = visit({ consent: 'pending' });
    const context = untilEnd(startContext(client, ALL));
    untilEnd(startSampling(client, { rate: 1 }));
    context.register({ plan: 'pro' });
    await client.identify(ada);
    await client.track('a');
    await calm();
    expect(await onDevice()).toEqual({});

    await client.consent('granted');
    await client.track('b');
    await client.flush();
    expect(Object.keys(await onDevice()).join()).toMatch(/session/);
    const fields = sent('/track').map(
      ({ body }) => (body as { dataFields: Record<string, unknown> }).dataFields,
    );
    expect(
      new Set(fields.map(({ sessionId, deviceId }) => `${sessionId as string} ${deviceId as string}`)).size,
    ).toBe(1);
    expect(fields[1]).toMatchObject({ plan: 'pro' });

    await client.consent('denied');
    await client.track('c');
    await calm();
    expect(Object.keys(await onDevice()).join()).not.toMatch(/session|device|followed/);
  });
});

describe('page views', () => {
  /** Takes over the glances at the page's address. */
  function takeGlances() {
    let glance = () => {};
    vi.stubGlobal('setInterval', (run: () => void) => (glance = run));
    vi.stubGlobal('clearInterval', () => (glance = () => {}));
    return (address: string, how: 'pushState' | 'replaceState' = 'pushState') => {
      history[how]({}, '', address);
      glance();
    };
  }

  it('are the first page and each that a router shows, with what led there, not twice for the same address', async () => {
    const { client, sent } = await setup('/first');
    const go = takeGlances();
    const views = untilEnd(startPageViews(client));
    go('/second');
    go('/second', 'replaceState');
    go('/second#part');
    go('/second?page=2');
    views.close();
    go('/third');
    await client.flush();

    const bodies = sent('/track').map(
      ({ body }) => body as { eventName: string; dataFields: Record<string, string> },
    );
    expect(bodies.map(({ eventName }) => eventName)).toEqual(['page-viewed', 'page-viewed', 'page-viewed']);
    expect(bodies.map(({ dataFields }) => dataFields['pagePath'])).toEqual(['/first', '/second', '/second']);
    expect(bodies[1]?.dataFields['referrer']).toMatch(/\/first$/);
  });

  it('may have another name, more data, fragments, and be left out; what the page throws is told', async () => {
    const { client, arrived } = await setup('/#/cart');
    const go = takeGlances();
    const told = listen(client);
    const data = vi.fn((path: string) => (path === '/private' ? null : { section: path }));
    untilEnd(startPageViews(client, { name: 'seen', fragment: true, data }));
    go('/#/pay');
    go('/private');
    data.mockImplementation(() => {
      throw new Error('of the page');
    });
    go('/last');

    expect(await arrived()).toMatchObject([{ section: '/' }, { section: '/' }]);
    expect(told.error).toMatchObject([{ message: 'of the page' }]);
  });
});

describe('sampling', () => {
  it('records the named events of all or none, and the others of all', async () => {
    const { client, sent } = await setup();
    const none = startSampling(client, { rate: 0, events: ['scrolled'] });
    expect(none.isIn).toBe(false);
    await client.track('scrolled');
    await client.track('a');
    await client.purchase({ items: [mug], total: 12 });
    none.close();
    untilEnd(startSampling(client, { rate: 1 }));
    await client.track('scrolled');
    await client.flush();

    expect(sent('/track').map(({ body }) => (body as { eventName: string }).eventName)).toEqual([
      'a',
      'scrolled',
    ]);
    expect(sent('/trackPurchase')).toHaveLength(1);
    for (const rate of [2, NaN, null as never])
      expect(() => startSampling(client, { rate })).toThrow('`rate`');
  });

  it('is the same for a visitor on each page', async () => {
    const { client, visit } = await setup();
    const answers = [0.2, 0.4, 0.6, 0.8].map((rate) => [rate, startedOnce(client, rate)] as const);
    const next = visit();

    expect([0.2, 0.4, 0.6, 0.8].map((rate) => [rate, startedOnce(next, rate)])).toEqual(answers);
    function startedOnce(client: Client, rate: number) {
      const sampling = startSampling(client, { rate });
      sampling.close();
      return sampling.isIn;
    }
  });

  it('takes as many as it is told', () => {
    const shares = Array.from({ length: 10_000 }, (_, index) => shareOf(`${index}-${index * 7}`));
    for (const rate of [0.01, 0.1, 0.5]) {
      const taken = shares.filter((share) => share < rate).length;
      expect(Math.abs(taken / shares.length - rate)).toBeLessThan(0.015);
    }
  });
});
