import { scheduleBlast } from '../campaigns/blasts.js';
import { startRecurring } from '../campaigns/recurring.js';
import { Refusal } from '../operation/refusal.js';
import { without } from '../operation/without-fields.js';
import { copyTemplate } from '../rendering/template-content.js';
import { campaignsOf, MEDIUMS, PROJECT_OWNER, templatesOf, type CampaignRow } from '../state/project.js';
import type { Service } from '../state/service.js';
import type { ScenarioCampaign } from './scenario.js';
import { momentOf } from '../time.js';

/** Puts a campaign of a scenario into a project: in its state, and on the clock's plan where that says so. */
export function seedCampaign(service: Service, row: ScenarioCampaign & { id: number }): void {
  const state = stateOf(row);
  const { sendAt, recurrence } = row;
  if (sendAt === undefined && (state === 'Scheduled' || state === 'Recurring'))
    throw new Refusal('BadParams', `\`sendAt\`: is missing; a campaign that is ${state} has one`);
  if (!recurrence && state === 'Recurring')
    throw new Refusal('BadParams', '`recurrence`: is missing; a campaign that is Recurring has one');
  for (const task of campaignsOf(service).get(row.id)?.tasks ?? []) service.clock.unplan(task);
  const campaign = rowOf(service, row);
  campaignsOf(service).set(row.id, campaign);
  const at = momentOf(sendAt ?? '');
  if (state === 'Scheduled') scheduleBlast(service, campaign, at);
  else if (state === 'Recurring' && recurrence)
    startRecurring(service, campaign, { ...recurrence, firstAt: at });
  else campaign.campaignState = state;
}

function stateOf({ campaignState, sendAt, recurrence, ...row }: ScenarioCampaign) {
  const ofBlast = recurrence ? 'Recurring' : sendAt === undefined ? 'Ready' : 'Scheduled';
  return campaignState ?? (typeOf(row) === 'Blast' ? ofBlast : 'Running');
}

function typeOf({ type, listIds }: Pick<ScenarioCampaign, 'listIds' | 'type'>) {
  return type ?? (listIds ? 'Blast' : 'Triggered');
}

function rowOf(service: Service, row: ScenarioCampaign & { id: number }): CampaignRow {
  const rest = without(row, 'campaignState', 'recurrence', 'sendAt');
  const now = service.clock.now();
  const type = typeOf(row);
  const template = templatesOf(service).get(row.templateId);
  if (!template) throw new Refusal('BadParams', `\`templateId\`: no template has the id ${row.templateId}`);
  // As the service does it, a campaign has a copy of its own of a base template.
  const own = template.type === 'Base' ? copyTemplate(service, template, { ...row, type }) : template;
  if (own === template) template.campaignId = row.id;
  return {
    ...{ listIds: [], suppressionListIds: [], labelIds: [], sendMode: 'ProjectTimeZone' as const },
    messageMedium: template.medium ?? MEDIUMS[template.channel],
    ...rest,
    type,
    campaignState: 'Ready',
    templateId: own.id,
    ...{ createdAt: now, updatedAt: now, createdByUserId: PROJECT_OWNER, sendSize: 0 },
  };
}
