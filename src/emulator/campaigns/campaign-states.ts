import { campaignsOf, type CampaignRow, type CampaignState } from '../state/project.js';
import { requireRow } from '../operation/paging.js';
import { Refusal } from '../operation/refusal.js';
import type { Service } from '../state/service.js';

/** A way for a campaign to leave a state (decision 20). */
export interface Move {
  /** What is done to the campaign, such as `sent`. */
  done: string;
  from: readonly CampaignState[];
  /** Only campaigns of this type can make it. Default: all. */
  type?: CampaignRow['type'];
}

/** Every move that a call makes. */
export const MOVES = {
  schedule: { done: 'scheduled', from: ['Ready'], type: 'Blast' },
  send: { done: 'sent', from: ['Ready', 'Scheduled'], type: 'Blast' },
  cancel: { done: 'cancelled', from: ['Scheduled', 'Recurring'] },
  abort: { done: 'aborted', from: ['Running', 'Starting'] },
  activate: { done: 'activated', from: ['Ready'], type: 'Triggered' },
  deactivate: { done: 'deactivated', from: ['Running'], type: 'Triggered' },
  trigger: { done: 'triggered', from: ['Running'], type: 'Triggered' },
  archive: {
    done: 'archived',
    from: ['Draft', 'Ready', 'Scheduled', 'Recurring', 'Running', 'Finished', 'Aborted'],
  },
} as const satisfies Record<string, Move>;

/** The campaign a call is about; refuses one that cannot make the move, naming its state. */
export function requireMove(service: Service, campaignId: number, { done, from, type }: Move): CampaignRow {
  const campaign = requireRow(campaignsOf(service), campaignId, 'campaignId', 'campaign');
  const { campaignState: state } = campaign;
  if (type && campaign.type !== type) {
    throw new Refusal('BadParams', `\`campaignId\`: a ${campaign.type} campaign cannot be ${done} this way`);
  }
  if (from.includes(state)) return campaign;
  const states = from.join(' or ');
  throw new Refusal(
    'BadParams',
    `\`campaignId\`: the campaign is ${state}; only one ${states} can be ${done}`,
  );
}

/** Makes a move once the write is applied, unless the campaign has made another by then. */
export function moveLater(
  service: Service,
  { id }: CampaignRow,
  { from }: Move,
  work: (campaign: CampaignRow) => void,
): void {
  service.later(() => {
    const campaign = campaignsOf(service).get(id);
    if (campaign && from.includes(campaign.campaignState)) work(campaign);
  });
}

/** Writes a campaign's new state; what it had on the plan is off, unless it only goes on sending. */
export function enter(
  service: Service,
  campaign: CampaignRow,
  campaignState: CampaignState,
  changes: Partial<CampaignRow> = {},
): void {
  for (const task of campaign.tasks ?? []) service.clock.unplan(task);
  const isOver = campaignState === 'Finished' || campaignState === 'Aborted';
  const now = service.clock.now();
  Object.assign(campaign, {
    ...(isOver && { endedAt: now }),
    ...changes,
    campaignState,
    tasks: [],
    updatedAt: now,
  } satisfies Partial<CampaignRow>);
}

/** Plans a campaign's next step. */
export function plan(service: Service, campaign: CampaignRow, at: number, kind: string, about: object = {}) {
  const task = service.clock.plan(at, kind, { campaignId: campaign.id, ...about });
  campaign.tasks = [...(campaign.tasks ?? []), task];
}
