import { describe, expect, it } from 'vitest';
import type { CampaignState } from '../../../src/emulator/state/project.js';
import { ada, bob, refused, states, utc, withList } from '../support/campaigns.js';
import { DAY, HOUR, NOON, SECOND, setup } from '../support/content.js';
import { heldLatency, settled } from '../support/latency.js';

describe('the states of a campaign (decision 20)', () => {
  const moves = [
    ['blast', 'schedule', { Ready: 'Scheduled' }],
    ['blast', 'send', { Ready: 'Starting', Scheduled: 'Starting' }],
    ['blast', 'cancel', { Scheduled: 'Ready', Recurring: 'Ready' }],
    ['blast', 'abort', { Running: 'Aborted', Starting: 'Aborted' }],
    ['triggered', 'abort', { Running: 'Aborted', Starting: 'Aborted' }],
    ['triggered', 'activateTriggered', { Ready: 'Running' }],
    ['triggered', 'deactivateTriggered', { Running: 'Finished' }],
    ['triggered', 'trigger', { Running: 'Running' }],
    ['triggered', 'send', {}],
    ['triggered', 'schedule', {}],
    ['blast', 'activateTriggered', {}],
    ['blast', 'deactivateTriggered', {}],
    ['blast', 'trigger', {}],
  ] as const;
  const rows = moves.flatMap(([type, move, to]) =>
    states.map((from) => ({ type, move, from, to: (to as Partial<Record<CampaignState, string>>)[from] })),
  );

  it.each(rows)('$move of a $type that is $from: $to', async ({ type, move, from, to }) => {
    const tools = await withList();
    const campaignId = await tools[type](type === 'blast' ? { scheduleSend: false } : {});
    tools.putIn(campaignId, from);
    const call = tools.admin.campaigns[move] as (input: object) => Promise<unknown>;
    const input = { campaignId, sendAt: new Date(NOON + HOUR).toISOString(), listIds: [tools.listId] };

    const moving = call(input);

    if (to) await expect(moving).resolves.toMatchObject({ code: 'Success' });
    else {
      const reason = type === 'blast' || !['send', 'schedule'].includes(move) ? from : type;
      await expect(moving).rejects.toMatchObject({ status: 400, body: { code: 'BadParams' } });
      await expect(moving).rejects.toThrow(new RegExp(`${reason}|Blast`, 'i'));
    }
    expect(await tools.stateOf(campaignId)).toBe(to ?? from);
  });

  it.each([
    'schedule',
    'send',
    'cancel',
    'abort',
    'activateTriggered',
    'deactivateTriggered',
    'trigger',
  ] as const)('%s refuses a campaign that is not there', async (move) => {
    const { admin } = setup();
    const call = admin.campaigns[move] as (input: object) => Promise<unknown>;
    await expect(call({ campaignId: 4711, sendAt: '2026-06-02', listIds: [1] })).rejects.toMatchObject(
      refused(400, '`campaignId`'),
    );
  });

  it('change once the write is applied, and not if the campaign has moved on by then', async () => {
    const { admin, emulator, blast, stateOf } = await withList();
    const campaignId = await blast({ sendAt: utc(NOON + HOUR) });
    const { emulator: slow, admin: slowly } = setup({ latency: heldLatency() });
    slow.load(emulator.save());

    await slowly.campaigns.cancel({ campaignId });
    await slowly.campaigns.send({ campaignId });
    expect((await slowly.campaigns.get({ id: campaignId })).campaignState).toBe('Scheduled');
    await settled(slow);
    // It was cancelled first, and one that is Ready can be sent.
    expect((await slowly.campaigns.get({ id: campaignId })).campaignState).toBe('Starting');

    await slowly.campaigns.abort({ campaignId });
    await slowly.campaigns.abort({ campaignId });
    await settled(slow);
    expect((await slowly.campaigns.get({ id: campaignId })).campaignState).toBe('Aborted');
    expect(await stateOf(campaignId)).toBe('Scheduled');
    await admin.campaigns.cancel({ campaignId });
    expect(await stateOf(campaignId)).toBe('Ready');
  });

  it('do not come back: a cancelled campaign is not sent at its old time', async () => {
    const { admin, blast, clock, got, stateOf } = await withList();
    const campaignId = await blast({ sendAt: utc(NOON + HOUR) });
    await admin.campaigns.cancel({ campaignId });
    await admin.campaigns.schedule({ campaignId, sendAt: new Date(NOON + 2 * HOUR).toISOString() });
    clock.advance(HOUR + SECOND);
    expect(got()).toEqual([]);
    expect(await stateOf(campaignId)).toBe('Scheduled');
    clock.advance(HOUR);
    expect(got()).toEqual([ada, bob]);
  });

  it('let a campaign be aborted before a message is out', async () => {
    const { admin, blast, clock, got, stateOf } = await withList();
    const campaignId = await blast();
    await admin.campaigns.abort({ campaignId });
    clock.advance(DAY);
    expect(got()).toEqual([]);
    expect(await stateOf(campaignId)).toBe('Aborted');
  });
});

describe('archiving (decisions 20 and 21)', () => {
  it.each(states)('of a campaign that is %s', async (state) => {
    const { admin, blast, putIn, stateOf } = await withList();
    const id = await blast({ scheduleSend: false });
    putIn(id, state);
    const canBe = state !== 'Starting' && state !== 'Archived';
    expect(await admin.campaigns.archive({ campaignIds: [id] })).toEqual({
      success: canBe ? [id] : [],
      failed: canBe ? [] : [id],
    });
    expect(await stateOf(id)).toBe(canBe ? 'Archived' : state);
  });

  it('tells which failed, unknown ones included, each once', async () => {
    const { admin, triggered } = await withList();
    const id = await triggered();
    expect(await admin.campaigns.archive({ campaignIds: [4711, id, id] })).toEqual({
      success: [id],
      failed: [4711],
    });
    expect(await admin.campaigns.archive({ campaignIds: [] })).toEqual({ success: [], failed: [] });
  });

  it('keeps a scheduled campaign from being sent', async () => {
    const { admin, blast, clock, got } = await withList();
    await admin.campaigns.archive({ campaignIds: [await blast({ sendAt: utc(NOON + HOUR) })] });
    clock.advance(DAY);
    expect(got()).toEqual([]);
  });

  it('refuses ids that are none', async () => {
    expect(await setup().call('/api/campaigns/archive', { campaignIds: ['all'] })).toMatchObject(
      refused(400, '`campaignIds.0`'),
    );
  });
});
