// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { updateEmail, type UserRef } from '../../src/index.js';
import { ada, bob, listen, mug, offline, setChance, startVisits, takeTime } from '../support/visits.js';

/** The seconds between some times, in milliseconds, to a hundredth. */
function pausesBetween(times: number[]) {
  const [first = 0, ...others] = times.map((time) => time / 1000);
  let last = first;
  return others.map((time) => {
    const pause = Math.round((time - last) * 100) / 100;
    last = time;
    return pause;
  });
}

describe('an answer that says no for good', () => {
  it.each([
    [400, 'BadParams'],
    [403, 'ForbiddenParamsError'],
    [409, 'ExternalKeyConflict'],
    [409, 'ForgottenUserError'],
    [400, 'ForgottenUserError'],
    [404, 'NotFound'],
    [400, 'constructor'],
    [400, '__proto__'],
  ])('drops the event, counts it and reports what the service said: %d %s', async (status, code) => {
    const { service, line, visit, arrived } = startVisits();
    const answers = [Response.json({ code, msg: 'no such thing' }, { status })];
    const fetch = vi.fn<typeof globalThis.fetch>(
      async (...request) => answers.shift() ?? service.fetch(...request),
    );
    line.fetch = fetch;
    const client = visit();
    const told = listen(client);
    await client.identify(ada);
    await client.track('refused');
    await client.flush();
    await client.track('next');
    await client.flush();

    expect(told.dropped).toMatchObject([{ event: { name: 'refused' }, reason: code, error: { status } }]);
    expect(told.dropped[0]?.error?.message).toContain('no such thing');
    const { dropped, ...counts } = await client.stats();
    expect(counts).toMatchObject({ waiting: 0, delivered: 1 });
    expect(Object.entries(dropped)).toEqual([[code, 1]]);
    expect(arrived()).toEqual(['next']);
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it('is given for a user who was forgotten, and the event is never sent again', async () => {
    const { service, visit, sent } = startVisits();
    for (const route of ['update', 'forget']) {
      await service.fetch(`http://service/api/users/${route}`, {
        method: 'POST',
        headers: { 'Api-Key': service.keys.server },
        body: JSON.stringify(ada),
      });
    }
    const client = visit();
    await client.identify(ada);
    await client.track('a');
    await client.purchase({ items: [mug], total: 12 });

    await client.flush();
    await client.flush();

    expect(await client.stats()).toMatchObject({ waiting: 0, dropped: { ForgottenUserError: 2 } });
    expect(sent('/api/events/track')).toHaveLength(1);
  });

  it('does not keep the others of its order waiting', async () => {
    const { service, visit } = startVisits();
    const client = visit();
    await client.identify(ada, { dataFields: { age: 36 } });
    await client.flush();
    await client.updateUser({ age: 'not a number' });
    await client.updateCart([mug]);

    await client.flush();

    expect(service.inspect.person(ada)?.dataFields).toMatchObject({ age: 36, shoppingCartItems: [mug] });
  });
});

describe('an answer without a word of the service’s own', () => {
  it.each([
    { status: 204, body: null },
    ...[
      '',
      'null',
      '{}',
      '[]',
      '"blocked"',
      '{"code":""}',
      '{"code":200,"msg":"ok"}',
      '{"code":"LoginRequired"}',
    ].map((body) => ({ status: 200, body })),
  ])('is a proxy’s, and the event waits for that of the service: $status $body', async ({ status, body }) => {
    const { pass } = takeTime();
    const { service, line, visit, arrived } = startVisits();
    line.fetch = async () => new Response(body, { status });
    const client = visit();
    const told = listen(client);
    await client.identify(ada, { dataFields: { age: 36 } });
    await client.track('a');
    await pass(1_000);
    expect(await client.stats()).toMatchObject({ waiting: 2, delivered: 0 });

    line.fetch = service.fetch;
    await pass(60_000);

    expect(arrived()).toEqual(['a']);
    expect(service.inspect.person(ada)?.dataFields).toMatchObject({ age: 36 });
    expect(await client.stats()).toMatchObject({ waiting: 0, delivered: 2, dropped: {} });
    expect(told.error[0]?.message).toContain('no answer');
  });

  it.each([
    [400, { code: '40001' }],
    [401, { code: 'invalid_token', error: 'no' }],
    [403, { code: 'Blocked', message: 'by the firewall' }],
    [404, { code: 'not_found' }],
    [407, { code: 'ProxyAuth' }],
    [451, { code: 'GeoBlocked' }],
  ])('drops nothing either: %d %j', async (status, body) => {
    const { pass } = takeTime();
    const { service, line, visit, arrived } = startVisits();
    line.fetch = async () => Response.json(body, { status });
    const client = visit();
    await client.identify(ada);
    await client.track('a');
    await client.purchase({ items: [mug], total: 12 });
    await pass(1_000);
    expect(await client.stats()).toMatchObject({ waiting: 2, dropped: {} });

    line.fetch = service.fetch;
    await pass(600_000);

    expect(arrived()).toEqual(['a']);
    expect(await client.stats()).toMatchObject({ waiting: 0, delivered: 2, dropped: {} });
  });

  it('says of an email that it is changed to nobody', async () => {
    const { line, visit } = startVisits();
    const client = visit();
    await client.identify(ada);
    line.fetch = async () => Response.json({});

    await expect(updateEmail(client, 'new@example.com')).rejects.toThrow('no answer');
  });
});

describe('a 403 that is a proxy’s own page', () => {
  it('lets nothing overtake what it was said of', async () => {
    const { pass } = takeTime();
    const { service, line, visit, sent } = startVisits();
    let pages = 0;
    line.fetch = async (...request) =>
      ++pages <= 2 ? new Response('<h1>Blocked</h1>', { status: 403 }) : service.fetch(...request);
    const client = visit();
    await client.identify(ada);
    await client.purchase({ items: [mug], total: 12 });
    await client.updateCart([mug]);

    await pass(60_000);

    expect(sent().map(({ route }) => route.split('/').at(-1))).toEqual(['trackPurchase', 'updateCart']);
    expect(await client.stats()).toMatchObject({ waiting: 0, dropped: {} });
  });
});

describe('an answer that this key may not tell what is of a kind', () => {
  /** A visit of Ada's, whose carts the service does not let in. */
  async function setup() {
    const { pass } = takeTime();
    const { service, line, visit, arrived, sent } = startVisits();
    let carts = 0;
    let isAllowed = false;
    line.fetch = async (input, init) => {
      const request = new Request(input, init);
      if (isAllowed || !request.url.endsWith('/updateCart')) return service.fetch(request);
      carts += 1;
      return Response.json({ code: 'Forbidden', msg: 'not with this key' }, { status: 403 });
    };
    const getToken = vi.fn((user: UserRef) => service.signToken(user));
    const client = visit({ getToken });
    await client.identify(ada);
    return {
      client,
      pass,
      arrived,
      sent,
      getToken,
      told: listen(client),
      carts: () => carts,
      allow: () => (isAllowed = true),
    };
  }

  it('holds nothing else back, and is said', async () => {
    const { client, pass, arrived, sent, told } = await setup();
    await client.updateCart([mug]);
    await client.updateUser({ plan: 'pro' });
    await client.purchase({ items: [mug], total: 12 });
    await client.track('later');

    await pass(10_000);

    expect(sent('/trackPurchase')).toHaveLength(1);
    expect(sent('/users/update')).toHaveLength(1);
    expect(arrived()).toEqual(['later']);
    expect(await client.stats()).toMatchObject({ waiting: 1, delivered: 3, dropped: {} });
    expect(told.error[0]).toMatchObject({ name: 'ApiError', status: 403 });
    await expect(client.flush()).rejects.toMatchObject({ name: 'ApiError', status: 403 });
  });

  it('keeps the order of its kind', async () => {
    setChance(0.99);
    const { client, pass, sent, allow, carts } = await setup();
    await client.updateCart([{ ...mug, id: 'first' }]);
    await client.purchase({ items: [mug], total: 12 });
    await client.updateCart([{ ...mug, id: 'second' }]);
    await pass(500);
    expect(carts()).toBe(2); // Of the first, before and after its token was renewed.

    allow();
    await pass(60 * 60_000);

    expect(JSON.stringify(sent('/updateCart').map(({ body }) => body))).toMatch(/first.*second/);
  });

  it('is asked for less and less often, with few tokens, and gives the event up once others have arrived', async () => {
    setChance(0.99);
    const { client, pass, getToken, carts } = await setup();
    await client.updateCart([mug]);

    await pass(60 * 60_000);
    // After 1, 2, 4 … 256 seconds, and then each five minutes.
    expect(carts()).toBeLessThan(25);
    expect(await client.stats()).toMatchObject({ waiting: 1, dropped: {} });
    for (let hour = 0; hour < 12; hour++) {
      await client.track('other');
      await pass(60 * 60_000);
    }

    expect(await client.stats()).toMatchObject({ waiting: 0, delivered: 12, dropped: { failing: 1 } });
    // The first, the one that was renewed in vain, and one an hour.
    expect(getToken.mock.calls.length).toBeLessThanOrEqual(15);
  });
});

describe('an answer that says not now', () => {
  /** A page whose time a test sets, with one event to deliver, and a service in trouble. */
  async function setup() {
    const time = takeTime();
    const visits = startVisits();
    const client = visits.visit();
    const told = listen(client);
    await client.identify(ada);
    return { ...time, ...visits, client, told };
  }

  it.each([
    ['seconds', () => 120],
    ['a date', () => new Date(Date.now() + 120_000).toUTCString()],
  ])('stops all until the time that it names in %s, and nothing is lost', async (_, retryAfter) => {
    const { service, client, pass, sent, arrived } = await setup();
    service.faults.add({ kind: 'status', status: 429, retryAfter: retryAfter() });
    await client.track('a');
    await pass(1_000);
    expect(sent()).toHaveLength(1);

    await client.track('b');
    await client.identify(bob);
    await client.track('c');
    await expect(client.flush()).rejects.toMatchObject({ name: 'NetworkError' });
    await pass(115_000);
    expect(sent()).toHaveLength(1);

    await pass(10_000);
    expect(arrived().sort()).toEqual(['a', 'b', 'c']);
  });

  it('stops the next visit too', async () => {
    const { service, visit, client, pass, sent, arrived } = await setup();
    service.faults.add({ kind: 'status', status: 429, retryAfter: 120 });
    await client.track('a');
    await pass(1_000);

    visit();
    await pass(100_000);
    expect(sent()).toHaveLength(1);

    await pass(30_000);
    expect(arrived()).toEqual(['a']);
  });

  it.each([
    ['the longest', 0.999_999, [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]],
    ['a quarter', 0.25, [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 75, 75]],
  ])('is waited for longer each time, by chance %s of what is allowed', async (_, chance, waits) => {
    setChance(chance);
    const { line, client, pass } = await setup();
    const times: number[] = [];
    line.fetch = () => {
      times.push(Date.now());
      return offline();
    };
    // Those that meet the same trouble at once wait as one does.
    await Promise.all(['a', 'b', 'c', 'd'].map((name) => client.track(name)));

    await pass(25 * 60_000);

    const pauses = pausesBetween([...new Set(times)]);
    expect(pauses.slice(0, waits.length)).toEqual(waits);
  });

  it('of no time at all is no reason to come back at once', async () => {
    setChance(0.9);
    const { line, client, pass } = await setup();
    const headers = { 'Retry-After': '0' };
    const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json({}, { status: 429, headers }));
    line.fetch = fetch;
    await client.track('a');

    await pass(900);
    expect(fetch).toHaveBeenCalledOnce();
    await pass(200);
    expect(fetch).toHaveBeenCalledTimes(2);

    expect(await client.stats()).toEqual({
      waiting: 1,
      delivered: 0,
      deliveredInBackground: 0,
      dropped: {},
      uncertain: 0,
    });
  });

  it('is over once the service takes an event', async () => {
    const { line, service, client, pass, arrived } = await setup();
    line.fetch = offline;
    await client.track('a');
    await pass(30_000);
    line.fetch = service.fetch;

    await client.flush();
    await client.track('b');
    await pass(500);

    expect(arrived().sort()).toEqual(['a', 'b']);
  });

  it('does no harm to an event however often it comes, while no other succeeds', async () => {
    const { visit, arrived } = startVisits();
    const client = visit({ fetch: offline });
    await client.identify(ada);
    await client.track('a');
    for (let count = 0; count < 15; count++) await client.flush().catch(() => undefined);

    await visit().flush();

    expect(arrived()).toEqual(['a']);
  });

  it('drops an event that fails ten times in a row while others succeed', async () => {
    takeTime(); // None passes, so that nothing is sent by itself.
    const { service, visit } = startVisits();
    service.faults.add({
      kind: 'status',
      status: 500,
      route: 'POST /api/commerce/updateCart',
      times: Infinity,
    });
    const client = visit();
    const told = listen(client);
    await client.identify(ada);
    await client.updateCart([mug]);

    for (let count = 0; count < 9; count++) {
      await client.track(`event ${count}`);
      await client.flush().catch(() => undefined);
    }
    expect(told.dropped).toEqual([]);
    for (let count = 9; count < 14; count++) {
      await client.track(`event ${count}`);
      await client.flush().catch(() => undefined);
    }

    expect(told.dropped).toMatchObject([
      { event: { kind: 'cart' }, reason: 'failing', error: { status: 500 } },
    ]);
    expect(await client.stats()).toMatchObject({ waiting: 0, delivered: 14, dropped: { failing: 1 } });
  });
});

describe('an answer that refuses the token', () => {
  it.each([
    [401, 'InvalidJwtPayload'],
    [400, 'InvalidJwtPayload'],
    [400, 'JwtUserIdentifiersMismatched'],
    [401, undefined],
  ])('is met with a new one, once: %d %s (decision 3)', async (status, code) => {
    const { service, line, visit, arrived } = startVisits();
    const tokens: string[] = [];
    line.fetch = async (input, init) => {
      const request = new Request(input, init);
      tokens.push(request.headers.get('Authorization') ?? '');
      if (tokens.length === 1) return Response.json({ code, msg: 'no' }, { status });
      return service.fetch(request);
    };
    const getToken = vi.fn(async () => service.signToken(ada, { expiresIn: 3_600 + tokens.length }));
    const client = visit({ getToken });
    const told = listen(client);
    await client.identify(ada);
    await client.track('a');

    await client.flush();

    expect(arrived()).toEqual(['a']);
    expect(getToken).toHaveBeenCalledTimes(2);
    expect(tokens[1]).not.toBe(tokens[0]);
    expect(told.error).toEqual([]);
  });

  it('twice holds that user’s events, reports it, backs off, and never gives up; others go on', async () => {
    setChance(0.999_999);
    const { pass } = takeTime();
    const { service, line, visit } = startVisits();
    let refuses = true;
    const refused: number[] = [];
    line.fetch = async (input, init) => {
      const request = new Request(input, init);
      const isAda = (await request.clone().text()).includes(ada.email);
      if (!refuses || !isAda) return service.fetch(request);
      refused.push(Date.now());
      return Response.json({ code: 'JwtUserIdentifiersMismatched', msg: 'no' }, { status: 400 });
    };
    const client = visit();
    const told = listen(client);
    await client.identify(ada);
    await client.track('of Ada');
    await client.identify(bob);
    await client.track('of Bob');

    await pass(1_000);
    expect(service.inspect.events('customEvent')).toMatchObject([bob]);
    expect(told.error[0]).toMatchObject({ code: 'JwtUserIdentifiersMismatched' });
    await pass(30 * 60_000);
    const pauses = [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300, 300];
    expect(pausesBetween([...new Set(refused)])).toEqual(pauses);
    expect(refused).toHaveLength(2 * (1 + pauses.length));
    expect(await client.stats()).toEqual({
      waiting: 1,
      delivered: 1,
      deliveredInBackground: 0,
      dropped: {},
      uncertain: 0,
    });

    refuses = false;
    await pass(6 * 60_000);
    expect(service.inspect.events('customEvent')).toMatchObject([bob, ada]);
  });
});
