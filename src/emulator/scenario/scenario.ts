import type { CatalogFieldType } from '../../admin/operations/catalogs.js';
import type { DataFields } from '../../api/models/data-fields.js';

/**
 * What a project holds, written by hand: as an object, or as a file of JSON.
 *
 * Things name each other by `id`. One without an `id` gets one. What is there already under the same `id` (a person:
 * under the same name; a catalog or a snippet: under the same name; an experiment without an `id`: of the same campaign
 * and name) is replaced, so that a scenario may be seeded twice.
 */
export interface Scenario {
  channels?: ScenarioChannel[];
  messageTypes?: ScenarioMessageType[];
  /** Labels of campaigns. */
  labels?: { id?: number; name: string }[];
  people?: ScenarioPerson[];
  lists?: ScenarioList[];
  snippets?: ScenarioSnippet[];
  /** Data feeds of templates. */
  feeds?: { id?: number; name: string; url: string }[];
  /** The places for embedded messages. With any, a template must name one of them. */
  placements?: { id?: number; name: string }[];
  catalogs?: ScenarioCatalog[];
  templates?: ScenarioTemplate[];
  journeys?: ScenarioJourney[];
  campaigns?: ScenarioCampaign[];
  experiments?: ScenarioExperiment[];
}

/** A channel of subscriptions. */
export interface ScenarioChannel {
  id?: number;
  name: string;
  channelType: 'Marketing' | 'Transactional';
  messageMedium: 'Email' | 'Push' | 'SMS';
}

/** A kind of message that people subscribe to. */
export interface ScenarioMessageType {
  id?: number;
  name: string;
  channelId: number;
  /** Default: `OptOut`. */
  subscriptionPolicy?: 'OptIn' | 'OptOut';
  frequencyCap?: { days: number; messages: number };
  rateLimitPerMinute?: number;
}

/** Someone, by email, by id or by both. */
export interface ScenarioPerson {
  email?: string;
  userId?: string;
  /** The profile. `timeZone`, `phoneNumber` and `locale` decide how messages are sent. */
  dataFields?: DataFields;
  devices?: { token: string; applicationName?: string; platform?: 'APNS' | 'APNS_SANDBOX' | 'GCM' }[];
  browserTokens?: string[];
  unsubscribedChannelIds?: number[];
  unsubscribedMessageTypeIds?: number[];
  subscribedMessageTypeIds?: number[];
}

/** A list, and who is on it. */
export interface ScenarioList {
  id?: number;
  name: string;
  description?: string;
  /** Default: `Standard`. */
  listType?: 'Standard' | 'Dynamic' | 'Suppression' | 'Internal';
  isGlobalSuppressionEnabled?: boolean;
  /** The emails or user ids of people. */
  members?: string[];
}

/** A text that templates share. */
export interface ScenarioSnippet {
  id?: number;
  name: string;
  content: string;
  description?: string;
  variables?: string[];
}

/** A catalog with its items, by their ids. */
export interface ScenarioCatalog {
  name: string;
  items?: Record<string, DataFields>;
  /** The type of each field that has one, by its name. */
  fieldTypes?: Record<string, CatalogFieldType>;
}

/** A template. Beside these fields stand those of its channel, such as `subject` and `html`, as in its upsert. */
export interface ScenarioTemplate {
  id?: number;
  channel: 'email' | 'embedded' | 'inApp' | 'push' | 'sms';
  name?: string;
  clientTemplateId?: string;
  /** Default: the first of its channel, made where there is none. */
  messageTypeId?: number;
  /** Default: `Base`: a campaign sends a copy of it. One of another type is sent by its campaign as it is. */
  type?: 'Base' | 'Blast' | 'Triggered' | 'Workflow';
  /** The content in other languages, by locale. */
  locales?: Record<string, DataFields>;
  [field: string]: unknown;
}

/** A campaign. */
export interface ScenarioCampaign {
  id?: number;
  name: string;
  templateId: number;
  /** Default: `Blast` with `listIds`, else `Triggered`. */
  type?: 'Blast' | 'Triggered';
  /** Default: `Running`; of a blast `Scheduled` with `sendAt`, `Recurring` with `recurrence`, else `Ready`. */
  campaignState?:
    | 'Aborted'
    | 'Archived'
    | 'Draft'
    | 'Finished'
    | 'Ready'
    | 'Recurring'
    | 'Running'
    | 'Scheduled';
  listIds?: number[];
  suppressionListIds?: number[];
  labelIds?: number[];
  /** The journey that sends it. */
  workflowId?: number;
  dataFields?: DataFields;
  campaignDataFields?: DataFields;
  /** When it is sent, in ISO 8601, or for the first time if it is recurring. */
  sendAt?: string;
  recurrence?: { everyDays: number };
  /** Default: `ProjectTimeZone`. */
  sendMode?: 'ProjectTimeZone' | 'RecipientTimeZone';
  startTimeZone?: string;
  defaultTimeZone?: string;
  /** Default: that of its template. */
  messageMedium?: 'ChatApp' | 'Email' | 'Embedded' | 'InApp' | 'Push' | 'RCS' | 'SMS' | 'WebPush';
  /** How its in-app messages behave. */
  inApp?: {
    priorityLevel?: number;
    trigger?: { type?: string };
    saveToInbox?: boolean;
    jsonOnly?: boolean;
  };
}

/** A journey, and its steps. */
export interface ScenarioJourney {
  id?: number;
  name: string;
  description?: string;
  /** What people do to enter it. Default: they are put in by `triggerWorkflow` alone. */
  triggerEventNames?: string[];
  /** What people do to leave it before its end. */
  exitEventNames?: string[];
  /** How often someone may enter it, ever. Default: any number of times. */
  lifetimeLimit?: number;
  /** How often someone may be in it at the same time. Default: any number of times. */
  simultaneousLimit?: number;
  /** Default: `true`. */
  enabled?: boolean;
  /** Default: the first of its tiles. */
  startTileId?: number;
  /** Default: it sends the campaigns whose `workflowId` it is, at once. */
  tiles?: ScenarioTile[];
}

/** A step of a journey; `next` is the one after it, and without it the journey ends there. */
export type ScenarioTile =
  | { id: number; kind: 'send'; campaignId: number; next?: number }
  | { id: number; kind: 'delay'; milliseconds: number; next?: number }
  /** On to `next` where the profile, or what the person came with, holds all of `fields`; else to `otherwise`. */
  | { id: number; kind: 'branch'; fields: DataFields; next?: number; otherwise?: number }
  | { id: number; kind: 'exit' };

/** Variants of a campaign's message. */
export interface ScenarioExperiment {
  id?: number;
  name: string;
  campaignId: number;
  variants: { id?: number; name: string; templateId: number; isControl?: boolean; isWinner?: boolean }[];
}
