import { describe, expect, it } from 'vitest';
import type { ApiError } from '../../../src/admin/index.js';
import type { Fault } from '../../../src/emulator/app.js';
import { emulated } from '../support/emulated.js';
import { takeTime } from '../support/waiting.js';

const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('The call went through'),
    (error: unknown) => error as ApiError,
  );

describe('a call', () => {
  it('gives its answer, and the response it came in when asked', async () => {
    const { admin } = emulated();

    const { data, response } = await admin.lists.list().withResponse();

    expect(data).toEqual(await admin.lists.list());
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toContain('json');
  });

  it('that fails is told once, also when asked for its response', async () => {
    const { admin } = emulated();
    await expect(admin.campaigns.get({ id: 404_404 }).withResponse()).rejects.toMatchObject({ attempts: 1 });
  });

  it('goes to any route, with the same care', async () => {
    const { admin, fail, emulator } = emulated();
    const { listId } = await admin.lists.create({ name: 'Spring' });
    fail({ kind: 'status', status: 503 });

    expect(await admin.request<{ lists: unknown[] }>('GET /api/lists')).toHaveProperty('lists');
    expect(await admin.request(`GET /api/lists/${listId}/size`)).toBe(0);
    await admin.request('POST /api/users/update', { email: 'ada@example.com', dataFields: { plan: 'pro' } });

    expect(emulator.inspect.requests.map(({ status }) => status)).toEqual([200, 503, 200, 200, 200]);
  });

  it.each([
    'lists',
    'GET api/lists',
    'GET //elsewhere',
    'get /api/lists',
    'GET /api/../x',
    'GET /api/%2e%2e',
    'GET /api/..#x',
    'GET /api/lists#x',
    'GET /api/lists\\1',
    'GET /api/%252e%252E/x',
    'GET /api/..;a/x',
  ])('to a route that is none is refused: %s', (route) => {
    const { admin, attempts } = emulated();
    expect(() => admin.request(route as 'GET /')).toThrow('The route must');
    expect(attempts()).toBe(0);
  });
});

describe('a call that fails', () => {
  it.each<Fault>([
    { kind: 'status', status: 429, retryAfter: 0 },
    { kind: 'status', status: 500 },
    { kind: 'status', status: 502 },
    { kind: 'status', status: 503 },
    { kind: 'status', status: 504 },
    { kind: 'drop' },
    { kind: 'lose' },
    { kind: 'malformed' },
    { kind: 'html' },
    { kind: 'half' },
  ])('is repeated when it reads: %j', async (fault) => {
    const { admin, fail, attempts } = emulated();
    fail({ ...fault, times: 2 });

    expect(await admin.lists.list()).toEqual({ lists: [] });

    expect(attempts()).toBe(3);
  });

  it('is not repeated when it writes and the service failed in the middle (decision 46)', async () => {
    const { admin, fail } = emulated();
    fail({ kind: 'status', status: 500 });

    expect(await errorOf(admin.users.update({ email: 'ada@example.com' }))).toMatchObject({
      status: 500,
      attempts: 1,
    });
  });

  it.each<[string, Fault]>([
    ['lost', { kind: 'lose' }],
    ['refused for its pace', { kind: 'status', status: 429 }],
  ])('is not repeated when it sends a message and was %s', async (_, fault) => {
    const { admin, fail, attempts } = emulated();
    fail(fault);

    const error = await errorOf(admin.email.target({ campaignId: 1, recipientEmail: 'ada@example.com' }));

    expect(error.attempts).toBe(1);
    expect(attempts()).toBe(1);
  });

  it('is repeated when it must not be made twice but was refused before it acted', async () => {
    const { admin, fail, emulator } = emulated();
    fail({ kind: 'status', status: 429, retryAfter: 0 });

    const { listId } = await admin.lists.create({ name: 'Spring' });

    expect((await admin.lists.list()).lists.filter(({ id }) => id === listId)).toHaveLength(1);
    expect(emulator.inspect.requests).toHaveLength(3);
  });

  it('is made at most as often as it may, and says how often that was', async () => {
    const { admin, fail } = emulated();
    fail({ kind: 'status', status: 503, times: 9 });

    expect(await errorOf(admin.lists.list(undefined, { retry: { attempts: 3 } }))).toMatchObject({
      attempts: 3,
    });
    expect(await errorOf(admin.lists.list(undefined, { retry: false }))).toMatchObject({ attempts: 1 });
    expect(await errorOf(emulated({ retry: false }).admin.campaigns.get({ id: -1 }))).toMatchObject({
      attempts: 1,
    });
  });

  it.each([
    [{ budget: NaN }, '`retry.budget` must be a number of milliseconds'],
    [{ attempts: NaN }, '`retry.attempts` must be a number above 0'],
    [true as never, '`retry` must be `false` or an object'],
  ])('is not made when how to repeat it cannot be told: %j', async (retry, message) => {
    const { admin, fail, attempts } = emulated();
    fail({ kind: 'status', status: 503, times: 9 });

    await expect(admin.lists.list(undefined, { retry })).rejects.toThrow(message);

    expect(attempts()).toBe(0);
  });

  it('waits as long as it is asked to, by seconds or by date', async () => {
    const time = takeTime();
    const arrivals: number[] = [];
    const fetch: typeof globalThis.fetch = async () => {
      arrivals.push(time.passed());
      const inTwoSeconds = new Date(Date.now() + 2_000).toUTCString();
      const asked = [{ 'Retry-After': '1' }, { 'Retry-After': inTwoSeconds }][arrivals.length - 1];
      return asked ? Response.json({}, { status: 503, headers: asked }) : Response.json({ lists: [] });
    };

    await emulated({ fetch, random: () => 0, ...time.hooks }).admin.lists.list();

    expect(time.waits).toEqual([1_000, 2_000]);
    expect(arrivals).toEqual([0, 1_000, 3_000]);
  });

  it('fails at once when it is asked to wait longer than it may, and says when to come back', async () => {
    const { admin, fail, attempts } = emulated();
    fail({ kind: 'status', status: 429, retryAfter: 300 });

    const error = await errorOf(admin.channels.list());

    expect(error).toMatchObject({ attempts: 1, retryAfter: 300_000 });
    expect(error.message).toContain('come back in 300 s');
    expect(attempts()).toBe(1);
  });

  it('stops at once when it is cancelled while it waits', async () => {
    // Nothing passes the time for it.
    takeTime();
    const controller = new AbortController();
    const onRetry = () => queueMicrotask(() => controller.abort());
    const { admin, fail, attempts } = emulated({ onRetry });
    fail({ kind: 'status', status: 503, retryAfter: 60 });

    const error = await errorOf(admin.lists.list(undefined, { signal: controller.signal }));

    expect(error.name).toBe('AbortError');
    expect(attempts()).toBe(1);
  });
});

