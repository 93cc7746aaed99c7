import { describe, expect, it } from 'vitest';
import type { CampaignRow } from '../../../src/emulator/state/project.js';
import { ada, bob, withList } from '../support/campaigns.js';
import { DAY, NOON, SECOND } from '../support/content.js';

describe('a recurring campaign (Campaign states)', () => {
  /** One that sends every two days from tomorrow on, at most until a week is over. */
  async function withRecurring() {
    const tools = await withList();
    const { admin, put, inspect, blast } = tools;
    const id = await blast({ scheduleSend: false, labelIds: [] });
    const row = (inspect.rows('campaigns') as CampaignRow[]).find((campaign) => campaign.id === id);
    if (!row) throw new Error('There is no such campaign');
    const recurrence = { everyDays: 2, until: NOON + 7 * DAY };
    put('campaigns', id, { ...row, campaignState: 'Recurring', recurrence, tasks: [9_001] });
    put('tasks', 9_001, { id: 9_001, at: NOON + DAY, kind: 'campaign-recur', about: { campaignId: id } });
    const children = async () => (await admin.campaigns.listChildren({ id })).campaigns;
    return { ...tools, id, children };
  }

  it('makes a child each time it sends, with a template of its own, until its time is over', async () => {
    const { admin, id, children, clock, got, listId, stateOf } = await withRecurring();
    expect(await children()).toEqual([]);

    clock.advance(DAY + 5 * SECOND);
    expect(await children()).toMatchObject([
      {
        name: 'Blast',
        type: 'Blast',
        campaignState: 'Finished',
        recurringCampaignId: id,
        startAt: NOON + DAY,
        createdAt: NOON + DAY,
        listIds: [listId],
        sendSize: 2,
      },
    ]);
    expect(got()).toEqual([ada, bob]);
    expect(await stateOf(id)).toBe('Recurring');

    clock.advance(30 * DAY);
    expect((await children()).map(({ startAt }) => startAt)).toEqual(
      [1, 3, 5, 7].map((days) => NOON + days * DAY),
    );
    const templates = [await admin.campaigns.get({ id }), ...(await children())];
    expect(new Set(templates.map(({ templateId }) => templateId)).size).toBe(5);
    expect(await stateOf(id)).toBe('Finished');
    expect(got()).toHaveLength(8);
  });

  it('sends to who is on its lists by then', async () => {
    const { admin, children, clock, got, listId } = await withRecurring();
    clock.advance(2 * DAY);
    await admin.lists.subscribe({ listId, subscribers: [{ email: 'cy@example.com' }] });
    clock.advance(2 * DAY);
    expect(got()).toEqual([ada, bob, ada, bob, 'cy@example.com']);
    expect((await children()).map(({ sendSize }) => sendSize)).toEqual([2, 3]);
  });

  it.each([
    ['cancel', 'Ready'],
    ['archive', 'Archived'],
  ] as const)('stops with %s (decision 20)', async (operation, state) => {
    const { admin, id, children, clock, stateOf, inspect } = await withRecurring();
    clock.advance(2 * DAY);
    if (operation === 'cancel') await admin.campaigns.cancel({ campaignId: id });
    else await admin.campaigns.archive({ campaignIds: [id] });
    clock.advance(10 * DAY);
    expect(await children()).toHaveLength(1);
    expect(await stateOf(id)).toBe(state);
    expect(inspect.rows('tasks')).toEqual([]);
  });
});
