import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { WebhookUpdate } from '../../../src/admin/operations/webhooks.js';
import type { WebhookCall } from '../../../src/emulator/messages/webhook-calls.js';
import { serve } from '../../support/serve.js';
import { until } from '../../support/until.js';
import { ada, createWorld, NOON } from '../support/sending.js';

const endpoint = 'https://hooks.example.com/sent';

/** A world whose first webhook is on, and answers with these statuses in turn; 0 is no answer, NaN one that never comes. */
async function setup(update: Partial<WebhookUpdate> = {}, statuses: number[] = []) {
  const calls: Request[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    calls.push(new Request(input, init));
    const status = statuses.shift() ?? 200;
    if (Number.isNaN(status)) await new Promise(() => {});
    if (!status) throw new TypeError('fetch failed');
    return new Response(null, { status });
  };
  const world = createWorld({ fetch });
  await world.admin.webhooks.update({
    id: 1,
    endpoint,
    enabled: true,
    triggeredSendEnabled: true,
    ...update,
  });
  const rows = () => world.emulator.inspect.rows('webhookCalls') as WebhookCall[];
  async function send(options: { metadata?: object } = {}) {
    const campaignId = world.addCampaign();
    const metadata = options.metadata && { metadata: { ...options.metadata } };
    await world.admin.email.target({ campaignId, recipientEmail: ada.email, ...metadata });
    await world.emulator.settle();
  }
  return { ...world, calls, rows, sendOne: send };
}

describe('webhooks', () => {
  it('start as one that is off, since none can be created (decision 40)', async () => {
    const { admin } = createWorld();
    expect(await admin.webhooks.list()).toMatchObject({ webhooks: [{ id: 1, enabled: false }] });
  });

  it('change only what is sent, and keep what they tell your server to themselves (decision 40)', async () => {
    const { admin } = createWorld();
    await admin.webhooks.update({
      id: 1,
      enabled: true,
      authType: 'Basic',
      authToken: 'secret',
      headers: [{ key: 'X-Shop', value: '1' }],
    });

    const updated = await admin.webhooks.update({ id: 1, endpoint });

    const expected = {
      id: 1,
      endpoint,
      enabled: true,
      blastSendEnabled: false,
      triggeredSendEnabled: false,
      authType: 'Basic',
    };
    expect(updated).toEqual(expected);
    expect(await admin.webhooks.list()).toEqual({ webhooks: [expected] });
  });

  it('are not found by an id there is not (decision 40)', async () => {
    const { admin } = createWorld();
    await expect(admin.webhooks.update({ id: 9 })).rejects.toMatchObject({ status: 404 });
  });

  it.each([
    ['no id', { enabled: true }, '`id`'],
    ['an address that is none', { id: 1, endpoint: 'javascript:alert(1)' }, '`endpoint`'],
    ['a way to authorize there is not', { id: 1, authType: 'Magic' }, '`authType`'],
    ['a token that breaks a header', { id: 1, authToken: 'a\r\nb' }, '`authToken`'],
    ['a header that is none', { id: 1, headers: [{ key: 'a b', value: 'c' }] }, '`headers.0.key`'],
  ])('refuse %s', async (_, body, named) => {
    const { call } = createWorld();
    const { status, answer } = await call('server', 'POST /api/webhooks', body);
    expect([status, answer.code]).toEqual([400, 'BadParams']);
    expect(answer.msg).toContain(named);
  });

  it('take server-side keys only (contract.json)', async () => {
    const { call } = createWorld();
    expect((await call('readOnly', 'GET /api/webhooks')).status).toBe(403);
  });
});

