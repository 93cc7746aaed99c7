// @vitest-environment happy-dom
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Client } from '../../src/index.js';
import { wait } from '../../src/lib/wait.js';
import { seed } from '../support/seed.js';
import { until } from '../support/until.js';
import { ada, bob, listen, mug, offline, startVisits, takeTime } from '../support/visits.js';

const cart = (id: string) => [{ ...mug, id }];
const purchase = (id: string) => ({ id, items: cart(id), total: 12 });

/** A visit that is offline at first, and what the service is told once it is not. */
async function setup() {
  takeTime(); // None passes, so that all waits until it is delivered.
  const visits = startVisits();
  const { service, line, visit } = visits;
  line.fetch = offline;
  const client = visit();
  await client.identify(ada);

  /** What was sent that changes a user, in words. */
  async function deliver() {
    line.fetch = service.fetch;
    await client.flush();
    return service.inspect.requests.map(({ route, body }) => inWords(route, body as Body));
  }
  return { ...visits, client, deliver };
}

interface Body {
  id?: string;
  items?: { id: string }[];
  dataFields?: object;
  emailListIds?: number[];
  user?: { email?: string; userId?: string };
  email?: string;
  userId?: string;
}

function inWords(route: string, { id, items, dataFields, emailListIds, user, ...rest }: Body): string {
  const { email, userId } = user ?? rest;
  const what = route.endsWith('updateCart') ? items?.map(({ id }) => id) : (id ?? dataFields ?? emailListIds);
  const said = typeof what === 'string' ? what : JSON.stringify(what);
  return `${email ?? userId ?? ''} ${route.split('/').at(-1) ?? ''} ${said}`.replace(/@example.com/, '');
}

describe('what changes a user', () => {
  it('arrives in the order it happened', async () => {
    const { client, deliver } = await setup();
    await client.updateUser({ plan: 'free' });
    await client.updateSubscriptions({ emailListIds: [] });
    await client.purchase(purchase('p1'));
    await client.updateUser({ plan: 'pro' });
    await client.updateCart(cart('c1'));

    expect(await deliver()).toEqual([
      'ada update {"plan":"free"}',
      'ada updateSubscriptions []',
      'ada trackPurchase p1',
      'ada update {"plan":"pro"}',
      'ada updateCart ["c1"]',
    ]);
  });

  it('arrives before what was looked at', async () => {
    const { client, service, line } = await setup();
    for (let count = 0; count < 9; count++) await client.track('looked');
    await client.updateCart(cart('c1'));
    await client.purchase(purchase('p1'));
    const told: string[] = [];
    let answer = () => {};
    const purchased = new Promise<void>((resolve) => (answer = resolve));
    line.fetch = async (input, init) => {
      const request = new Request(input, init);
      const what = request.url.slice(request.url.lastIndexOf('/') + 1);
      told.push(what);
      if (what === 'trackPurchase') answer();
      if (what === 'track') await purchased;
      return service.fetch(request);
    };

    await client.flush();

    expect(told.slice(0, 5)).toEqual(['updateCart', 'track', 'track', 'track', 'trackPurchase']);
  });

  it('arrives one by one for each user, also when the service is slow or in trouble', async () => {
    const { during } = takeTime();
    const { service, line, visit } = startVisits();
    const open = new Map<string, number>();
    let most = 0;
    line.fetch = async (input, init) => {
      const request = new Request(input, init);
      const { user, email } = (await request.clone().json()) as Body;
      const who = user?.email ?? user?.userId ?? email ?? '';
      open.set(who, (open.get(who) ?? 0) + 1);
      most = Math.max(most, ...open.values());
      await wait(40);
      return service.fetch(request).finally(() => open.set(who, (open.get(who) ?? 0) - 1));
    };
    service.faults.add({ kind: 'drop' });
    service.faults.add({ kind: 'lose' });
    const client = visit();
    await client.identify(ada);
    for (const id of ['p1', 'p2', 'p3']) await client.purchase(purchase(id));
    await client.updateCart(cart('c1'));

    await during(until(() => client.flush()));
    expect(await client.stats()).toMatchObject({ waiting: 0 });

    expect(most).toBe(1);
    expect(service.inspect.events('purchase').map(({ id }) => id)).toEqual(['p1', 'p2', 'p3']);
    expect(service.inspect.person(ada)?.dataFields['shoppingCartItems']).toMatchObject([{ id: 'c1' }]);
  });

  it('does not wait for another user', async () => {
    const { service, line, visit } = startVisits();
    let answerAda: () => void = () => {};
    const adaIsSlow = new Promise<void>((resolve) => (answerAda = resolve));
    line.fetch = async (input, init) => {
      const request = new Request(input, init);
      if ((await request.clone().text()).includes(ada.email)) await adaIsSlow;
      return service.fetch(request);
    };
    const client = visit();
    await client.identify(ada);
    await client.updateCart(cart('of Ada'));
    await client.identify(bob);
    await client.updateCart(cart('of Bob'));

    const flushed = client.flush();
    await until(() =>
      expect(service.inspect.person(bob)?.dataFields).toMatchObject({
        shoppingCartItems: [{ id: 'of Bob' }],
      }),
    );
    expect(service.inspect.person(ada)).toBeUndefined();
    answerAda();
    await flushed;
    expect(service.inspect.person(ada)?.dataFields).toMatchObject({ shoppingCartItems: [{ id: 'of Ada' }] });
  });
});

