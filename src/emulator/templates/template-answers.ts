import type { EmailTemplate } from '../../admin/operations/templates/email.js';
import type { SmsTemplate } from '../../admin/operations/templates/sms.js';
import type { TemplateSummary } from '../../admin/operations/templates/template.js';
import type { DataFields } from '../../api/models/data-fields.js';
import type { TemplateRow } from '../state/project.js';
import type { Service } from '../state/service.js';
import { templateContent } from '../rendering/template-content.js';

/** What a list tells of a template. */
export function summaryOf(template: TemplateRow): TemplateSummary {
  const { id: templateId, name, messageTypeId, creatorUserId, campaignId, clientTemplateId } = template;
  return {
    templateId,
    name,
    messageTypeId,
    createdAt: template.createdAt,
    updatedAt: template.updatedAt,
    creatorUserId,
    ...(campaignId !== undefined && { campaignId }),
    ...(clientTemplateId !== undefined && { clientTemplateId }),
  };
}

/** A template as its channel answers it, in a locale; an email's record stands in its `metadata`. */
export function templateAnswer(
  service: Service,
  template: TemplateRow,
  locale?: string,
): EmailTemplate | SmsTemplate {
  const { id: templateId, name, clientTemplateId, messageTypeId, campaignId, creatorUserId } = template;
  const isDefaultLocale = (locale ?? '') === (template.defaultLocale ?? '');
  const content: DataFields = templateContent(service, template, locale);
  return {
    ...content,
    templateId,
    name,
    messageTypeId,
    isDefaultLocale,
    ...(clientTemplateId !== undefined && { clientTemplateId }),
    ...(locale !== undefined && { locale }),
    createdAt: template.createdAt,
    updatedAt: template.updatedAt,
    ...(template.channel === 'email'
      ? { creatorUserId, metadata: summaryOf(template) }
      : campaignId !== undefined && { campaignId }),
  };
}
