import type { ServerResponse } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import {
  createAdmin,
  type Admin,
  type AdminOptions,
  type ApiError,
  type CallDefaults,
  type CallOptions,
} from '../../../src/admin/index.js';
import { createEmulator } from '../../../src/emulator/app.js';
import { serve } from '../../support/serve.js';
import { success } from '../../support/success.js';
import { takeTime } from '../support/waiting.js';

/** What does for any call that is made here. */
const good = { ...success, lists: [], channels: [] };

/** An admin of a service that gives these answers, then a good one, and the requests that arrived there. */
async function setup(answers: ((response: ServerResponse) => void)[], options: Partial<AdminOptions> = {}) {
  const { baseUrl, arrivals } = await serve((response) => {
    const answer = answers[arrivals.length - 1];
    if (answer) answer(response);
    else response.end(JSON.stringify(good));
  });
  const admin = createAdmin({ apiKey: 'key', baseUrl, pace: false, random: () => 0.001, ...options });
  return { admin, arrivals };
}

const answering =
  (status: number, body = '', headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end(body);

const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('The call went through'),
    (error: unknown) => error as ApiError,
  );

const ada = { email: 'ada@example.com' };

describe('a read that is answered with nothing', () => {
  it.each(['', ' ', 'null'])('is made again, and rejects where it stays so: %j', async (body) => {
    const { admin, arrivals } = await setup([answering(200, body)]);
    expect(await admin.lists.list()).toEqual(good);
    expect(arrivals).toHaveLength(2);

    const other = await setup([answering(200, body)]);
    const once = other.admin.with({ retry: false });
    expect(await errorOf(once.lists.list())).toMatchObject({
      name: 'ApiError',
      message: 'GET /api/lists answered 200: this is empty',
    });
  });

  it('rejects whoever waits or goes on by it', async () => {
    const { baseUrl } = await serve((response) => void response.end());
    const admin = createAdmin({ apiKey: 'key', baseUrl, pace: false, retry: false });

    for (const call of [
      admin.waitFor.campaign({ campaignId: 1, state: 'Running' }),
      admin.waitFor.exportJob({ jobId: 1 }),
      admin.campaigns.list.all({}).next(),
    ])
      await expect(call).rejects.toThrow('answered 200: this is empty');
  });
});

describe('a budget', () => {
  it('ends an attempt that would go beyond it', async () => {
    const time = takeTime();
    const fetch = vi.fn(() => new Promise<Response>(() => {}));
    const admin = createAdmin({
      ...{ apiKey: 'key', baseUrl: 'https://api.example.com', pace: false },
      ...{ fetch, retry: { budget: 50 } },
    });
    const error = errorOf(admin.lists.list());
    await vi.advanceTimersByTimeAsync(50);

    expect((await error).cause).toMatchObject({ message: 'Nothing came in 50 ms' });
    expect([fetch.mock.calls.length, time.passed()]).toEqual([1, 50]);
  });

  it('that nobody gave leaves an attempt the time that it was given', async () => {
    const time = takeTime();
    const admin = createAdmin({
      ...{ apiKey: 'key', baseUrl: 'https://api.example.com', pace: false },
      fetch: () => new Promise(() => {}),
    });
    const error = errorOf(admin.lists.list(undefined, { timeout: 300_000 }));
    await vi.advanceTimersByTimeAsync(300_000);

    expect((await error).cause).toMatchObject({ message: 'Nothing came in 300000 ms' });
    expect(time.passed()).toBe(300_000);
  });
});

describe('a write that was accepted', () => {
  it.each<[string, (response: ServerResponse) => void]>([
    ['breaks off', (response) => response.write('{"msg', () => response.destroy())],
    ['stalls', (response) => void response.write('{"msg')],
  ])('is not made again where its answer %s', async (_, finish) => {
    const { admin, arrivals } = await setup([
      (response) => {
        response.writeHead(202, { 'Content-Type': 'application/json', 'Content-Length': 100 });
        finish(response);
      },
    ]);

    const { data, response, attempts } = await admin.users.update(ada, { timeout: 200 }).withResponse();

    expect([data, response.status, attempts]).toEqual([undefined, 202, 1]);
    expect(arrivals).toHaveLength(1);
  });
});

