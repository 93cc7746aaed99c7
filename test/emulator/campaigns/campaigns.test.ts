import { describe, expect, it } from 'vitest';
import { ada, bob, refused, withList } from '../support/campaigns.js';
import { DAY, HOUR, NOON, SECOND } from '../support/content.js';

describe('scheduling', () => {
  it('makes a blast that is Ready Scheduled (Campaign states)', async () => {
    const { admin, blast, stateOf, clock, got } = await withList();
    const campaignId = await blast({ scheduleSend: false });
    await admin.campaigns.schedule({ campaignId, sendAt: '2026-06-01T15:00:00+02:00' });
    expect(await stateOf(campaignId)).toBe('Scheduled');
    clock.advance(HOUR - SECOND);
    expect(got()).toEqual([]);
    clock.advance(2 * SECOND);
    expect(got()).toEqual([ada, bob]);
  });

  it('can be for the recipients’ time zones', async () => {
    const { admin, blast, clock, got } = await withList();
    await admin.users.update({ email: bob, dataFields: { timeZone: 'Europe/London' } });
    const campaignId = await blast({ scheduleSend: false });
    const recipientTimeZone = { startTimeZone: 'Europe/Berlin', defaultTimeZone: 'Europe/Berlin' };
    await admin.campaigns.schedule({
      campaignId,
      sendAt: new Date(NOON + HOUR).toISOString(),
      recipientTimeZone,
    });
    clock.advance(HOUR + SECOND);
    expect(got()).toEqual([ada]);
    clock.advance(HOUR);
    expect(got()).toEqual([ada, bob]);
  });

  it('is for 7 days ahead at most (Limits)', async () => {
    const { admin, blast } = await withList();
    const schedule = async (lead: number) =>
      admin.campaigns.schedule({
        campaignId: await blast({ scheduleSend: false }),
        sendAt: new Date(NOON + lead).toISOString(),
      });
    await expect(schedule(7 * DAY)).resolves.toMatchObject({ code: 'Success' });
    await expect(schedule(7 * DAY + SECOND)).rejects.toMatchObject(refused(400, '`sendAt`'));
  });

  it('refuses a time or a zone that is none', async () => {
    const { admin, blast } = await withList();
    const campaignId = await blast({ scheduleSend: false });
    await expect(admin.campaigns.schedule({ campaignId, sendAt: 'soon' })).rejects.toMatchObject(
      refused(400, '`sendAt`'),
    );
    const recipientTimeZone = { startTimeZone: 'Mars/Base', defaultTimeZone: 'Europe/Berlin' };
    await expect(
      admin.campaigns.schedule({ campaignId, sendAt: '2026-06-02', recipientTimeZone }),
    ).rejects.toMatchObject(refused(400, '`recipientTimeZone.startTimeZone`'));
  });
});

describe.each([
  ['scheduleByApi', 'schedule', { sendAt: '2026-06-02' }],
  ['activateByApi', 'activateTriggered', {}],
  ['deactivateByApi', 'deactivateTriggered', {}],
] as const)('a project without %s', (feature, operation, more) => {
  it(`refuses ${operation} with 403 (Errors)`, async () => {
    const { admin, triggered, put, stateOf } = await withList();
    const campaignId = await triggered();
    put('features', feature, false);
    const call = admin.campaigns[operation] as (input: object) => Promise<unknown>;
    await expect(call({ campaignId, ...more })).rejects.toMatchObject({
      status: 403,
      body: { code: 'Forbidden' },
    });
    expect(await stateOf(campaignId)).toBe('Ready');
  });
});

describe('triggering (decision 19)', () => {
  async function withRunning() {
    const tools = await withList();
    const campaignId = await tools.triggered();
    await tools.admin.campaigns.activateTriggered({ campaignId });
    return { ...tools, campaignId };
  }

  it('sends to lists, but for suppression lists, with the fields of the call', async () => {
    const { admin, campaignId, listId, list, got, messages, stateOf } = await withRunning();
    await admin.campaigns.trigger({
      campaignId,
      listIds: [listId],
      suppressionListIds: [await list(bob)],
      dataFields: { name: 'you' },
    });
    expect(got()).toEqual([ada]);
    expect(messages()).toMatchObject([{ campaignId, content: { html: 'Hello you' } }]);
    expect(await stateOf(campaignId)).toBe('Running');
    expect(await admin.campaigns.get({ id: campaignId })).toMatchObject({ sendSize: 1 });
  });

  it('sends again to who got it, unless told not to', async () => {
    const { admin, campaignId, listId, got } = await withRunning();
    await admin.campaigns.trigger({ campaignId, listIds: [listId] });
    await admin.campaigns.trigger({ campaignId, listIds: [listId] });
    expect(got()).toHaveLength(4);
    await admin.campaigns.trigger({ campaignId, listIds: [listId], allowRepeatMarketingSends: false });
    expect(got()).toHaveLength(4);
  });

  it.each([
    [{ listIds: [] }, 'listIds'],
    [{}, 'listIds'],
    [{ listIds: [4711] }, 'listIds'],
    [{ suppressionListIds: [4711] }, 'suppressionListIds'],
  ])('refuses %j', async (changes, named) => {
    const { call, campaignId, listId, got } = await withRunning();
    const lists = 'suppressionListIds' in changes ? { listIds: [listId] } : {};
    const answer = await call('/api/campaigns/trigger', { campaignId, ...lists, ...changes });
    expect(answer).toMatchObject(refused(400, `\`${named}\``));
    expect(got()).toEqual([]);
  });
});