describe('broken rows', () => {
  it('let nothing overtake what stands behind them', async () => {
    const { client, deliver } = await setup();
    await client.updateUser({ plan: 'free' });
    await client.purchase(purchase('p1'));
    await client.stats();
    await breakRows('3', 9);

    expect(await deliver()).toEqual(['ada update {"plan":"free"}', 'ada trackPurchase p1']);
    expect(await client.stats()).toMatchObject({ delivered: 2, dropped: { unknown: 9 } });
  });

  it('hide no purchase from a newer cart, which replaces none from before it', async () => {
    const { client, deliver } = await setup();
    await client.updateCart(cart('c1'));
    await client.purchase(purchase('p1'));
    await client.stats();
    await breakRows('4', 3, { areBehind: true });
    await client.updateCart(cart('c2'));

    expect(await deliver()).toEqual([
      'ada updateCart ["c1"]',
      'ada trackPurchase p1',
      'ada updateCart ["c2"]',
    ]);
  });
});

/** Puts what is no row right before the first of the rows whose keys begin so, or right behind it. */
async function breakRows(start: string, count: number, { areBehind = false } = {}) {
  const [{ name = '' } = {}] = await indexedDB.databases();
  const { result: database } = await done(indexedDB.open(name));
  const entries = database.transaction('entries', 'readwrite').objectStore('entries');
  const { result: keys } = await done(entries.getAllKeys(IDBKeyRange.bound(start, `${start}~`), 1));
  const [near = ''] = (keys as string[]).map((key) => (areBehind ? key : key.slice(0, -1)));
  for (let index = 0; index < count; index++) await done(entries.put('broken', `${near}!${index}`));
  database.close();
}

async function done<Request extends IDBRequest>(request: Request): Promise<Request> {
  await new Promise((resolve) => (request.onsuccess = resolve));
  return request;
}

describe('a newer cart', () => {
  it('replaces an older one that still waits', async () => {
    const { client, deliver } = await setup();
    await client.updateCart(cart('c1'));
    await client.updateUser({ plan: 'pro' });
    await client.updateCart(cart('c2'));

    expect(await deliver()).toEqual(['ada update {"plan":"pro"}', 'ada updateCart ["c2"]']);
    expect(await client.stats()).toEqual({
      waiting: 0,
      delivered: 2,
      deliveredInBackground: 0,
      dropped: {},
      uncertain: 0,
    });
  });

  it('replaces none from before a purchase', async () => {
    const { client, deliver } = await setup();
    await client.updateCart(cart('c1'));
    await client.purchase(purchase('p1'));
    await client.updateCart(cart('c2'));

    expect(await deliver()).toEqual([
      'ada updateCart ["c1"]',
      'ada trackPurchase p1',
      'ada updateCart ["c2"]',
    ]);
  });

  it('replaces none from before a purchase that was nobody’s, and is adopted with it', async () => {
    const { client, deliver } = await setup();
    await client.updateCart(cart('c1'));
    await client.reset();
    await client.purchase(purchase('p1'));
    // It is kept before what was nobody's is adopted.
    const identified = client.identify(ada);
    await client.updateCart(cart('c2'));
    await identified;

    expect(await deliver()).toEqual([
      'ada updateCart ["c1"]',
      'ada trackPurchase p1',
      'ada updateCart ["c2"]',
    ]);
  });

  it('replaces none of another user', async () => {
    const { client, deliver } = await setup();
    await client.updateCart(cart('c1'));
    await client.identify(bob);
    await client.updateCart(cart('c2'));

    expect((await deliver()).sort()).toEqual(['ada updateCart ["c1"]', 'bob updateCart ["c2"]']);
  });
});

