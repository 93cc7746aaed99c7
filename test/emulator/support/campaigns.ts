import { expect } from 'vitest';
import type { CampaignRow, CampaignState } from '../../../src/emulator/state/project.js';
import { setup } from './content.js';

export const ada = 'ada@example.com';
export const bob = 'bob@example.com';

/** A moment as a campaign's `sendAt` says it. */
export const utc = (moment: number) => new Date(moment).toISOString().slice(0, 19).replace('T', ' ');

/** A service with a template and a list of Ada and Bob, and ways to make campaigns and to see them. */
export async function withList(options?: Parameters<typeof setup>[0]) {
  const tools = setup(options);
  const { admin, inspect } = tools;
  const listId = await tools.list(ada, bob);
  const templateId = await tools.template();

  const blast = async (changes: object = {}) =>
    (await admin.campaigns.create({ name: 'Blast', templateId, listIds: [listId], ...changes })).campaignId;
  const triggered = async (changes: object = {}) =>
    (await admin.campaigns.create({ name: 'Triggered', templateId, ...changes })).campaignId;
  const stateOf = async (id: number) => (await admin.campaigns.get({ id })).campaignState;
  const got = () =>
    tools.messages().map(({ personId }) => inspect.people.find(({ id }) => id === personId)?.email);
  /** Puts a campaign in a state that takes long to reach, or that no operation leads to. */
  const putIn = (campaignId: number, campaignState: CampaignState) => {
    const rows = inspect.rows('campaigns') as CampaignRow[];
    const row = rows.find(({ id }) => id === campaignId);
    if (row) tools.put('campaigns', campaignId, { ...row, campaignState, tasks: [] });
  };
  return { ...tools, listId, templateId, blast, triggered, stateOf, got, putIn };
}

/** What a call that is refused rejects with. */
export const refused = (status: number, reason: string | RegExp) => ({
  status,
  body: {
    msg: (typeof reason === 'string'
      ? expect.stringContaining(reason)
      : expect.stringMatching(reason)) as string,
  },
});

/** Every state that a campaign may be in. */
export const states: CampaignState[] = [
  'Draft',
  'Ready',
  'Scheduled',
  'Running',
  'Finished',
  'Starting',
  'Aborted',
  'Recurring',
  'Archived',
];
