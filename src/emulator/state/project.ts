import { z } from 'zod';
import { fields } from './fields.js';
import { journeyTile } from './journey-tiles.js';
import type { Service } from './service.js';

/** The medium of a campaign's message. */
export const medium = z.enum(['Email', 'Embedded', 'InApp', 'Push', 'SMS', 'WebPush', 'RCS', 'ChatApp']);
/** The medium of a campaign's message. */
export type Medium = z.infer<typeof medium>;

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

const templateChannel = z.enum(Object.keys(MEDIUMS) as [TemplateChannel]);

/** A template as the service keeps it. */
export const templateRow = z.object({
  id: z.number(),
  channel: templateChannel,
  clientTemplateId: z.string().exactOptional(),
  name: z.string(),
  messageTypeId: z.number(),
  creatorUserId: z.string(),
  /** In milliseconds since the epoch. */
  createdAt: z.number(),
  /** In milliseconds since the epoch. */
  updatedAt: z.number(),
  /** The campaign whose copy it is; none for a base template. */
  campaignId: z.number().exactOptional(),
  type: z.enum(['Base', 'Blast', 'Triggered', 'Workflow']),
  /** The fields of its channel, such as `subject` and `html`, by locale; `''` is the default locale. */
  content: z.record(z.string(), fields),
  /** The locale whose content goes to those without one. Default: that of `''`. */
  defaultLocale: z.string().exactOptional(),
  /** Default: that of its channel. No operation makes templates of another, such as `WebPush`. */
  medium: medium.exactOptional(),
});
/** A template as the service keeps it. */
export type TemplateRow = z.infer<typeof templateRow>;

/** Where a campaign is between draft and archive. */
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
/** Where a campaign is between draft and archive. */
export type CampaignState = z.infer<typeof campaignState>;

/** When a recurring campaign sends: what no operation sets, and a person does by hand. */
const recurrence = z.object({
  /** How many days lie between two sends; at least one. */
  everyDays: z.number(),
  /** After this moment it does not send again, in milliseconds since the epoch. Default: it always does. */
  until: z.number().exactOptional(),
});
/** When a recurring campaign sends: what no operation sets, and a person does by hand. */
export type Recurrence = z.infer<typeof recurrence>;

/** How the in-app messages of a campaign behave: what no operation sets, and a person does by hand. */
const inAppBehavior = z.object({
  /** Lower goes first (decision 33). Default: 300.5, medium. */
  priorityLevel: z.number().exactOptional(),
  /** What shows the message. Default: `immediate`. */
  trigger: z.object({ type: z.string().exactOptional() }).exactOptional(),
  /** Whether it stays in the inbox. Default: when its template has `inboxMetadata`. */
  saveToInbox: z.boolean().exactOptional(),
  /** Whether there is nothing to show. Default: when its template has a `payload` and no `html`. */
  jsonOnly: z.boolean().exactOptional(),
});
/** How the in-app messages of a campaign behave: what no operation sets, and a person does by hand. */
export type InAppBehavior = z.infer<typeof inAppBehavior>;

/** A campaign as the service keeps it. */
export const campaignRow = z.object({
  id: z.number(),
  name: z.string(),
  type: z.enum(['Blast', 'Triggered']),
  campaignState: campaignState,
  messageMedium: medium,
  createdAt: z.number(),
  updatedAt: z.number(),
  createdByUserId: z.string(),
  updatedByUserId: z.string().exactOptional(),
  startAt: z.number().exactOptional(),
  endedAt: z.number().exactOptional(),
  /** Its own copy of the template it was created with. */
  templateId: z.number(),
  listIds: z.array(z.number()),
  suppressionListIds: z.array(z.number()),
  labelIds: z.array(z.number()),
  sendSize: z.number(),
  recurringCampaignId: z.number().exactOptional(),
  workflowId: z.number().exactOptional(),
  /** Rendered into the template at creation, where it says `[[field]]`. */
  dataFields: fields.exactOptional(),
  /** For templates to merge at send; a user's and an event's field of the same name goes first. */
  campaignDataFields: fields.exactOptional(),
  sendMode: z.enum(['ProjectTimeZone', 'RecipientTimeZone']),
  startTimeZone: z.string().exactOptional(),
  defaultTimeZone: z.string().exactOptional(),
  /** How its in-app messages behave. Default: as {@link InAppBehavior} says. */
  inApp: inAppBehavior.exactOptional(),
  /** When it sends, if it is recurring. */
  recurrence: recurrence.exactOptional(),
  /** What it has on the clock's plan, by number. */
  tasks: z.array(z.number()).exactOptional(),
});
/** A campaign as the service keeps it. */
export type CampaignRow = z.infer<typeof campaignRow>;

