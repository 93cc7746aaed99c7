import { z } from 'zod';
import type { DataFields } from '../../api/models/data-fields.js';
import { campaignsOf, MEDIUMS, templatesOf, type CampaignRow, type TemplateRow } from '../state/project.js';
import { messageTypesOf } from '../state/subscribable.js';
import { peopleOf } from '../people/people.js';
import { Refusal } from '../operation/refusal.js';
import { sendMessage } from '../messages/sending.js';
import type { Service } from '../state/service.js';
import { inAppPosition } from '../templates/template-schemas.js';

/** A message that someone writes in the console. */
export const newMessage = z.object({
  personId: z.int(),
  channel: z.enum(['email', 'inApp', 'embedded']),
  /** The subject of an email, the title of another. */
  title: z.string().max(255).default(''),
  /** The text of an embedded message. */
  body: z.string().default(''),
  /** What an email or an in-app message shows. */
  html: z.string().default(''),
  position: inAppPosition.default('Center'),
  placementId: z.int().nonnegative().default(1),
  /** Where an embedded message leads. */
  url: z.string().default(''),
});
/** A message to send from the console. */
export type NewMessage = z.infer<typeof newMessage>;

/** Sends someone a message, by a template and a campaign made for it; gives its id. */
export function sendFromConsole(service: Service, message: NewMessage): string {
  const person = peopleOf(service).get(message.personId);
  if (!person) throw new Refusal('NotFound', '`personId`: no person has this number');
  const outcome = sendMessage(service, { campaign: campaignFor(service, message), person });
  if ('messageId' in outcome) return outcome.messageId;
  const reason = 'skipped' in outcome ? outcome.skipped : 'its data feeds have not answered';
  throw new Refusal('BadParams', `The message was not sent: ${reason}`);
}

function campaignFor(service: Service, message: NewMessage): CampaignRow {
  const templateId = service.tables.nextId();
  const campaignId = service.tables.nextId();
  const now = service.clock.now();
  const name = `Console: ${message.title || message.channel}`.slice(0, 255);
  const template: TemplateRow = {
    id: templateId,
    channel: message.channel,
    name,
    messageTypeId: messageTypeFor(service),
    creatorUserId: 'console',
    createdAt: now,
    updatedAt: now,
    campaignId,
    type: 'Triggered',
    content: { '': contentOf(message) },
  };
  const campaign: CampaignRow = {
    id: campaignId,
    name,
    type: 'Triggered',
    campaignState: 'Running',
    messageMedium: MEDIUMS[message.channel],
    createdAt: now,
    updatedAt: now,
    createdByUserId: 'console',
    templateId,
    listIds: [],
    suppressionListIds: [],
    labelIds: [],
    sendSize: 0,
    sendMode: 'ProjectTimeZone',
  };
  templatesOf(service).set(templateId, template);
  campaignsOf(service).set(campaignId, campaign);
  return campaign;
}

/** A message type that everyone gets, so that what was written by hand arrives. */
function messageTypeFor(service: Service): number {
  const types = [...messageTypesOf(service).values()];
  const open = types.find(
    ({ subscriptionPolicy, frequencyCap }) => subscriptionPolicy === 'OptOut' && !frequencyCap,
  );
  return (open ?? types[0])?.id ?? 0;
}

function contentOf({ channel, title, body, html, position, placementId, url }: NewMessage): DataFields {
  if (channel === 'email') return { subject: title, html, fromName: 'Console' };
  if (channel === 'inApp') {
    return {
      html,
      webInAppDisplaySettings: { position },
      inboxMetadata: { title },
      expirationDuration: 'now+90d',
    };
  }
  const action = url ? { defaultAction: { type: 'openUrl', data: url } } : {};
  return { title, body, placementId, elements: action };
}
