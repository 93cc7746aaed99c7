import { describe, expect, it } from 'vitest';
import { createAdmin, readWebhook, type WebhookEvent, type WebhookProof } from '../../../src/admin/index.js';
import { createEmulator } from '../../../src/emulator/app.js';

const url = 'https://shop.example.com/webhook';
const body = JSON.stringify({
  eventName: 'emailSend',
  email: 'ada@example.com',
  dataFields: { campaignId: 7 },
});
const call = (headers: Record<string, string>, text = body) =>
  new Request(url, { method: 'POST', headers, body: text });

describe('readWebhook', () => {
  it('gives the event of a call that proves itself', async () => {
    const proof = { authorization: 'Bearer open', headers: { 'X-Secret': 'sesame' } };
    const request = call({ Authorization: 'Bearer open', 'X-Secret': 'sesame' });
    expect(await readWebhook(request, proof)).toEqual(JSON.parse(body));
  });

  it.each([{}, { Authorization: 'Bearer ope' }, { Authorization: 'Bearer open2' }, { Authorization: '' }])(
    'refuses one that does not: %j',
    async (headers: Record<string, string>) => {
      await expect(readWebhook(call(headers), { authorization: 'Bearer open' })).rejects.toMatchObject({
        name: 'WebhookError',
        status: 401,
      });
    },
  );

  it.each(['', 'null', '[]', '{"eventName":7}'])('refuses one that holds no event: %j', async (text) => {
    const request = call({ Authorization: 'x' }, text);
    await expect(readWebhook(request, { authorization: 'x' })).rejects.toMatchObject({ status: 400 });
  });

  it('gives events by names that it does not know', async () => {
    const text = '{"eventName":"faxSend","userId":"ada"}';
    const request = call({ Authorization: 'x' }, text);
    const event = await readWebhook(request, { authorization: 'x' });
    expect(event).toEqual({ eventName: 'faxSend', userId: 'ada', dataFields: {} });
    const name: string = event.eventName;
    expect(name === 'faxSend').toBe(true);
  });

  it.each<[string, object]>([
    ['none', {}],
    ['no headers', { headers: {} }],
    ['an empty `authorization`', { authorization: '' }],
    ['a blank one', { authorization: '  ' }],
    ['one that is not set', { authorization: undefined }],
    ['one that is not set beside a header', { authorization: undefined, headers: { 'X-Sign': 'a' } }],
    ['a null', { authorization: null }],
    ['what is made of one that is not set', { authorization: 'Bearer undefined' }],
    ['what is made of an empty one', { authorization: 'Bearer ' }],
    ['an empty header', { headers: { 'X-Sign': '' } }],
    ['a header that is not set', { headers: { 'X-Sign': undefined } }],
    ['an empty header beside a good one', { authorization: 'a', headers: { 'X-Sign': '' } }],
  ])('asks for a proof, since anyone could call: %s', async (_, proof) => {
    const sent = { Authorization: 'a', 'X-Sign': 'a' };
    for (const headers of [{}, sent, { ...sent, Authorization: 'Bearer undefined' }]) {
      await expect(readWebhook(call(headers), proof as WebhookProof)).rejects.toMatchObject({
        name: 'OptionError',
      });
    }
  });

  it('says which secret is empty', async () => {
    await expect(readWebhook(call({}), { headers: { 'X-Sign': '' } })).rejects.toThrow(
      '`X-Sign` must be the secret that the webhook sends: if it stands in an environment variable, is that set?',
    );
  });

  it('reads what the service sends', async () => {
    const events: WebhookEvent[] = [];
    const emulator = createEmulator({
      contents: 'shop',
      fetch: async (input, init) => {
        events.push(await readWebhook(new Request(input, init), { authorization: 'Bearer open' }));
        return new Response();
      },
    });
    const admin = createAdmin({
      apiKey: emulator.keys.server,
      baseUrl: 'http://emulator',
      fetch: emulator.fetch,
    });
    const { webhooks } = await admin.webhooks.list();
    const hook = {
      endpoint: url,
      enabled: true,
      authType: 'OAuth2',
      authToken: 'open',
      triggeredSendEnabled: true,
      blastSendEnabled: true,
    } as const;
    await admin.webhooks.update({ id: webhooks[0]?.id ?? 1, ...hook });
    const running: number[] = [];
    for await (const { id, messageMedium } of admin.campaigns.list.all({ campaignState: ['Running'] })) {
      if (messageMedium === 'Email') running.push(id);
    }

    await admin.email.target({
      campaignId: running[0] ?? NaN,
      recipientEmail: 'ada@example.com',
      metadata: { order: 7 },
    });
    emulator.clock.advance(1_000);
    await emulator.settle();

    const [event] = events;
    expect(events).toHaveLength(1);
    // What the types say of it is there.
    expect(event?.eventName === 'emailSend' && event.dataFields).toMatchObject({
      campaignId: running[0],
      campaignName: expect.any(String) as string,
      templateId: expect.any(Number) as number,
      messageId: expect.any(String) as string,
      metadata: { order: 7 },
    });
  });
});
