import type { DataFields } from '../../api/models/data-fields.js';
import type { Operation } from '../calling/operation.js';
import type { Envelope } from '../../api/models/envelope.js';
import type { Open } from '../../api/models/open-word.js';
import type { NewCampaign, NewCampaignRef } from './new-campaign.js';
import type { PageLinks, PageQuery, SortBy } from './page.js';
import { byNumber } from '../calling/paged.js';
import { mustSay } from '../calling/said-answer.js';

/** How campaigns are listed. */
const campaignPages = { rows: 'campaigns', total: 'totalCampaignsCount', size: 100 } as const;

/** Campaigns: a message sent to lists, or to one user at a time when something happens. */
export const campaigns = (operation: Operation) => ({
  /** Lists campaigns, page by page. */
  list: byNumber(
    operation<CampaignQuery | void, Campaigns>('GET /api/campaigns', {
      limit: { limit: 100, per: 'second', scope: 'project' },
    }),
    campaignPages,
  ),
  /** A campaign, with what only a single one tells. */
  get: operation<{ id: number }, CampaignDetails>('GET /api/campaigns/{id}', {
    limit: { limit: 100, per: 'second', scope: 'project' },
  }),
  /** Lists the campaigns a recurring one has made, page by page. */
  listChildren: byNumber(
    operation<RecurringCampaignQuery, Campaigns>('GET /api/campaigns/recurring/{id}/childCampaigns', {
      limit: { limit: 100, per: 'second', scope: 'project' },
    }),
    campaignPages,
  ),
  /** Creates a campaign: a blast when it has lists, a triggered one when it has none. */
  create: operation<NewCampaign, NewCampaignRef>('POST /api/campaigns/create', {
    reachesPeople: true,
    retry: 'never',
  }),
  /** Schedules a blast; needs scheduling by API to be enabled for the project. */
  schedule: operation<CampaignSchedule, Envelope>('POST /api/campaigns/{campaignId}/schedule', {
    reachesPeople: true,
    mend: mustSay,
  }),
  /** Sends a campaign now, whenever it was due. */
  send: operation<CampaignRef, Envelope>('POST /api/campaigns/{campaignId}/send', {
    reachesPeople: true,
    retry: 'never',
    mend: mustSay,
  }),
  /** Sends a running campaign to the users of lists. */
  trigger: operation<CampaignTrigger, Envelope>('POST /api/campaigns/trigger', {
    reachesPeople: true,
    retry: 'never',
    mend: mustSay,
  }),
  /** Makes a triggered campaign ready to send; needs activation by API to be enabled for the project. */
  activateTriggered: operation<CampaignRef, Envelope>('POST /api/campaigns/activateTriggered', {
    reachesPeople: true,
    mend: mustSay,
  }),
  /** Ends a triggered campaign; needs deactivation by API to be enabled for the project. */
  deactivateTriggered: operation<CampaignRef, Envelope>('POST /api/campaigns/deactivateTriggered', {
    reachesPeople: false,
    mend: mustSay,
  }),
  /** Calls off a campaign that is scheduled or recurring. */
  cancel: operation<CampaignRef, Envelope>('POST /api/campaigns/cancel', {
    reachesPeople: false,
    retry: 'repeatable',
    mend: mustSay,
  }),
  /** Stops a campaign that is being sent. */
  abort: operation<CampaignRef, Envelope>('POST /api/campaigns/abort', {
    reachesPeople: false,
    mend: mustSay,
  }),
  /** Archives campaigns, after cancelling or aborting those that need it. */
  archive: operation<{ campaignIds: number[] }, ArchivedCampaigns>('POST /api/campaigns/archive', {
    reachesPeople: false,
    limit: { limit: 5, per: 'second', scope: 'apiKey' },
  }),
  /** Figures of campaigns, as CSV with a header row. */
  metrics: operation<CampaignMetricsQuery, string>('GET /api/campaigns/metrics', {
    limit: { limit: 10, per: 'minute', scope: 'project' },
    answer: 'text',
  }),
});

/** Names a campaign. */
export interface CampaignRef {
  campaignId: number;
}

/** Which campaigns to list; 20 a page unless told, at most 1000. */
export interface CampaignQuery extends PageQuery {
  /** Default: `id`. */
  sort?: SortBy<'id' | 'name' | 'createdAt' | 'updatedAt' | 'startAt'>;
  /** Only campaigns in one of these states. */
  campaignState?: CampaignState[];
}

/** Which campaigns of a recurring one to list. */
export interface RecurringCampaignQuery extends CampaignQuery {
  /** The recurring campaign. */
  id: number;
}

/** One page of campaigns. */
export interface Campaigns extends PageLinks {
  campaigns: Campaign[];
  /** Told only of a page. */
  totalCampaignsCount?: number;
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

/** A campaign as a list tells of it. */
export interface Campaign {
  id: number;
  name: string;
  type: Open<'Blast' | 'Triggered'>;
  campaignState: Open<CampaignState>;
  messageMedium: Open<'Email' | 'Push' | 'InApp' | 'SMS'>;
  /** In milliseconds since the epoch. */
  createdAt: number;
  /** In milliseconds since the epoch. */
  updatedAt: number;
  createdByUserId: string;
  updatedByUserId?: string;
  /** In milliseconds since the epoch. */
  startAt?: number;
  /** In milliseconds since the epoch. */
  endedAt?: number;
  /** The campaign's own copy of the template it was created with. */
  templateId?: number;
  listIds?: number[];
  suppressionListIds?: number[];
  /** How many users it was sent to. */
  sendSize?: number;
  labelIds?: number[];
  /** The labels' names, not in the order of `labelIds`. */
  labels?: string[];
  /** The recurring campaign that made this one. */
  recurringCampaignId?: number;
  /** The journey this campaign belongs to. */
  workflowId?: number;
}

/** A campaign as a call for it alone tells. */
export interface CampaignDetails extends Campaign {
  dataFields?: DataFields;
  sendMode?: Open<'ProjectTimeZone' | 'RecipientTimeZone'>;
  recipientTimeZone?: RecipientTimeZone;
}

/** Which time zones decide when a recipient gets a message. */
export interface RecipientTimeZone {
  /** The IANA zone of recipients whose own is unknown, such as `Europe/Berlin`. */
  defaultTimeZone: string;
  /** The IANA zone in which sending starts; zones west of it follow at the same local time. */
  startTimeZone: string;
}

/** When to send a blast that is ready. */
export interface CampaignSchedule extends CampaignRef {
  /** When to send, as an ISO 8601 date and time, at most 7 days ahead. */
  sendAt: string;
  /** Send at the recipient's local time. Default: everyone at once. */
  recipientTimeZone?: RecipientTimeZone;
}

/** Which lists to send a running campaign to. */
export interface CampaignTrigger extends CampaignRef {
  /** The lists to send to; at least one. */
  listIds: number[];
  /** Lists of users to leave out. */
  suppressionListIds?: number[];
  /** Merged into the template. */
  dataFields?: DataFields;
  /** Send also to users who got the campaign before. Default: `true`. */
  allowRepeatMarketingSends?: boolean;
}

/** Which campaigns were archived, and which were not. */
export interface ArchivedCampaigns {
  /** The ids of those archived. */
  success: number[];
  /** The ids of those not archived, unknown ones included. */
  failed: number[];
}

/** Which campaigns to measure, and when; always say both dates, since the service's own are long past. */
export interface CampaignMetricsQuery {
  campaignId: number[];
  /** ISO 8601; inclusive. */
  startDateTime: string;
  /** ISO 8601; exclusive. */
  endDateTime: string;
}