describe('an event or a purchase', () => {
  it('without an id gets one, so that a lost answer does no harm', async () => {
    const { admin, fail, emulator } = emulated();
    fail({ kind: 'lose', times: 2 });

    await admin.events.track({ email: 'ada@example.com', eventName: 'viewed' });
    fail({ kind: 'lose' });
    await admin.events.trackBulk({ events: [{ email: 'ada@example.com', eventName: 'bought' }] });

    const names = emulator.inspect.events('customEvent').map(({ fields }) => fields['eventName']);
    expect(names).toEqual(['viewed', 'bought']);
    expect(emulator.inspect.requests).toHaveLength(5);
  });

  it('keeps its own id', async () => {
    const { admin, emulator } = emulated();
    await admin.events.track({ email: 'ada@example.com', eventName: 'viewed', id: 'mine' });
    expect(emulator.inspect.events('customEvent')).toMatchObject([{ id: 'mine' }]);
  });

  it.each([
    ['a set', new Set([{ email: 'ada@example.com', eventName: 'viewed' }])],
    ['a generator', [{ email: 'ada@example.com', eventName: 'viewed' }].values()],
    ['a typed array', new Uint8Array(1)],
  ])('is refused in %s, of which JSON would hold nothing', async (_, events) => {
    const { admin, attempts } = emulated();

    const error = await errorOf(admin.events.trackBulk({ events: events as never }));

    expect(error).toMatchObject({
      name: 'OptionError',
      message: '`events` must be a list, such as `[...events]`',
    });
    expect(attempts()).toBe(0);
  });

  it('gets no id when that is turned off, and is then sent once', async () => {
    const { admin, fail, attempts } = emulated({ eventIds: false });
    fail({ kind: 'lose' });

    const error = await errorOf(admin.events.track({ email: 'ada@example.com', eventName: 'viewed' }));

    expect(error).toMatchObject({ name: 'NetworkError', attempts: 1 });
    expect(attempts()).toBe(1);
  });
});

/** Routes that many servers take for another one, which sends messages to people. */
const SPELLINGS: [route: string, input?: object][] = [
  ['POST /api/email/target/'],
  ['POST /api//email///target'],
  ['POST /api/email/%74arget'],
  ['POST /api/email/%2574arget'],
  ['POST /api/email%2Ftarget?x=1'],
  ['POST /api/Email/TARGET'],
  ['POST /api/email;a=1/target;b'],
  ['POST /api/email/target%20'],
  ['POST /API/campaigns/7%2fsend/'],
  ['POST /api/{channel}/{what}', { channel: 'email', what: 'target' }],
];

describe('safe mode', () => {
  it('refuses what sends messages to people, by function or by route', async () => {
    const { admin, attempts } = emulated({ safeMode: true });
    const sends = [
      admin.email.target({ campaignId: 1, recipientEmail: 'ada@example.com' }),
      admin.campaigns.send({ campaignId: 1 }),
      admin.journeys.trigger({ workflowId: 1, listId: 1 }),
      admin.request('POST /api/campaigns/7/send', {}),
      admin.request('POST /api/email/target?x=1', {}),
    ];
    const hidden = ['x\\..\\..\\email\\target', '..\\email\\target', '..#', '.%2e#/email'];

    for (const send of sends) await expect(send).rejects.toThrow('`safeMode` is on');
    expect(() => admin.request('POST /api/new/thing', {})).toThrow('`safeMode` is on');
    for (const path of hidden)
      expect(() => admin.request(`POST /api/catalogs/${path}`, {})).toThrow('The route must');
    expect(attempts()).toBe(0);
  });

  it.each(SPELLINGS)('sees through another spelling of a route: %s', async (route, input = {}) => {
    const { admin, attempts } = emulated({ safeMode: true });

    const call = async () => admin.request(route as 'POST /', input);

    await expect(call()).rejects.toThrow('`safeMode` is on');
    expect(attempts()).toBe(0);
  });

  it.each(SPELLINGS)('or not, what reaches people is never made again: %s', async (route, input = {}) => {
    const { admin, fail, attempts } = emulated();
    for (let count = 0; count < 3; count += 1) fail({ kind: 'status', status: 429, retryAfter: 0 });

    await expect(admin.request(route as 'POST /', input)).rejects.toMatchObject({ status: 429, attempts: 1 });
    expect(attempts()).toBe(1);
  });

  it('lets everything else through', async () => {
    const { admin } = emulated({ safeMode: true });
    await admin.users.update({ email: 'ada@example.com' });
    await admin.request('POST /api/users/update', { email: 'ada@example.com' });
    expect(await admin.request<object>('GET /api/lists')).toHaveProperty('lists');
  });
});