describe('a webhook call', () => {
  it('says what was sent, with the `metadata` of the call (Events)', async () => {
    const { calls, messages, sendOne } = await setup();

    await sendOne({ metadata: { order: 7 } });

    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({ url: endpoint, method: 'POST' });
    expect(await calls[0]?.json()).toEqual({
      eventName: 'emailSend',
      ...ada,
      dataFields: {
        messageId: messages()[0]?.messageId,
        campaignId: 100,
        campaignName: 'Welcome',
        templateId: 1100,
        messageTypeId: 10,
        channelId: 1,
        createdAt: new Date(NOON).toISOString(),
        metadata: { order: 7 },
      },
    });
  });

  it.each([
    ['NoAuth', null],
    ['Basic', 'Basic token'],
    ['OAuth2', 'Bearer token'],
  ] as const)('authorizes itself by %s, and has the headers asked for', async (authType, expected) => {
    const headers = [{ key: 'X-Shop', value: '1' }];
    const { calls, sendOne } = await setup({ authType, authToken: 'token', headers });
    await sendOne();
    expect(calls[0]?.headers.get('Authorization')).toBe(expected);
    expect(calls[0]?.headers.get('X-Shop')).toBe('1');
    expect(calls[0]?.headers.get('Content-Type')).toBe('application/json');
  });

  it.each([
    ['is off', { enabled: false }],
    ['is not for triggered campaigns', { triggeredSendEnabled: false, blastSendEnabled: true }],
  ])('is not made when the webhook %s', async (_, update) => {
    const { calls, sendOne } = await setup(update);
    await sendOne();
    expect(calls).toEqual([]);
  });

  it('is made for a blast when the webhook is for blasts', async () => {
    const { admin, put, addCampaign, send, rows } = await setup({
      triggeredSendEnabled: false,
      blastSendEnabled: true,
    });
    addCampaign({ campaign: { type: 'Blast' } });
    send(100);
    expect(rows()).toMatchObject([{ webhookId: 1, endpoint }]);

    // Only for the channels and message types it names.
    const [webhook] = (await admin.webhooks.list()).webhooks;
    put('webhooks', 1, { ...webhook, authType: 'NoAuth', channelIds: [2] } as never);
    send(100);
    expect(rows()).toHaveLength(1);
  });

  it('is not made for a message that was skipped', async () => {
    const { calls, changePerson, sendOne } = await setup();
    changePerson(ada, { unsubscribedChannelIds: [1] });
    await sendOne();
    expect(calls).toEqual([]);
  });

  it.each([
    ['again after an error, until it is taken', [500, 0, 200], 3, 200],
    ['three times at most', [503, 503, 503, 200], 3, 503],
    ['three times at most when nothing answers', [0, 0, 0, 200], 3, undefined],
    ['once when the answer is that it is wrong', [400, 200], 1, 400],
    ['once when the answer is to ask elsewhere', [307, 200], 1, 307],
  ])('is made %s', async (_, statuses, attempts, status) => {
    const { calls, rows, sendOne } = await setup({}, statuses);

    await sendOne();

    expect(calls).toHaveLength(attempts);
    expect(rows()).toMatchObject([{ attempts }]);
    expect(rows()[0]?.status).toBe(status);
  });

  it('is made again when no answer comes in ten seconds', async () => {
    const { calls, rows, sendOne } = await setup({}, [NaN, 200]);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());

    const sent = sendOne();
    // Each look at it lets a moment of that time pass.
    await vi.waitFor(() => expect(calls).toHaveLength(1));
    await vi.advanceTimersByTimeAsync(9_000);
    expect(calls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    await sent;

    expect(rows()).toMatchObject([{ attempts: 2, status: 200 }]);
  });
});

describe('a webhook', () => {
  /** A world whose webhook leads to a server of this machine. */
  async function setupServed(answer: Parameters<typeof serve>[0]) {
    const { arrivals, baseUrl } = await serve(answer);
    const world = createWorld();
    await world.admin.webhooks.update({
      id: 1,
      endpoint: `${baseUrl}/sent`,
      enabled: true,
      triggeredSendEnabled: true,
      authType: 'Basic',
      authToken: 'secret',
    });
    await world.admin.email.target({ campaignId: world.addCampaign(), recipientEmail: ada.email });
    return { ...world, arrivals, rows: () => world.emulator.inspect.rows('webhookCalls') };
  }

  it('that asks to call elsewhere is not followed there', async () => {
    const { arrivals, emulator, rows } = await setupServed((response) => {
      response.writeHead(307, { Location: '/elsewhere' }).end();
    });
    await emulator.settle();
    expect(arrivals.map(({ url }) => url)).toEqual(['/sent']);
    expect(rows()).toMatchObject([{ attempts: 1, status: 307 }]);
  });

  it('that answers without end is not read to the end', async () => {
    let [sent, isClosed] = [0, false];
    const { emulator, rows } = await setupServed((response) => {
      const part = Buffer.alloc(1_000_000);
      response.on('close', () => (isClosed = true));
      const send = () => {
        let isTaken = true;
        for (; isTaken && !response.destroyed && sent < 999; sent += 1) isTaken = response.write(part);
        response.once('drain', send);
      };
      send();
    });
    await emulator.settle();
    expect(rows()).toMatchObject([{ attempts: 1, status: 200 }]);
    await until(() => expect(isClosed).toBe(true));
    expect(sent).toBeLessThan(100);
  });

  it('that leads to the emulator itself is refused there: what is sent for a sending could go on for ever', async () => {
    const world: ReturnType<typeof createWorld> = createWorld({
      fetch: (...request) => world.emulator.fetch(...request),
    });
    await world.admin.webhooks.update({
      id: 1,
      endpoint: 'http://emulator/api/events/track',
      enabled: true,
      triggeredSendEnabled: true,
      headers: [
        { key: 'Api-Key', value: world.emulator.keys.server },
        { key: 'user-agent', value: 'another' },
      ],
    });

    await world.admin.email.target({ campaignId: world.addCampaign(), recipientEmail: ada.email });
    await world.emulator.settle();

    expect(world.emulator.inspect.rows('webhookCalls')).toMatchObject([{ attempts: 1, status: 403 }]);
    expect(world.emulator.inspect.events('customEvent')).toEqual([]);
    expect(world.emulator.inspect.requests.at(-1)).toMatchObject({
      status: 403,
      answer: { code: 'Forbidden', msg: 'A webhook may not lead to the emulator itself' },
    });
  });
});
