import type { DataFields } from '../../../api/models/data-fields.js';
import type { Envelope } from '../../../api/models/envelope.js';
import type { RecipientRef } from '../single-sends.js';

/** A template to read, and in which language. */
export interface TemplateRef {
  templateId: number;
  /** Such as `de-DE`. Default: the template's own. */
  locale?: string;
}

/** What a list tells of a template. */
export interface TemplateSummary {
  templateId: number;
  name: string;
  messageTypeId: number;
  /** In milliseconds since the epoch. */
  createdAt: number;
  /** In milliseconds since the epoch. */
  updatedAt: number;
  creatorUserId: string;
  /** The campaign whose copy it is. */
  campaignId?: number;
  clientTemplateId?: string;
}

/** What the templates of all channels hold. */
export interface TemplateBasics {
  name?: string;
  /** Your own id, which several templates may share. */
  clientTemplateId?: string;
  messageTypeId?: number;
  /** The language of this content, such as `de-DE`. */
  locale?: string;
  /** Whether users without a language of their own get this one. In beta. */
  isDefaultLocale?: boolean;
  /** For the template to merge when it is sent. */
  campaignDataFields?: DataFields;
}

/** What the service keeps of every template. */
export interface TemplateRecord {
  templateId: number;
  /** In milliseconds since the epoch. */
  createdAt?: number;
  /** In milliseconds since the epoch. */
  updatedAt?: number;
}

/** What the service keeps of a template that a campaign may have a copy of. */
export interface CampaignTemplateRecord extends TemplateRecord {
  /** The campaign whose copy it is. */
  campaignId?: number;
}

/** Names the template to change; fields that are not sent stay. */
export interface TemplateChange {
  templateId: number;
}

/** Names the templates to change by your own id, or creates one. */
export interface TemplateUpsert {
  /** Your own id; every template that shares it is changed. */
  clientTemplateId: string;
  /** A member of the project. Default: the organization's creator. */
  creatorUserId?: string;
}

/** The templates that were created or changed. */
export interface UpsertedTemplates extends Envelope {
  /** Their ids, as far as the service tells them. */
  templateIds: number[];
}

/** A message to send to one user to see how it turns out. */
export type TemplateProof = RecipientRef &
  TemplateRef & {
    /** Merged into the template. */
    dataFields?: DataFields;
  };

/** A template to render for nobody. */
export interface TemplatePreview extends TemplateRef {
  /** Merged into the template. */
  dataFields?: DataFields;
  /** What the data feeds are taken to answer. */
  dataFeed?: DataFields;
  /** Fetch the real data feeds too, which go before `dataFeed`. */
  fetchDataFeeds?: boolean;
}

/** A parameter added to every link. */
export interface LinkParam {
  key: string;
  value: string;
}