describe('a wait before a call is made again', () => {
  const past = 'Sat, 21 Nov 2009 10:00:00 GMT';
  it.each<[string, body: string, headers: Record<string, string>]>([
    ['`Retry-After: 0`', '', { 'Retry-After': '0' }],
    ['a date past by clock skew', '', { 'Retry-After': past }],
    ['`rateLimitReset: 0`', '{"params":{"rateLimitReset":0}}', {}],
  ])('is at least the backoff, whatever is asked: %s', async (_, body, headers) => {
    const time = takeTime();
    const refusal = () => new Response(body, { status: 429, headers });
    const admin = createAdmin({
      apiKey: 'key',
      baseUrl: 'https://api.example.com',
      fetch: async () => refusal(),
      pace: false,
      random: () => 0.5,
      ...time.hooks,
    });

    const error = await errorOf(admin.channels.list());

    expect(time.waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000]);
    expect(error.attempts).toBe(8);
  });
});

describe('a call that its caller calls safe to repeat', () => {
  const cut = ({ socket }: ServerResponse) => void socket?.destroy();
  const calls: [string, (admin: Admin, how: CallOptions) => Promise<unknown>][] = [
    ['reaches people', ({ campaigns }, how) => campaigns.trigger({ campaignId: 1, listIds: [2] }, how)],
    [
      'reaches one of them',
      ({ email }, how) => email.target({ campaignId: 1, recipientEmail: ada.email }, how),
    ],
    ['makes something', ({ lists }, how) => lists.create({ name: 'Spring' }, how)],
    ['is of no known route', (admin, how) => admin.request('POST /api/new', {}, how)],
  ];
  const troubles: [string, (response: ServerResponse) => void][] = [
    ['503', answering(503)],
    ['429', answering(429)],
    ['no answer', cut],
  ];
  const cases = calls.flatMap(([what, call]) =>
    troubles.map(([trouble, answer]) => [what, trouble, call, answer] as const),
  );

  it.each(cases)('and %s is made again after %s', async (_, trouble, call, answer) => {
    const safe = await setup([answer]);
    await call(safe.admin, { safeToRepeat: true });
    expect(safe.arrivals).toHaveLength(2);

    for (const how of [{}, { safeToRepeat: false }, { safeToRepeat: true, retry: false }] as const) {
      const { admin, arrivals } = await setup([answer]);
      const isOnce = trouble === '429' && !('retry' in how) && !String(call).includes('campaignId');
      await call(admin, how).catch(() => {});
      expect(arrivals).toHaveLength(isOnce ? 2 : 1);
    }
  });

  it('is made again after nothing else, and no read after less', async () => {
    const write = await setup([answering(500)]);
    const how = { safeToRepeat: true };
    expect(await errorOf(write.admin.lists.create({ name: 'Spring' }, how))).toMatchObject({ attempts: 1 });
    const read = await setup([answering(500)]);
    expect(await read.admin.lists.list(undefined, how)).toHaveProperty('lists');
  });

  it('is one call: not said of all calls of an admin', async () => {
    const { admin } = await setup([]);
    expect(() => admin.with({ safeToRepeat: true } as CallDefaults)).toThrow(
      '`safeToRepeat` must be said of one call, not of all',
    );
    await expect(admin.lists.list(undefined, { safeToRepeat: 'yes' as never })).rejects.toThrow(
      '`safeToRepeat` must be `true` or `false`',
    );
  });

  it('reaches each person once where the campaign does not repeat itself', async () => {
    const emulator = createEmulator({ contents: 'shop' });
    const admin = createAdmin({
      apiKey: emulator.keys.server,
      baseUrl: 'http://emulator',
      fetch: emulator.fetch,
      random: () => 0.001,
    });
    const { templateIds } = await admin.templates.email.upsert({
      clientTemplateId: 'spring',
      name: 'Spring',
    });
    const { campaignId } = await admin.campaigns.create({ name: 'Spring', templateId: templateIds[0] ?? 0 });
    await admin.campaigns.activateTriggered({ campaignId });
    const sentTo = async (email: string, allowRepeatMarketingSends: boolean) => {
      await admin.users.update({ email });
      emulator.faults.add({ kind: 'lose', times: 1, route: 'POST /api/email/target' });
      const sending = { campaignId, recipientEmail: email, allowRepeatMarketingSends };
      await admin.email.target(sending, { safeToRepeat: true });
      const { messages } = await admin.users.getSentMessages({ email, limit: 1_000 });
      return messages.filter((message) => message.campaignId === campaignId).length;
    };

    expect(await sentTo('ada@example.com', false)).toBe(1);
    expect(await sentTo('bob@example.com', true)).toBe(2);
  });
});

