import { readTemplate, readTemplateIds } from '../../calling/mended-answers.js';
import type { Operation } from '../../calling/operation.js';
import { mustSay } from '../../calling/said-answer.js';
import type { Envelope } from '../../../api/models/envelope.js';
import type {
  LinkParam,
  TemplateBasics,
  TemplateChange,
  TemplatePreview,
  TemplateProof,
  TemplateRecord,
  TemplateRef,
  TemplateSummary,
  TemplateUpsert,
  UpsertedTemplates,
} from './template.js';

/** Email templates. */
export const emailTemplates = (operation: Operation) => ({
  /** An email template. */
  get: operation<TemplateRef, EmailTemplate>('GET /api/templates/email/get', {
    mend: readTemplate,
    limit: { limit: 100, per: 'second', scope: 'project' },
  }),
  /** Changes the fields of an email template that are sent. */
  update: operation<EmailTemplateUpdate, Envelope>('POST /api/templates/email/update', {
    reachesPeople: false,
    retry: 'repeatable',
    mend: mustSay,
  }),
  /** Changes the email templates that share your own id, or creates one. */
  upsert: operation<EmailTemplateUpsert, UpsertedTemplates>('POST /api/templates/email/upsert', {
    reachesPeople: false,
    retry: 'repeatable',
    mend: readTemplateIds,
  }),
  /** Sends an email to one user to see how it turns out. */
  proof: operation<TemplateProof, Envelope>('POST /api/templates/email/proof', {
    reachesPeople: true,
    retry: 'never',
    mend: mustSay,
    limit: { limit: 20, per: 'second', scope: 'apiKey' },
  }),
  /** The HTML of an email as it would be sent. */
  preview: operation<TemplatePreview, string>('POST /api/templates/email/preview', {
    reachesPeople: false,
    retry: 'read',
    limit: { limit: 10, per: 'second', scope: 'project' },
    query: ['templateId', 'locale'],
    answer: 'text',
  }),
});

/** What an email says, and from whom. */
export interface EmailContent extends TemplateBasics {
  fromName?: string;
  /** A sender the project is allowed to use. */
  fromEmail?: string;
  replyToEmail?: string;
  ccEmails?: string[];
  bccEmails?: string[];
  subject?: string;
  /** What mail programs show beside the subject. */
  preheaderText?: string;
  html?: string;
  plainText?: string;
  linkParams?: LinkParam[];
  /** The `utm_campaign` of every link. */
  googleAnalyticsCampaignName?: string;
  /** @deprecated Use `dataFeedIds`. */
  dataFeedId?: number;
  dataFeedIds?: number[];
  /** Keep what the data feeds answer for an hour. */
  cacheDataFeed?: boolean;
  /** Data feeds are written `{{field}}` when true, `[[field]]` when false. */
  mergeDataFeedContext?: boolean;
}

/** An email template. */
export interface EmailTemplate extends EmailContent, TemplateRecord {
  creatorUserId?: string;
  metadata?: TemplateSummary;
}

/** An email template, and what to change of it. */
export interface EmailTemplateUpdate extends EmailContent, TemplateChange {}

/** An email template to write, whether it is there or not. */
export type EmailTemplateUpsert = EmailContent & TemplateUpsert;
