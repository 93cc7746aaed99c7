import { z } from 'zod';
import type {
  NewBlast,
  NewCampaign,
  NewCampaignDetails,
  NewTriggeredCampaign,
} from '../../admin/operations/new-campaign.js';
import { checkAudience } from './audience.js';
import { scheduleBlast } from './blasts.js';
import { MOVES, moveLater } from './campaign-states.js';
import {
  campaignsOf,
  labelsOf,
  MEDIUMS,
  PROJECT_OWNER,
  templatesOf,
  type CampaignRow,
  type Medium,
  type TemplateRow,
} from '../state/project.js';
import { utcText } from '../operation/moments.js';
import { requireRow } from '../operation/paging.js';
import { Refusal } from '../operation/refusal.js';
import { dataFields } from '../operation/schemas.js';
import { isTimeZone } from './send-times.js';
import type { Service } from '../state/service.js';
import { copyTemplate } from '../rendering/template-content.js';
import { DAY, utcTime } from '../time.js';

const MAX_LABELS = 50;

/** How far ahead a blast in the recipients' time zones can be (create rule 4 of the document). */
const MAX_ZONED_LEAD = 21 * DAY;

/** The name of an IANA time zone. */
export const timeZone = z.string().refine(isTimeZone, 'is no IANA time zone such as `Europe/Berlin`');

const details = z.object({
  name: z.string().min(1).max(255),
  templateId: z.int(),
  suppressionListIds: z.array(z.int()).exactOptional(),
  labelIds: z.array(z.int()).max(MAX_LABELS).exactOptional(),
  dataFields: dataFields.exactOptional(),
  campaignDataFields: dataFields.exactOptional(),
}) satisfies z.ZodType<NewCampaignDetails>;

const blast = details.extend({
  listIds: z.array(z.int()).min(1, 'must name a list; leave it out for a triggered campaign'),
  scheduleSend: z.boolean().exactOptional(),
});

const zonedBlast = blast.extend({
  sendMode: z.literal('RecipientTimeZone'),
  sendAt: utcText,
  startTimeZone: timeZone,
  defaultTimeZone: timeZone,
});

const plainBlast = blast.extend({
  sendMode: z.literal('ProjectTimeZone').exactOptional(),
  sendAt: utcText.exactOptional(),
});

/** A campaign to create: what it brings tells of which kind it is. */
export const newCampaign = z.unknown().transform((body, context): NewCampaign => {
  const { data, error } = schemaOf((body ?? {}) as NewCampaign).safeParse(body);
  if (data) return data;
  for (const { path, message } of error.issues) context.addIssue({ code: 'custom', path, message });
  return z.NEVER;
}) satisfies z.ZodType<NewCampaign>;

function schemaOf({ listIds, sendMode }: NewCampaign): z.ZodType<NewCampaign> {
  if (listIds === undefined) return details satisfies z.ZodType<NewTriggeredCampaign>;
  return sendMode === 'RecipientTimeZone' ? zonedBlast : plainBlast;
}

/** Creates a campaign by the rules of the document; a blast is on its way unless it is to wait. */
export function createCampaign(service: Service, body: NewCampaign): CampaignRow {
  const template = requireRow(templatesOf(service), body.templateId, 'templateId', 'template');
  // The document excepts them.
  if (template.channel === 'embedded' && !template.medium)
    throw new Refusal('BadParams', '`templateId`: no campaign is made of an embedded template here');
  const messageMedium = template.medium ?? MEDIUMS[template.channel];
  checkAudience(service, { listIds: [], ...body });
  for (const id of body.labelIds ?? []) requireRow(labelsOf(service), id, 'labelIds', 'label');
  const sendAt = body.sendAt === undefined ? service.clock.now() : (utcTime(body.sendAt) ?? NaN);
  if (isZoned(body)) checkLead(service, sendAt, MAX_ZONED_LEAD);

  const campaign = rowOf(service, body, { template, messageMedium });
  campaignsOf(service).set(campaign.id, campaign);
  if (body.listIds && body.scheduleSend !== false) {
    moveLater(service, campaign, MOVES.schedule, (row) => scheduleBlast(service, row, sendAt));
  }
  return campaign;
}

/** Refuses a moment that is too far ahead. */
export function checkLead(service: Service, sendAt: number, lead: number): void {
  if (sendAt - service.clock.now() <= lead) return;
  throw new Refusal('BadParams', `\`sendAt\`: must be at most ${lead / DAY} days ahead`);
}

function isZoned(body: NewCampaign): body is NewBlast & { sendMode: 'RecipientTimeZone' } {
  return body.sendMode === 'RecipientTimeZone';
}

/** The campaign, Ready, and its own copy of the template (create rule 6). */
function rowOf(
  service: Service,
  body: NewCampaign,
  { template, messageMedium }: { template: TemplateRow; messageMedium: Medium },
): CampaignRow {
  const id = service.tables.nextId();
  const now = service.clock.now();
  const { name, listIds = [], suppressionListIds = [], labelIds = [], dataFields, campaignDataFields } = body;
  const type = body.listIds ? 'Blast' : 'Triggered';
  const copy = copyTemplate(service, template, { id, type, ...(dataFields && { dataFields }) });
  return {
    id,
    name,
    type,
    campaignState: 'Ready',
    messageMedium,
    createdAt: now,
    updatedAt: now,
    createdByUserId: PROJECT_OWNER,
    templateId: copy.id,
    listIds,
    suppressionListIds,
    labelIds: [...new Set(labelIds)],
    sendSize: 0,
    ...(dataFields && { dataFields }),
    ...(campaignDataFields && { campaignDataFields }),
    sendMode: body.sendMode ?? 'ProjectTimeZone',
    ...(isZoned(body) && { startTimeZone: body.startTimeZone, defaultTimeZone: body.defaultTimeZone }),
  };
}