describe('updates of a profile', () => {
  it('merge when they are adjacent, the newer value winning', async () => {
    const { client, deliver } = await setup();
    await client.updateUser({ plan: 'free', city: 'London' });
    await client.updateUser({ plan: 'pro' });

    expect(await deliver()).toEqual(['ada update {"plan":"pro","city":"London"}']);
  });

  it('do not merge over a purchase, a subscription or another user', async () => {
    const { client, deliver } = await setup();
    await client.updateUser({ step: 1 });
    await client.purchase(purchase('p1'));
    await client.updateUser({ step: 2 });
    await client.updateSubscriptions({ emailListIds: [] });
    await client.updateUser({ step: 3 });
    await client.identify(bob);
    await client.updateUser({ step: 4 });

    expect((await deliver()).filter((told) => told.includes(' update '))).toHaveLength(4);
  });

  it('do not merge to more than the service takes', async () => {
    const { client, deliver } = await setup();
    for (const name of ['a', 'b', 'c']) await client.updateUser({ [name]: 'x'.repeat(400_000) });

    expect((await deliver()).map((told) => told.replace(/x+/g, '…'))).toEqual([
      'ada update {"a":"…","b":"…"}',
      'ada update {"c":"…"}',
    ]);
  });

  it('that are merged into objects stay so', async () => {
    const { service, client, deliver } = await setup();
    await client.updateUser({ home: { city: 'London', zip: '1' } });
    await client.updateUser({ home: { zip: '2' } }, { mergeNestedObjects: true });
    await client.updateUser({ home: { floor: 3 } }, { mergeNestedObjects: true });
    await client.updateUser({ work: { city: 'Paris' } }, { mergeNestedObjects: true });

    await deliver();

    expect(service.inspect.person(ada)?.dataFields).toMatchObject({
      home: { city: 'London', zip: '2', floor: 3 },
      work: { city: 'Paris' },
    });
  });
});

type Step = (client: Client) => Promise<void>;

/** What changes a user, some of which is merged or left out while it waits. */
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom('c1', 'c2', 'c3').map(
    (id): Step =>
      (client) =>
        client.updateCart(cart(id)),
  ),
  fc.nat(1_000).map(
    (number): Step =>
      (client) =>
        client.purchase(purchase(`p${number}`)),
  ),
  fc.constantFrom(ada, bob).map(
    (user): Step =>
      (client) =>
        client.identify(user),
  ),
  fc.constant<Step>((client) => client.updateSubscriptions({ unsubscribedChannelIds: [] })),
  fc
    .record({
      fields: fc.dictionary(
        fc.constantFrom('a', 'b'),
        fc.dictionary(fc.constantFrom('x', 'y', 'z'), fc.nat(9)),
        { noNullPrototype: true },
      ),
      isNested: fc.boolean(),
    })
    .map(
      ({ fields, isNested }): Step =>
        (client) =>
          client.updateUser(fields, { mergeNestedObjects: isNested }),
    ),
);

