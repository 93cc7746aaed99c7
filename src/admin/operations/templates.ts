import type { Operation } from '../calling/operation.js';
import type { PageLinks, PageQuery } from './page.js';
import { readTemplates } from '../calling/mended-answers.js';
import { byNumber } from '../calling/paged.js';
import { emailTemplates } from './templates/email.js';
import { embeddedTemplates } from './templates/embedded.js';
import { inAppTemplates } from './templates/in-app.js';
import { pushTemplates } from './templates/push.js';
import { smsTemplates } from './templates/sms.js';
import type { TemplateSummary } from './templates/template.js';

/** Templates: what campaigns and journeys send. */
export const templates = (operation: Operation) => ({
  /** Lists templates of all channels, page by page. */
  list: byNumber(
    operation<TemplateQuery | void, Templates>('GET /api/templates', {
      mend: readTemplates,
      limit: { limit: 100, per: 'second', scope: 'project' },
    }),
    {
      rows: 'templates',
      total: 'totalTemplatesCount',
      size: 100,
    },
  ),
  /** Lists the templates that share your own id, one for each campaign. */
  getByClientTemplateId: operation<ClientTemplateRef, { templates: TemplateEntry[] }>(
    'GET /api/templates/getByClientTemplateId',
    { limit: { limit: 100, per: 'second', scope: 'project' } },
  ),
  /** Deletes base templates. */
  bulkDelete: operation<{ ids: number[] }, DeletedTemplates>('POST /api/templates/bulkDelete', {
    reachesPeople: false,
    retry: 'repeatable',
  }),

  email: emailTemplates(operation),
  embedded: embeddedTemplates(operation),
  inApp: inAppTemplates(operation),
  push: pushTemplates(operation),
  sms: smsTemplates(operation),
});

/** Which templates to list; 20 a page unless told, at most 1000. */
export interface TemplateQuery extends PageQuery {
  templateType?: 'Base' | 'Blast' | 'Triggered' | 'Workflow';
  messageMedium?: 'Email' | 'Push' | 'InApp' | 'SMS';
  /** ISO 8601. */
  startDateTime?: string;
  /** ISO 8601. */
  endDateTime?: string;
  /** The field to sort by, with `-` before it from the highest to the lowest. Default: `id`. */
  sort?: string;
}

/** One page of templates. */
export interface Templates extends PageLinks {
  templates: TemplateSummary[];
  /** Told only of a page. */
  totalTemplatesCount?: number;
}

/** Names templates by your own id. */
export interface ClientTemplateRef {
  clientTemplateId: string;
}

/** One of the templates that share your own id. */
export interface TemplateEntry {
  templateId: number;
  /** The campaign whose copy it is. */
  campaignId?: number;
  locales?: TemplateLocale[];
}

/** A language that a template speaks. */
export interface TemplateLocale {
  /** Such as `German`. */
  displayLanguage?: string;
  /** Such as `de-DE`. */
  languageTag?: string;
}

/** Which templates were deleted, and which were not. */
export interface DeletedTemplates {
  /** The ids of those deleted. */
  success: number[];
  /** The ids of those not deleted. */
  failed: number[];
  failureReason?: string;
}