describe('an answer of a status that may pass', () => {
  it.each([408, 425, 520, 521, 522, 523, 524, 525, 526, 527, 528, 529])(
    'is asked for again by reads, and by no write: %d',
    async (status) => {
      const { admin, arrivals } = await setup([answering(status), answering(status)]);

      expect(await errorOf(admin.users.update(ada))).toMatchObject({
        status,
        attempts: 1,
        isTransient: true,
      });
      expect(await admin.lists.list()).toHaveProperty('lists');

      expect(arrivals.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET']);
    },
  );
});

describe('what was accepted', () => {
  it.each<[string, undefined | string, body: string, headers: Record<string, string>]>([
    ['without a body', undefined, '', {}],
    ['with an empty line', undefined, '\n', { 'Content-Type': 'text/plain' }],
    ['with a text', 'Accepted', 'Accepted', { 'Content-Type': 'text/plain; charset=utf-8' }],
    ['with a text of no type', 'Accepted', 'Accepted', {}],
  ])('%s is done, by its own type, and made once', async (_, answer, body, headers) => {
    const { admin, arrivals } = await setup([answering(202, body, headers)]);

    const update = { table: 'colours', key: 'blue', value: {} };
    expect(await admin.metadata.put(update)).toEqual(answer);

    expect(arrivals).toHaveLength(1);
  });

  it('is made once, also where its answer cannot be read', async () => {
    const page = answering(202, '<h1>Are you human?</h1>', { 'Content-Type': 'text/html' });
    const { admin, arrivals } = await setup([page]);

    expect(await errorOf(admin.lists.list())).toMatchObject({ status: 202, attempts: 1 });
    expect(arrivals).toHaveLength(1);
  });
});

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])('is an error at once: %d', async (status) => {
    const { admin, arrivals } = await setup([
      answering(status, '', { Location: 'https://elsewhere.example.com/' }),
    ]);

    const error = await errorOf(admin.lists.list());

    expect(error).toMatchObject({ name: 'ApiError', status, attempts: 1, isTransient: false });
    expect(error.message).toBe(
      `GET /api/lists answered ${status}: it redirects, which no call follows with its key; \`baseUrl\` must be where the service itself answers`,
    );
    expect(arrivals).toHaveLength(1);
  });

  it('is one also where the platform does not tell its status', async () => {
    const opaque = Object.assign(Response.error(), {});
    Object.defineProperty(opaque, 'type', { value: 'opaqueredirect' });
    const { admin } = await setup([], { fetch: async () => opaque });

    expect(await errorOf(admin.lists.list())).toMatchObject({
      name: 'ApiError',
      attempts: 1,
      isTransient: false,
    });
  });
});

describe('what a framework throws to stop a render', () => {
  const refusal = Object.assign(new Error('This page cannot be rendered ahead of time'), {
    digest: 'DYNAMIC_SERVER_USAGE',
  });

  it('reaches the framework as it is, and is not repeated', async () => {
    const time = takeTime();
    const admin = createAdmin({
      apiKey: 'key',
      baseUrl: 'https://api.example.com',
      fetch: () => Promise.reject(refusal),
      pace: false,
      ...time.hooks,
    });

    const error = await errorOf(admin.lists.list());

    expect(error).toBe(refusal);
    expect(time.waits).toEqual([]);
  });
});