/** A message that was sent to a person; in-app and embedded ones wait here to be read. */
export const messageRow = z.object({
  messageId: z.string(),
  medium: medium,
  personId: z.number(),
  campaignId: z.number(),
  templateId: z.number(),
  /** In milliseconds since the epoch. */
  createdAt: z.number(),
  /** In milliseconds since the epoch; none means that it does not expire. */
  expiresAt: z.number().exactOptional(),
  isProof: z.boolean(),
  /** What was rendered for the person, such as `subject` and `html`. */
  content: fields,
  isRead: z.boolean(),
  isConsumed: z.boolean(),
});
/** A message that was sent to a person; in-app and embedded ones wait here to be read. */
export type MessageRow = z.infer<typeof messageRow>;

/** A text that templates share. */
export const snippetRow = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string().exactOptional(),
  /** The text. */
  content: z.string(),
  variables: z.array(z.string()),
  /** In milliseconds since the epoch. */
  createdAt: z.number(),
  /** In milliseconds since the epoch. */
  updatedAt: z.number(),
  createdBy: z.string(),
  updatedBy: z.string(),
});
/** A text that templates share. */
export type SnippetRow = z.infer<typeof snippetRow>;

/** A journey; its messages are the campaigns that have its id as their `workflowId`. */
export const journeyRow = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string().exactOptional(),
  /** In milliseconds since the epoch. */
  createdAt: z.number(),
  /** In milliseconds since the epoch. */
  updatedAt: z.number(),
  creatorUserId: z.string(),
  enabled: z.boolean(),
  isArchived: z.boolean(),
  journeyType: z.enum(['published', 'draft']),
  lifetimeLimit: z.number().exactOptional(),
  simultaneousLimit: z.number().exactOptional(),
  startTileId: z.number().exactOptional(),
  triggerEventNames: z.array(z.string()),
  /** Who does one of these leaves the journey. Default: nobody does before its end. */
  exitEventNames: z.array(z.string()).exactOptional(),
  /** Its steps. Default: it sends each of its campaigns, at once. */
  tiles: z.array(journeyTile).exactOptional(),
  draft: z
    .object({
      id: z.number(),
      name: z.string(),
      createdAt: z.number(),
      updatedAt: z.number(),
      creatorUserId: z.string(),
    })
    .exactOptional(),
});
/** A journey; its messages are the campaigns that have its id as their `workflowId`. */
export type JourneyRow = z.infer<typeof journeyRow>;

/** Variants of a campaign's message, tried on parts of its audience. */
export const experimentRow = z.object({
  id: z.number(),
  name: z.string(),
  campaignId: z.number(),
  /** How many messages were divided among the variants. */
  turns: z.number().exactOptional(),
  variants: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      templateId: z.number(),
      isControl: z.boolean(),
      isWinner: z.boolean(),
    }),
  ),
});
/** Variants of a campaign's message, tried on parts of its audience. */
export type ExperimentRow = z.infer<typeof experimentRow>;

/**
 * What the document leaves to the settings of a project. Default: all but `listUnpaged`, which is deprecated.
 *
 * `createNewFields` is for calls that do not say whether they take new fields.
 */
export type Feature =
  | 'activateByApi'
  | 'createNewFields'
  | 'deactivateByApi'
  | 'listUnpaged'
  | 'scheduleByApi';

/** Every template, by number. */
export const templatesOf = (service: Service) => service.tables.table<TemplateRow>('templates');
/** Every campaign, by number. */
export const campaignsOf = (service: Service) => service.tables.table<CampaignRow>('campaigns');
/** Every label of campaigns, by number. */
export const labelsOf = (service: Service) => service.tables.table<{ id: number; name: string }>('labels');
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
