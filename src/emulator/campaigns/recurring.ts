import { startBlast } from './blasts.js';
import { enter, plan } from './campaign-states.js';
import { campaignsOf, templatesOf, type CampaignRow, type Recurrence } from '../state/project.js';
import { copyTemplate } from '../rendering/template-content.js';
import type { Service } from '../state/service.js';
import { without } from '../operation/without-fields.js';
import { DAY } from '../time.js';

/** The kind of task by which a campaign sends again. */
const RECUR = 'campaign-recur';

/** Has the clock make the children of recurring campaigns. Once for each service. */
export function followRecurring(service: Service): void {
  service.clock.on<{ campaignId: number }>(RECUR, ({ campaignId }) => {
    const campaign = campaignsOf(service).get(campaignId);
    if (campaign?.campaignState === 'Recurring') recur(service, campaign);
  });
}

/** Lets a campaign send again and again, for the first time at a moment. */
export function startRecurring(
  service: Service,
  campaign: CampaignRow,
  { firstAt, ...recurrence }: Recurrence & { firstAt: number },
): void {
  enter(service, campaign, 'Recurring', { startAt: firstAt, recurrence });
  plan(service, campaign, firstAt, RECUR);
}

/** Sends once more, by a child, and plans the next time. */
function recur(service: Service, campaign: CampaignRow): void {
  const { everyDays = 1, until = Infinity } = campaign.recurrence ?? {};
  startBlast(service, childOf(service, campaign));
  const next = service.clock.now() + Math.max(1, everyDays) * DAY;
  if (next > until) {
    enter(service, campaign, 'Finished');
    return;
  }
  campaign.tasks = [];
  plan(service, campaign, next, RECUR);
}

/** A blast that says and reaches what the recurring campaign does now; the template is a copy, as any campaign's. */
function childOf(service: Service, campaign: CampaignRow): CampaignRow {
  const id = service.tables.nextId();
  const now = service.clock.now();
  const template = templatesOf(service).get(campaign.templateId);
  const child: CampaignRow = {
    ...without(campaign, 'recurrence', 'startAt', 'tasks'),
    id,
    type: 'Blast',
    campaignState: 'Ready',
    createdAt: now,
    updatedAt: now,
    templateId: template ? copyTemplate(service, template, { id, type: 'Blast' }).id : campaign.templateId,
    sendSize: 0,
    recurringCampaignId: campaign.id,
  };
  campaignsOf(service).set(id, child);
  return child;
}
