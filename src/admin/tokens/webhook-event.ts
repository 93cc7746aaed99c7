import type { CommerceItem } from '../../api/models/commerce.js';
import type { DataFields } from '../../api/models/data-fields.js';
import type { EmbeddedClick } from '../../api/models/embedded-events.js';
import type { InAppClick, InAppClose, InAppConsumption } from '../../api/models/in-app-events.js';
import type { Timestamp } from '../../api/models/timestamp.js';
import type { ExportDataType } from '../operations/export-data-type.js';

/**
 * What a webhook tells: a message that was sent, or what became of it. `eventName` tells which; a field that the service
 * does not promise may be absent, and others come along.
 */
export type WebhookEvent = KnownWebhookEvent | UnknownWebhookEvent;

/** An event by a name that is known. */
export type KnownWebhookEvent = {
  [Name in ExportDataType]: WebhookEventOf<Name, FieldsOf<Name>>;
}[ExportDataType];

/** An event by a name that the service has added since. To compare that, take it as a text: `const name: string = event.eventName`. */
export type UnknownWebhookEvent = WebhookEventOf<UnknownName, MessageFields>;

/** Any other name. A type alone: it is told apart from each name that is known, which no other kind of text is. */
declare enum UnknownName {
  any = 'any',
}

interface WebhookEventOf<Name, Fields> {
  /** What happened, such as `emailSend`. */
  eventName: Name;
  email?: string;
  userId?: string;
  /** What is known of it. */
  dataFields: Fields & DataFields;
}

/** Which message an event is of. */
interface MessageFields {
  campaignId?: number;
  campaignName?: string;
  templateId?: number;
  messageId?: string;
  messageTypeId?: number;
  channelId?: number;
  createdAt?: Timestamp;
}

/** What the call that sent an email or a push message handed over. */
interface Metadata {
  metadata?: DataFields;
}

/** What only some events have. */
interface OwnFields {
  emailSend: Metadata & {
    /** The `dataFields` of the call that sent it. */
    transactionalData?: DataFields;
  };
  pushSend: Metadata;
  inAppClick: Pick<InAppClick, 'clickedUrl'>;
  inAppClose: Pick<InAppClose, 'clickedUrl' | 'closeAction'>;
  inAppDelete: Pick<InAppConsumption, 'deleteAction'>;
  embeddedClick: Pick<EmbeddedClick, 'buttonIdentifier' | 'targetUrl'>;
  purchase: { total?: number; shoppingCartItems?: CommerceItem[] };
  /** The name is that of your own event. */
  customEvent: { eventName?: string };
}

type FieldsOf<Name> = MessageFields &
  (Name extends keyof OwnFields
    ? OwnFields[Name]
    : Name extends `${string}SendSkip`
      ? { /** Why it was not sent. */ reason?: string }
      : unknown);
