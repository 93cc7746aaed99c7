import type { DataFields } from '../../api/models/data-fields.js';

/** A campaign to create: a blast, or a triggered one. */
export type NewCampaign = NewBlast | NewTriggeredCampaign;

/** The campaign that was made. */
export interface NewCampaignRef {
  campaignId: number;
}

/** A campaign that sends once, to the users of lists. */
export type NewBlast = NewCampaignDetails & BlastAudience & (ProjectTimeSend | RecipientTimeSend);

/** A campaign that waits to be activated, then sends to one user at a time. */
export interface NewTriggeredCampaign extends NewCampaignDetails {
  listIds?: never;
  sendAt?: never;
  sendMode?: never;
  startTimeZone?: never;
  defaultTimeZone?: never;
  scheduleSend?: never;
}

/** What every campaign is made of. */
export interface NewCampaignDetails {
  name: string;
  /** The template to send. The campaign gets a copy: later changes to the original do not reach it. */
  templateId: number;
  /** Lists of users to leave out; name the global ones too. */
  suppressionListIds?: number[];
  /** Labels of the project; at most 50. */
  labelIds?: number[];
  /** Written into the template, once, where it says `[[field]]`; email only. */
  dataFields?: DataFields;
  /** For the template to merge when it is sent; a user's or event's field of the same name goes first. */
  campaignDataFields?: DataFields;
}

/** Whom a blast goes to. */
export interface BlastAudience {
  /** The lists to send to; at least one. */
  listIds: number[];
  /** `false` keeps the campaign from being sent until it is scheduled or sent. Default: `true`. */
  scheduleSend?: boolean;
}

/** Everyone gets the message at once. */
export interface ProjectTimeSend {
  sendMode?: 'ProjectTimeZone';
  /** When to send, as `YYYY-MM-DD HH:MM:SS` in UTC. Default: now, as for a time in the past. */
  sendAt?: string;
  startTimeZone?: never;
  defaultTimeZone?: never;
}

/** Everyone gets the message at the same local time. */
export interface RecipientTimeSend {
  sendMode: 'RecipientTimeZone';
  /** When to send in `startTimeZone`, as `YYYY-MM-DD HH:MM:SS` in UTC, at most 21 days ahead. */
  sendAt: string;
  /** The IANA zone in which sending starts; zones west of it follow at the same local time. */
  startTimeZone: string;
  /** The IANA zone of recipients whose own is unknown, such as `Europe/Berlin`. */
  defaultTimeZone: string;
}
