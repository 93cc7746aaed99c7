import { readTemplate, readTemplateIds } from '../../calling/mended-answers.js';
import type { DataFields } from '../../../api/models/data-fields.js';
import type { Operation } from '../../calling/operation.js';
import { mustSay } from '../../calling/said-answer.js';
import type { Envelope } from '../../../api/models/envelope.js';
import type {
  BackgroundColor,
  InAppPadding,
  InboxMetadata,
  WebInAppDisplaySettings,
} from '../../../api/models/in-app.js';
import type {
  CampaignTemplateRecord,
  TemplateBasics,
  TemplateChange,
  TemplatePreview,
  TemplateProof,
  TemplateRef,
  TemplateUpsert,
  UpsertedTemplates,
} from './template.js';

/** Templates of in-app messages. */
export const inAppTemplates = (operation: Operation) => ({
  /** A template of an in-app message. */
  get: operation<TemplateRef, InAppTemplate>('GET /api/templates/inapp/get', {
    mend: readTemplate,
  }),
  /** Changes the fields of an in-app message's template that are sent. */
  update: operation<InAppTemplateUpdate, Envelope>('POST /api/templates/inapp/update', {
    reachesPeople: false,
    retry: 'repeatable',
    mend: mustSay,
  }),
  /** Changes the templates of in-app messages that share your own id, or creates one. */
  upsert: operation<InAppTemplateUpsert, UpsertedTemplates>('POST /api/templates/inapp/upsert', {
    reachesPeople: false,
    retry: 'repeatable',
    mend: readTemplateIds,
  }),
  /** Sends an in-app message to one user to see how it turns out. */
  proof: operation<TemplateProof, Envelope>('POST /api/templates/inapp/proof', {
    reachesPeople: true,
    retry: 'never',
    mend: mustSay,
    limit: { limit: 20, per: 'second', scope: 'apiKey' },
  }),
  /** The HTML of an in-app message as it would be sent. */
  preview: operation<TemplatePreview, string>('POST /api/templates/inapp/preview', {
    reachesPeople: false,
    retry: 'read',
    limit: { limit: 10, per: 'second', scope: 'project' },
    query: ['templateId', 'locale'],
    answer: 'text',
  }),
});

/** What an in-app message shows, and how long. */
export interface InAppTemplateContent extends TemplateBasics {
  html?: string;
  payload?: DataFields;
  inAppDisplaySettings?: TemplateDisplaySettings;
  webInAppDisplaySettings?: WebInAppDisplaySettings;
  inboxMetadata?: InboxMetadata;
  /** When the message ends, as `YYYY-MM-DD HH:MM:SS` in UTC. Default: 90 days after it is sent. */
  expirationDateTime?: string;
  /** How long the message lasts, such as `now+90d`. */
  expirationDuration?: string;
}

/** How a message is laid over the screen. */
export interface TemplateDisplaySettings {
  bgColor?: BackgroundColor;
  top?: TemplatePadding;
  right?: TemplatePadding;
  bottom?: TemplatePadding;
  left?: TemplatePadding;
  /** Slide the message in and out. */
  shouldAnimate?: boolean;
}

/** The share of the screen left free at one side, in percent, or -1 for as much as the content leaves. */
export type TemplatePadding = number | InAppPadding;

/** An in-app message's template. */
export interface InAppTemplate extends InAppTemplateContent, CampaignTemplateRecord {}

/** An in-app message's template, and what to change of it. */
export interface InAppTemplateUpdate extends InAppTemplateContent, TemplateChange {}

/** An in-app message's template to write, whether it is there or not. */
export type InAppTemplateUpsert = InAppTemplateContent & TemplateUpsert;
