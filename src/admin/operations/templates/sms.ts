import { readTemplate, readTemplateIds } from '../../calling/mended-answers.js';
import type { Operation } from '../../calling/operation.js';
import { mustSay } from '../../calling/said-answer.js';
import type { Envelope } from '../../../api/models/envelope.js';
import type {
  CampaignTemplateRecord,
  LinkParam,
  TemplateBasics,
  TemplateChange,
  TemplateProof,
  TemplateRef,
  TemplateUpsert,
  UpsertedTemplates,
} from './template.js';

/** Templates of text messages. */
export const smsTemplates = (operation: Operation) => ({
  /** A template of a text message. */
  get: operation<TemplateRef, SmsTemplate>('GET /api/templates/sms/get', {
    mend: readTemplate,
    limit: { limit: 100, per: 'second', scope: 'project' },
  }),
  /** Changes the fields of a text message's template that are sent. */
  update: operation<SmsTemplateUpdate, Envelope>('POST /api/templates/sms/update', {
    reachesPeople: false,
    retry: 'repeatable',
    mend: mustSay,
  }),
  /** Changes the templates of text messages that share your own id, or creates one. */
  upsert: operation<SmsTemplateUpsert, UpsertedTemplates>('POST /api/templates/sms/upsert', {
    reachesPeople: false,
    retry: 'repeatable',
    mend: readTemplateIds,
  }),
  /** Sends a text message to one user to see how it turns out. */
  proof: operation<TemplateProof, Envelope>('POST /api/templates/sms/proof', {
    reachesPeople: true,
    retry: 'never',
    mend: mustSay,
    limit: { limit: 20, per: 'second', scope: 'apiKey' },
  }),
});

/** What a text message says. */
export interface SmsContent extends TemplateBasics {
  message?: string;
  /** Where the picture is. */
  imageUrl?: string;
  linkParams?: LinkParam[];
  /** The `utm_campaign` of every link. */
  googleAnalyticsCampaignName?: string;
}

/** A text message's template. */
export interface SmsTemplate extends SmsContent, CampaignTemplateRecord {
  /** The domain of shortened links. */
  trackingDomain?: string;
}

/** A text message's template, and what to change of it. */
export interface SmsTemplateUpdate extends SmsContent, TemplateChange {}

/** A text message's template to write, whether it is there or not. */
export type SmsTemplateUpsert = SmsContent & TemplateUpsert;