it('leaves users as if each call had been sent by itself, whatever came while offline', async () => {
  takeTime();
  const finalState = async (steps: Step[], isOneByOne: boolean) => {
    const { service, line, visit } = startVisits();
    const client = visit();
    await client.identify(ada);
    if (!isOneByOne) line.fetch = offline;
    for (const act of steps) {
      await act(client);
      if (isOneByOne) await client.flush();
    }
    line.fetch = service.fetch;
    await client.flush();
    client.close();
    return {
      people: [ada, bob].map((user) => service.inspect.person(user)?.dataFields ?? {}),
      purchases: service.inspect
        .events('purchase')
        .map(({ id }) => id)
        .sort(),
    };
  };

  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      expect(await finalState(steps, false)).toEqual(await finalState(steps, true));
    }),
    { seed, numRuns: 40 },
  );
});

describe('delivery', () => {
  it('has four calls on their way at once, and no more', async () => {
    const { during } = takeTime();
    const { service, line, visit } = startVisits();
    let open = 0;
    let most = 0;
    line.fetch = async (...request) => {
      most = Math.max(most, ++open);
      await wait(20);
      return service.fetch(...request).finally(() => (open -= 1));
    };
    const client = visit();
    await client.identify(ada);
    for (let count = 0; count < 12; count++) await client.track(`event ${count}`);

    await during(client.flush());

    expect(most).toBe(4);
    expect(service.inspect.events('customEvent')).toHaveLength(12);
  });

  it.each(['lose', 'malformed', 'half'] as const)(
    'may repeat an event or a purchase without doing it twice: %s',
    async (kind) => {
      const { service, visit, sent } = startVisits();
      service.faults.add({ kind, times: 2 });
      const client = visit();
      const told = listen(client);
      await client.identify(ada);
      await client.track('a');
      await client.purchase({ items: [mug], total: 12 });

      await until(() => client.flush());
      expect(await client.stats()).toMatchObject({ waiting: 0 });

      expect(service.inspect.events('customEvent')).toHaveLength(1);
      expect(service.inspect.events('purchase')).toHaveLength(1);
      expect(sent().length).toBeGreaterThan(2);
      expect(told.delivered).toHaveLength(2);
    },
  );
});

describe('the time of an event', () => {
  it('is the service’s own when delivery follows within seconds, so that a wrong clock does no harm', async () => {
    takeTime(); // None passes.
    const { visit, sent } = startVisits();
    const client = visit();
    await client.identify(ada);
    await client.track('a');
    await client.purchase({ items: [mug], total: 12 });

    await client.flush();

    expect(sent().map(({ body }) => body)).toEqual([
      expect.not.objectContaining({ createdAt: expect.anything() as unknown }),
      expect.not.objectContaining({ createdAt: expect.anything() as unknown }),
    ]);
  });

  it('is told in seconds when delivery comes later', async () => {
    const { jump } = takeTime();
    const { visit, sent, line, service } = startVisits();
    line.fetch = offline;
    const client = visit();
    await client.identify(ada);
    const recordedAt = Math.floor(Date.now() / 1000);
    await client.track('a');
    await client.purchase({ items: [mug], total: 12 });

    jump(600_000);
    line.fetch = service.fetch;
    await client.flush();

    expect(sent().map(({ body }) => body)).toMatchObject([
      { createdAt: recordedAt },
      { createdAt: recordedAt },
    ]);
  });

  it('is what the page says it is', async () => {
    const { visit, sent } = startVisits();
    const client = visit();
    await client.identify(ada);
    await client.track('a', {}, { createdAt: new Date('2026-01-02T03:04:05Z') });
    await client.track('b', {}, { createdAt: 1_700_000_000 });

    await client.flush();

    expect(
      sent()
        .map(({ body }) => (body as { createdAt: number }).createdAt)
        .sort(),
    ).toEqual([1_700_000_000, Date.parse('2026-01-02T03:04:05Z') / 1000]);
  });

  it('is never in the future, also when the clock has been set back', async () => {
    const { jump } = takeTime();
    const { visit, sent, line, service } = startVisits();
    line.fetch = offline;
    const client = visit();
    await client.identify(ada);
    await client.track('a');

    jump(-3_600_000);
    line.fetch = service.fetch;
    await client.flush();

    const { createdAt } = sent()[0]?.body as { createdAt: number };
    expect(createdAt * 1000).toBeLessThanOrEqual(Date.now());
  });
});
