import { describe, expect, it } from 'vitest';
import { ada, createWorld } from '../support/sending.js';

describe.each([
  ['trackPushOpen', 'pushOpen', 'mobile', 'web'],
  ['trackWebPushClick', 'webPushClick', 'web', 'mobile'],
] as const)('events/%s', (name, type, key, otherKey) => {
  const event = { ...ada, messageId: 'm1', campaignId: 100, templateId: 1100, createdAt: 1_700_000_000 };

  it(`records ${type} (Events)`, async () => {
    const { emulator, call, eventsOf } = createWorld();

    expect(await call(key, `POST /api/events/${name}`, event)).toMatchObject({ status: 200 });

    expect(eventsOf(type)).toEqual([{ messageId: 'm1', campaignId: 100, templateId: 1100 }]);
    expect(emulator.inspect.events(type)).toMatchObject([{ ...ada, createdAt: 1_700_000_000_000 }]);
  });

  it('records nothing of a proof (decision 38)', async () => {
    const { call, addCampaign, prove, eventsOf } = createWorld();
    const campaignId = addCampaign({ medium: 'Push' });
    await call(key, `POST /api/events/${name}`, { ...ada, campaignId, messageId: prove(campaignId) });
    expect(eventsOf(type)).toEqual([]);
  });

  it.each([
    ['no message', { messageId: undefined }, 'BadParams', '`messageId`'],
    ['no user', { email: undefined }, 'BadParams', '`email` or `userId`'],
    ['a user there is not', { email: 'no@example.com' }, 'UnknownEmailError', '`email`'],
    ['a campaign that is no number', { campaignId: 'x' }, 'BadParams', '`campaignId`'],
  ])('refuses %s', async (_, change, code, named) => {
    const { call } = createWorld();
    const { status, answer } = await call(key, `POST /api/events/${name}`, { ...event, ...change });
    expect([status, answer.code]).toEqual([400, code]);
    expect(answer.msg).toContain(named);
  });

  it('takes the key types that the contract lists (decision 17)', async () => {
    const { call } = createWorld();
    expect((await call(otherKey, `POST /api/events/${name}`, event)).status).toBe(403);
    expect((await call('server', `POST /api/events/${name}`, event)).status).toBe(403);
  });
});

it('a push open needs its campaign, a web push click does not (contract.json)', async () => {
  const { call } = createWorld();
  const event = { ...ada, messageId: 'm1' };
  expect((await call('mobile', 'POST /api/events/trackPushOpen', event)).status).toBe(400);
  expect((await call('javascript', 'POST /api/events/trackWebPushClick', event)).status).toBe(200);
});
