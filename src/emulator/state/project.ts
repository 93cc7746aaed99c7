import type { DataFields } from '../../api/models/data-fields.js';
import type { InAppTrigger } from '../../api/models/in-app.js';
import type { Service } from './service.js';

/** The medium of a campaign's message. */
export type Medium = 'Email' | 'Embedded' | 'InApp' | 'Push' | 'SMS' | 'WebPush' | 'RCS' | 'ChatApp';

/** The medium of the messages that are made of a template, by the channel that the template is for. */
export const MEDIUMS = {
  email: 'Email',
  embedded: 'Embedded',
  inApp: 'InApp',
  push: 'Push',
  sms: 'SMS',
} as const satisfies Record<string, Medium>;

/** What a template can be for. A {@link ChannelRow} is something else: what people subscribe to. */
export type TemplateChannel = keyof typeof MEDIUMS;

/** A template as the service keeps it. */
export interface TemplateRow {
  id: number;
  channel: TemplateChannel;
  clientTemplateId?: string;
  name: string;
  messageTypeId: number;
  creatorUserId: string;
  /** In milliseconds since the epoch. */
  createdAt: number;
  /** In milliseconds since the epoch. */
  updatedAt: number;
  /** The campaign whose copy it is; none for a base template. */
  campaignId?: number;
  type: 'Base' | 'Blast' | 'Triggered' | 'Workflow';
  /** The fields of its channel, such as `subject` and `html`, by locale; `''` is the default locale. */
  content: Record<string, DataFields>;
  /** The locale whose content goes to those without one. Default: that of `''`. */
  defaultLocale?: string;
  /** Default: that of its channel. No operation makes templates of another, such as `WebPush`. */
  medium?: Medium;
}

/** Where a campaign is between draft and archive. */
export type CampaignState =
  | 'Draft'
  | 'Ready'
  | 'Scheduled'
  | 'Running'
  | 'Finished'
  | 'Starting'
  | 'Aborted'
  | 'Recurring'
  | 'Archived';

/** A campaign as the service keeps it. */
export interface CampaignRow {
  id: number;
  name: string;
  type: 'Blast' | 'Triggered';
  campaignState: CampaignState;
  messageMedium: Medium;
  createdAt: number;
  updatedAt: number;
  createdByUserId: string;
  updatedByUserId?: string;
  startAt?: number;
  endedAt?: number;
  /** Its own copy of the template it was created with. */
  templateId: number;
  listIds: number[];
  suppressionListIds: number[];
  labelIds: number[];
  sendSize: number;
  recurringCampaignId?: number;
  workflowId?: number;
  /** Rendered into the template at creation, where it says `[[field]]`. */
  dataFields?: DataFields;
  /** For templates to merge at send; a user's and an event's field of the same name goes first. */
  campaignDataFields?: DataFields;
  sendMode: 'ProjectTimeZone' | 'RecipientTimeZone';
  startTimeZone?: string;
  defaultTimeZone?: string;
  /** How its in-app messages behave. Default: as {@link InAppBehavior} says. */
  inApp?: InAppBehavior;
  /** When it sends, if it is recurring. */
  recurrence?: Recurrence;
  /** What it has on the clock's plan, by number. */
  tasks?: number[];
}

/** When a recurring campaign sends: what no operation sets, and a person does by hand. */
export interface Recurrence {
  /** How many days lie between two sends; at least one. */
  everyDays: number;
  /** After this moment it does not send again, in milliseconds since the epoch. Default: it always does. */
  until?: number;
}

/** How the in-app messages of a campaign behave: what no operation sets, and a person does by hand. */
export interface InAppBehavior {
  /** Lower goes first (decision 33). Default: 300.5, medium. */
  priorityLevel?: number;
  /** What shows the message. Default: `immediate`. */
  trigger?: InAppTrigger;
  /** Whether it stays in the inbox. Default: when its template has `inboxMetadata`. */
  saveToInbox?: boolean;
  /** Whether there is nothing to show. Default: when its template has a `payload` and no `html`. */
  jsonOnly?: boolean;
}

/** A channel of subscriptions, such as marketing emails. */
export interface ChannelRow {
  id: number;
  name: string;
  channelType: 'Marketing' | 'Transactional';
  messageMedium: 'Email' | 'Push' | 'SMS';
}

