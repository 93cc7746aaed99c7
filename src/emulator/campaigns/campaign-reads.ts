import { z } from 'zod';
import type {
  Campaign,
  CampaignDetails,
  CampaignMetricsQuery,
  CampaignQuery,
  Campaigns,
} from '../../admin/operations/campaigns.js';
import { csv, text } from '../operation/answers.js';
import { creditedEvents, FIGURE_NAMES, figuresOf } from './campaign-metrics.js';
import { campaignsOf, featuresOf, labelsOf, type CampaignRow } from '../state/project.js';
import { isoText } from '../operation/moments.js';
import { operation, type Operation } from '../operation/operation.js';
import { pageOf, pageQuery, requireRow, sortBy, sorted } from '../operation/paging.js';
import { Refusal } from '../operation/refusal.js';
import { numberInText, repeated } from '../operation/schemas.js';
import type { Service } from '../state/service.js';
import { momentOf } from '../time.js';

const campaignState = z.enum([
  'Draft',
  'Ready',
  'Scheduled',
  'Running',
  'Finished',
  'Starting',
  'Aborted',
  'Recurring',
  'Archived',
]);

const campaignQuery = z.object({
  ...pageQuery(1_000),
  sort: sortBy('id', 'name', 'createdAt', 'updatedAt', 'startAt').exactOptional(),
  campaignState: repeated(campaignState).exactOptional(),
}) satisfies z.ZodType<CampaignQuery>;

const campaignPath = z.object({ id: numberInText });

/** The dates that the service itself falls back on are long past. */
const metricsQuery = z.object({
  campaignId: repeated(numberInText),
  startDateTime: isoText.default('2018-06-25'),
  endDateTime: isoText.default('2018-07-25'),
}) satisfies z.ZodType<CampaignMetricsQuery>;

/** The operations that read campaigns. */
export const campaignReads = (service: Service): Operation[] => [
  operation('GET /api/campaigns', { keys: ['server', 'readOnly'], query: campaignQuery }, ({ query }) =>
    listCampaigns(service, [...campaignsOf(service).values()], { query, path: '/api/campaigns' }),
  ),
  operation(
    'GET /api/campaigns/recurring/{id}/childCampaigns',
    { keys: ['server', 'readOnly'], path: campaignPath, query: campaignQuery },
    ({ path: { id }, query }) => {
      requireRow(campaignsOf(service), id, 'id', 'campaign');
      const children = [...campaignsOf(service).values()].filter((row) => row.recurringCampaignId === id);
      return listCampaigns(service, children, {
        query,
        path: `/api/campaigns/recurring/${id}/childCampaigns`,
      });
    },
  ),
  operation(
    'GET /api/campaigns/{id}',
    { keys: ['server', 'readOnly'], path: campaignPath },
    ({ path: { id } }) => {
      const campaign = campaignsOf(service).get(id);
      if (campaign) return detailsOf(service, campaign);
      throw new Refusal('NotFound', `\`id\`: the project has no campaign ${id}`);
    },
  ),
  operation(
    'GET /api/campaigns/metrics',
    { keys: ['server', 'readOnly'], query: metricsQuery },
    ({ query }) => text(metricsOf(service, query)),
  ),
];

/** A page of campaigns; all of them for a project that may list them so and names no page. */
function listCampaigns(
  service: Service,
  all: CampaignRow[],
  { query, path }: { query: CampaignQuery; path: string },
): Campaigns {
  const { page, pageSize, sort, campaignState: states } = query;
  const found = all.filter((campaign) => !states || states.includes(campaign.campaignState));
  const isUnpaged = page === undefined && pageSize === undefined && featuresOf(service).get('listUnpaged');
  if (isUnpaged) return { campaigns: sorted(found, sort).map((row) => campaignOf(service, row)) };
  const { rows, links } = pageOf(found, query, { path });
  return {
    campaigns: rows.map((row) => campaignOf(service, row)),
    totalCampaignsCount: found.length,
    ...links,
  };
}

function campaignOf(service: Service, row: CampaignRow): Campaign {
  const { id, name, type, campaignState, messageMedium, createdAt, updatedAt, createdByUserId } = row;
  const { templateId, listIds, suppressionListIds, labelIds, sendSize, updatedByUserId } = row;
  const { startAt, endedAt, recurringCampaignId, workflowId } = row;
  return {
    id,
    name,
    type,
    campaignState,
    messageMedium,
    createdAt,
    updatedAt,
    createdByUserId,
    ...(updatedByUserId !== undefined && { updatedByUserId }),
    ...(startAt !== undefined && { startAt }),
    ...(endedAt !== undefined && { endedAt }),
    templateId,
    listIds,
    suppressionListIds,
    sendSize,
    labelIds,
    labels: labelIds.flatMap((labelId) => labelsOf(service).get(labelId)?.name ?? []).sort(),
    ...(recurringCampaignId !== undefined && { recurringCampaignId }),
    ...(workflowId !== undefined && { workflowId }),
  };
}

/** What only a single campaign tells comes with it. */
function detailsOf(service: Service, row: CampaignRow): CampaignDetails {
  const { dataFields, sendMode, startTimeZone, defaultTimeZone } = row;
  const isZoned = sendMode === 'RecipientTimeZone' && startTimeZone && defaultTimeZone;
  return {
    ...campaignOf(service, row),
    ...(dataFields && { dataFields }),
    sendMode,
    ...(isZoned && { recipientTimeZone: { startTimeZone, defaultTimeZone } }),
  };
}

/** One line a campaign, under the names of the figures. */
function metricsOf(
  service: Service,
  { campaignId: ids, startDateTime, endDateTime }: CampaignMetricsQuery,
): string {
  const span = { from: momentOf(startDateTime), to: momentOf(endDateTime) };
  const rows = ids.map((campaignId) => {
    requireRow(campaignsOf(service), campaignId, 'campaignId', 'campaign');
    return [campaignId, ...figuresOf(creditedEvents(service, { campaignId }, span))];
  });
  return csv([['id', ...FIGURE_NAMES], ...rows]);
}
