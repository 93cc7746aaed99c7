import type { DataFields } from '../../api/models/data-fields.js';
import {
  MEDIUMS,
  messagesOf,
  templatesOf,
  type CampaignRow,
  type Medium,
  type MessageRow,
  type TemplateRow,
} from '../state/project.js';
import { messageTypesOf } from '../state/subscribable.js';
import { expiryOf } from '../rendering/expiry.js';
import { feedsFor, renderedMessage, type MessageParts } from './rendered-message.js';
import { presentPerson } from '../people/people.js';
import type { Person } from '../people/person.js';
import { recordEvent } from '../events/event-store.js';
import type { Service } from '../state/service.js';
import { skipReason, type SkipReason } from './skips.js';
import { recordUsage } from './usage.js';
import { countTurn, nextTemplate } from './variants.js';
import { callWebhooks } from './webhook-calls.js';

/** A message of a campaign for one person. */
export interface Sending {
  campaign: CampaignRow;
  person: Person;
  /** The medium to send by. Default: the campaign's. */
  medium?: Medium;
  /** Merged into the template before all else. */
  dataFields?: DataFields;
  /** Handed back through webhooks. */
  metadata?: DataFields;
  /** Send also when the person got the campaign before. Default: `true`. */
  allowRepeat?: boolean;
  /** What the template's data feeds answered. Default: they are asked. */
  dataFeed?: DataFields;
  /** What it is made of. Default: that of the variant whose turn it is, or the campaign's own. */
  templateId?: number;
  /** Called once it is sent. */
  onSent?: () => void;
}

/** What became of a message: sent under an id, or not, for a reason; or it waits for what data feeds answer. */
export type SendOutcome = { messageId: string } | { skipped: SkipReason } | { isWaiting: true };

/** A template to send to one person, to see how it turns out. */
export type Proof = Omit<MessageParts, 'campaignDataFields'>;

/** What the names of a medium's events begin with. */
const eventPrefixes: Record<Medium, string> = {
  Email: 'email',
  Embedded: 'embedded',
  InApp: 'inApp',
  Push: 'push',
  SMS: 'sms',
  WebPush: 'webPush',
  RCS: 'rcs',
  ChatApp: 'chatApp',
};

/**
 * Sends a campaign's message to a person, records it and tells the webhooks; or records why it did not.
 *
 * One whose template has data feeds is sent once they have answered, which `settle` waits for.
 */
export function sendMessage(service: Service, sending: Sending): SendOutcome {
  const { campaign, medium = campaign.messageMedium, person, dataFields, metadata } = sending;
  const { allowRepeat = true, dataFeed, onSent } = sending;
  const templateId = sending.templateId ?? nextTemplate(service, campaign);
  const chosen = { ...sending, templateId };
  const template = templatesOf(service).get(templateId);
  if (!template) return skip(service, chosen, 'TemplateError', `There is no template ${templateId}`);
  const reason = skipReason(service, { campaign, medium, template, person, allowRepeat });
  if (reason) return skip(service, chosen, reason);
  if (sending.templateId === undefined) countTurn(service, campaign);
  const { campaignDataFields } = campaign;
  const parts = { template, person, dataFields, campaignDataFields, dataFeed };
  const feeds = dataFeed ? undefined : feedsFor(service, parts);
  if (feeds) return sendAfter(service, feeds, chosen);
  const rendered = renderedOrNot(service, parts);
  if ('error' in rendered) return skip(service, chosen, 'TemplateError', rendered.error);
  if (medium === 'Embedded' && !isPlaced(rendered.content)) return skip(service, chosen, 'NoPlacement');
  const message = keepMessage(service, {
    medium,
    person,
    template,
    rendered: rendered.content,
    campaignId: campaign.id,
  });
  const messageType = messageTypesOf(service).get(template.messageTypeId);
  const event = recordEvent(service, `${eventPrefixes[medium]}Send`, person, {
    messageId: message.messageId,
    campaignId: campaign.id,
    templateId: template.id,
    ...(messageType && { messageTypeId: messageType.id, channelId: messageType.channelId }),
    ...(medium === 'Email' && dataFields && { transactionalData: dataFields }),
  });
  recordUsage(service, person, message);
  callWebhooks(service, { campaign, event, messageType, metadata });
  onSent?.();
  service.people?.got(message.messageId);
  return { messageId: message.messageId };
}

/** Sends a message once its data feeds have answered, to whoever its person is by then. */
function sendAfter(service: Service, feeds: Promise<DataFields>, sending: Sending): SendOutcome {
  const sent = feeds.then(
    (dataFeed) => {
      const person = presentPerson(service, sending.person);
      if (person) sendMessage(service, { ...sending, person, dataFeed });
    },
    (error: unknown) => void skip(service, sending, 'DataFeedError', (error as Error).message),
  );
  service.pending(sent);
  return { isWaiting: true };
}

/** Sends a template to a person to see how it turns out; gives the message's id. Nothing is recorded (decision 38). */
export function sendProof(service: Service, proof: Proof): string {
  const { template, person } = proof;
  const rendered = renderedMessage(service, proof);
  const { messageId } = keepMessage(service, {
    medium: MEDIUMS[template.channel],
    person,
    template,
    rendered,
    campaignId: template.campaignId ?? 0,
    isProof: true,
  });
  return messageId;
}

/** Records why a message is not sent; whoever wrote its template learns from `details` what is wrong with it. */
function skip(service: Service, sending: Sending, reason: SkipReason, details?: string): SendOutcome {
  const { campaign, medium = campaign.messageMedium, person, templateId = campaign.templateId } = sending;
  recordEvent(service, `${eventPrefixes[medium]}SendSkip`, person, {
    campaignId: campaign.id,
    templateId,
    reason,
    details,
  });
  return { skipped: reason };
}

/** What a message says, or what in the template cannot be rendered for this person, such as a helper there is not. */
function renderedOrNot(service: Service, parts: MessageParts): { content: DataFields } | { error: string } {
  try {
    return { content: renderedMessage(service, parts) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

function isPlaced({ placementId }: DataFields): boolean {
  return placementId !== undefined && placementId !== null;
}

interface NewMessage {
  medium: Medium;
  person: Person;
  template: TemplateRow;
  campaignId: number;
  rendered: DataFields;
  isProof?: boolean;
}

function keepMessage(service: Service, message: NewMessage): MessageRow {
  const { medium, person, template, campaignId, rendered, isProof = false } = message;
  const now = service.clock.now();
  const row: MessageRow = {
    messageId: newMessageId(service),
    medium,
    personId: person.id,
    campaignId,
    templateId: template.id,
    createdAt: now,
    ...(medium === 'InApp' && { expiresAt: expiryOf(rendered, now) }),
    isProof,
    content: rendered,
    isRead: false,
    isConsumed: false,
  };
  messagesOf(service).set(row.messageId, row);
  return row;
}

/** An id that no message has: a part by chance, as the service's look, and a part that is never given twice. */
function newMessageId(service: Service): string {
  const chance = Array.from({ length: 24 }, () => Math.floor(service.random() * 16).toString(16)).join('');
  return chance + service.tables.nextId().toString(16).padStart(8, '0');
}