/** A kind of message that people subscribe to and unsubscribe from. */
export interface MessageTypeRow {
  id: number;
  name: string;
  channelId: number;
  createdAt: number;
  updatedAt: number;
  subscriptionPolicy: 'OptIn' | 'OptOut';
  frequencyCap?: { days: number; messages: number };
  rateLimitPerMinute?: number;
}

/** A list of people. */
export interface ListRow {
  id: number;
  name: string;
  description?: string;
  createdAt: number;
  listType: 'Standard' | 'Dynamic' | 'Suppression' | 'Internal';
  isGlobalSuppressionEnabled?: boolean;
  /** Who is on it, by number. */
  members: number[];
}

/** A message that was sent to a person; in-app and embedded ones wait here to be read. */
export interface MessageRow {
  messageId: string;
  medium: Medium;
  personId: number;
  campaignId: number;
  templateId: number;
  /** In milliseconds since the epoch. */
  createdAt: number;
  /** In milliseconds since the epoch; none means that it does not expire. */
  expiresAt?: number;
  isProof: boolean;
  /** What was rendered for the person, such as `subject` and `html`. */
  content: DataFields;
  isRead: boolean;
  isConsumed: boolean;
}

/** A text that templates share. */
export interface SnippetRow {
  id: number;
  name: string;
  description?: string;
  /** The text. */
  content: string;
  variables: string[];
  /** In milliseconds since the epoch. */
  createdAt: number;
  /** In milliseconds since the epoch. */
  updatedAt: number;
  createdBy: string;
  updatedBy: string;
}

/** A journey; its messages are the campaigns that have its id as their `workflowId`. */
export interface JourneyRow {
  id: number;
  name: string;
  description?: string;
  /** In milliseconds since the epoch. */
  createdAt: number;
  /** In milliseconds since the epoch. */
  updatedAt: number;
  creatorUserId: string;
  enabled: boolean;
  isArchived: boolean;
  journeyType: 'published' | 'draft';
  lifetimeLimit?: number;
  simultaneousLimit?: number;
  startTileId?: number;
  triggerEventNames: string[];
  draft?: { id: number; name: string; createdAt: number; updatedAt: number; creatorUserId: string };
}

/** Variants of a campaign's message, tried on parts of its audience. */
export interface ExperimentRow {
  id: number;
  name: string;
  campaignId: number;
  variants: { id: number; name: string; templateId: number; isControl: boolean; isWinner: boolean }[];
}

/**
 * What the document leaves to the settings of a project. Default: all but `listUnpaged`, which is deprecated.
 *
 * `createNewFields` is for calls that do not say whether they take new fields.
 */
export type Feature =
  'activateByApi' | 'createNewFields' | 'deactivateByApi' | 'listUnpaged' | 'scheduleByApi';

/** Every template, by number. */
export const templatesOf = (service: Service) => service.tables.table<TemplateRow>('templates');
/** Every campaign, by number. */
export const campaignsOf = (service: Service) => service.tables.table<CampaignRow>('campaigns');
/** Every channel of subscriptions, by number. */
export const channelsOf = (service: Service) => service.tables.table<ChannelRow>('channels');
/** Every message type, by number. */
export const messageTypesOf = (service: Service) => service.tables.table<MessageTypeRow>('messageTypes');
/** Every label of campaigns, by number. */
export const labelsOf = (service: Service) => service.tables.table<{ id: number; name: string }>('labels');
/** Every list, by number. */
export const listsOf = (service: Service) => service.tables.table<ListRow>('lists');
/** Every message that was sent, by its id. */
export const messagesOf = (service: Service) => service.tables.table<MessageRow, string>('messages');
/** Every snippet, by number. */
export const snippetsOf = (service: Service) => service.tables.table<SnippetRow>('snippets');
/** Every journey, by number. */
export const journeysOf = (service: Service) => service.tables.table<JourneyRow>('journeys');
/** Every experiment, by number. */
export const experimentsOf = (service: Service) => service.tables.table<ExperimentRow>('experiments');
/** What the project may do by API, by name. */
export const featuresOf = (service: Service) => service.tables.table<boolean, Feature>('features');

/** Who made what nobody is said to have made. */
export const PROJECT_OWNER = 'owner@emulator.example';
