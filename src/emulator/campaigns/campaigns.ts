import { z } from 'zod';
import type {
  ArchivedCampaigns,
  CampaignRef,
  CampaignSchedule,
  CampaignTrigger,
} from '../../admin/operations/campaigns.js';
import type { NewCampaignRef } from '../../admin/operations/new-campaign.js';
import { success } from '../operation/answers.js';
import { audienceOf, checkAudience } from './audience.js';
import { followBlasts, scheduleBlast, sendTo, startBlast } from './blasts.js';
import { campaignReads } from './campaign-reads.js';
import { enter, MOVES, moveLater, requireMove, type Move } from './campaign-states.js';
import { campaignsOf, featuresOf, PROJECT_OWNER, type CampaignRow, type Feature } from '../state/project.js';
import { isoText } from '../operation/moments.js';
import { checkLead, createCampaign, newCampaign, timeZone } from './new-campaign.js';
import { operation, type Operation } from '../operation/operation.js';
import { followRecurring } from './recurring.js';
import { Refusal } from '../operation/refusal.js';
import { dataFields, numberInText } from '../operation/schemas.js';
import type { Service } from '../state/service.js';
import { DAY, momentOf } from '../time.js';

/** How far ahead a blast can be scheduled, in milliseconds (Limits of the document). */
const MAX_SCHEDULE_LEAD = 7 * DAY;

const campaignRef = z.object({ campaignId: z.int() }) satisfies z.ZodType<CampaignRef>;
const campaignPath = z.object({ campaignId: numberInText }) satisfies z.ZodType<CampaignRef>;

const schedule = z.object({
  sendAt: isoText,
  recipientTimeZone: z.object({ defaultTimeZone: timeZone, startTimeZone: timeZone }).exactOptional(),
}) satisfies z.ZodType<Omit<CampaignSchedule, 'campaignId'>>;

const campaignTrigger = z.object({
  campaignId: z.int(),
  listIds: z.array(z.int()).min(1, 'must name a list'),
  suppressionListIds: z.array(z.int()).exactOptional(),
  dataFields: dataFields.exactOptional(),
  allowRepeatMarketingSends: z.boolean().exactOptional(),
}) satisfies z.ZodType<CampaignTrigger>;

const idList = z.object({ campaignIds: z.array(z.int()) });

/** Messages sent to lists, or to one user at a time when something happens. */
export const campaigns = (service: Service): Operation[] => {
  followBlasts(service);
  followRecurring(service);
  return [
    ...campaignReads(service),
    ...blastOperations(service),
    ...triggeredOperations(service),
    moving(service, 'POST /api/campaigns/cancel', MOVES.cancel, (campaign) =>
      enter(service, campaign, 'Ready', { updatedByUserId: PROJECT_OWNER }),
    ),
    moving(service, 'POST /api/campaigns/abort', MOVES.abort, (campaign) =>
      enter(service, campaign, 'Aborted', { updatedByUserId: PROJECT_OWNER }),
    ),
    operation(
      'POST /api/campaigns/archive',
      { keys: ['server'], body: idList },
      ({ body: { campaignIds } }) => archive(service, campaignIds),
    ),
  ];
};

const blastOperations = (service: Service): Operation[] => [
  operation('POST /api/campaigns/create', { keys: ['server'], body: newCampaign }, ({ body }) => {
    const { id } = createCampaign(service, body);
    return { campaignId: id } satisfies NewCampaignRef;
  }),
  operation(
    'POST /api/campaigns/{campaignId}/schedule',
    { keys: ['server'], path: campaignPath, body: schedule },
    ({ path, body }) => {
      requireFeature(service, 'scheduleByApi');
      const campaign = requireMove(service, path.campaignId, MOVES.schedule);
      const sendAt = momentOf(body.sendAt);
      checkLead(service, sendAt, MAX_SCHEDULE_LEAD);
      moveLater(service, campaign, MOVES.schedule, (row) => {
        writeZones(row, body.recipientTimeZone);
        scheduleBlast(service, row, sendAt);
      });
      return success();
    },
  ),
  operation(
    'POST /api/campaigns/{campaignId}/send',
    { keys: ['server'], path: campaignPath },
    ({ path: { campaignId } }) => {
      const campaign = requireMove(service, campaignId, MOVES.send);
      moveLater(service, campaign, MOVES.send, (row) => startBlast(service, row));
      return success();
    },
  ),
];

const triggeredOperations = (service: Service): Operation[] => [
  moving(
    service,
    'POST /api/campaigns/activateTriggered',
    MOVES.activate,
    (campaign) => enter(service, campaign, 'Running', { startAt: service.clock.now() }),
    'activateByApi',
  ),
  moving(
    service,
    'POST /api/campaigns/deactivateTriggered',
    MOVES.deactivate,
    (campaign) => enter(service, campaign, 'Finished'),
    'deactivateByApi',
  ),
  operation('POST /api/campaigns/trigger', { keys: ['server'], body: campaignTrigger }, ({ body }) => {
    const { campaignId, dataFields, allowRepeatMarketingSends: allowRepeat = true } = body;
    const campaign = requireMove(service, campaignId, MOVES.trigger);
    checkAudience(service, body);
    moveLater(service, campaign, MOVES.trigger, (row) =>
      sendTo(service, row, audienceOf(service, body), { allowRepeat, ...(dataFields && { dataFields }) }),
    );
    return success();
  }),
];

/** An operation that names a campaign and moves it to another state. */
function moving(
  service: Service,
  route: string,
  move: Move,
  work: (campaign: CampaignRow) => void,
  feature?: Feature,
): Operation {
  return operation(route, { keys: ['server'], body: campaignRef }, ({ body: { campaignId } }) => {
    if (feature) requireFeature(service, feature);
    moveLater(service, requireMove(service, campaignId, move), move, work);
    return success();
  });
}

/** Archives what can be; a campaign that is on its way is cancelled or aborted with it. */
function archive(service: Service, campaignIds: number[]): ArchivedCampaigns {
  const states: readonly CampaignRow['campaignState'][] = MOVES.archive.from;
  const success: number[] = [];
  const failed: number[] = [];
  for (const id of new Set(campaignIds)) {
    const campaign = campaignsOf(service).get(id);
    if (campaign && states.includes(campaign.campaignState)) {
      moveLater(service, campaign, MOVES.archive, (row) => archiveNow(service, row));
      success.push(id);
    } else failed.push(id);
  }
  return { success, failed };
}

function archiveNow(service: Service, campaign: CampaignRow): void {
  const isRunning = campaign.campaignState === 'Running';
  enter(service, campaign, 'Archived', isRunning ? { endedAt: service.clock.now() } : {});
}

function writeZones(campaign: CampaignRow, zones: CampaignSchedule['recipientTimeZone']): void {
  if (zones) Object.assign(campaign, { sendMode: 'RecipientTimeZone', ...zones });
  else campaign.sendMode = 'ProjectTimeZone';
}

/** Refuses what is not enabled for the project; it is, unless its `features` say otherwise. */
function requireFeature(service: Service, feature: Feature): void {
  if (featuresOf(service).get(feature) !== false) return;
  throw new Refusal('Forbidden', `\`${feature}\` is not enabled for the project`);
}
