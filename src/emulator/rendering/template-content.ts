import type { DataFields } from '../../api/models/data-fields.js';
import type { TemplateBasics } from '../../admin/operations/templates/template.js';
import { templatesOf, type CampaignRow, type TemplateRow } from '../state/project.js';
import { messageTypesOf } from '../state/subscribable.js';
import { requireRow } from '../operation/paging.js';
import { Refusal } from '../operation/refusal.js';
import { checkTemplate, mapPieces, mapTexts, renderStatic } from './rendering.js';
import type { Service } from '../state/service.js';

/** The name of the content that has no locale. */
const NO_LOCALE = '';

/** Names of a template that stand beside its content. */
const ASIDE = new Set([
  'templateId',
  'name',
  'clientTemplateId',
  'messageTypeId',
  'creatorUserId',
  'locale',
  'isDefaultLocale',
]);

/** What a template says, to be rendered: that of the locale, and for what it lacks that of the default. */
export function templateContent(_service: Service, template: TemplateRow, locale?: string): DataFields {
  const { content, defaultLocale = NO_LOCALE } = template;
  return { ...content[NO_LOCALE], ...content[defaultLocale], ...(locale && content[locale]) };
}

/** Whether a template has content of its own for a locale. */
export function hasLocale({ content }: TemplateRow, locale: string): boolean {
  return Object.hasOwn(content, locale);
}

/** The locales that a template has content of its own for. */
export function localesOf({ content }: TemplateRow): string[] {
  return Object.keys(content).filter((locale) => locale !== NO_LOCALE);
}

/** Refuses fields that a template cannot hold. */
export function checkContent(service: Service, change: TemplateBasics): void {
  const { messageTypeId } = change;
  if (messageTypeId !== undefined)
    requireRow(messageTypesOf(service), messageTypeId, 'messageTypeId', 'message type');
  for (const [field, value] of Object.entries(contentIn(change))) {
    mapTexts(value, (text) => {
      checkTemplate(text, field);
      return text;
    });
  }
  if ('expirationDateTime' in change && 'expirationDuration' in change) {
    throw new Refusal('BadParams', '`expirationDuration`: must not be given beside `expirationDateTime`');
  }
}

/** Writes the fields that are sent into a template; others stay (decision 41). */
export function writeTemplate(service: Service, template: TemplateRow, change: TemplateBasics): void {
  const { name, clientTemplateId, messageTypeId, locale = NO_LOCALE, isDefaultLocale } = change;
  const content = { ...template.content[locale], ...contentIn(change) };
  if ('expirationDateTime' in change) delete content['expirationDuration'];
  if ('expirationDuration' in change) delete content['expirationDateTime'];
  Object.assign(template, {
    ...(name !== undefined && { name }),
    ...(clientTemplateId !== undefined && { clientTemplateId }),
    ...(messageTypeId !== undefined && { messageTypeId }),
    ...(isDefaultLocale && { defaultLocale: locale }),
    content: { ...template.content, [locale]: content },
    updatedAt: service.clock.now(),
  } satisfies Partial<TemplateRow>);
}

/** A campaign's own copy of a template (create rule 6), with the campaign's fields written in if it is an email. */
export function copyTemplate(
  service: Service,
  template: TemplateRow,
  { id: campaignId, type, dataFields }: Pick<CampaignRow, 'dataFields' | 'id' | 'type'>,
): TemplateRow {
  const id = service.tables.nextId();
  const now = service.clock.now();
  const content =
    template.channel === 'email' && dataFields
      ? filledIn(template, dataFields)
      : structuredClone(template.content);
  const copy: TemplateRow = { ...template, id, campaignId, type, content, createdAt: now, updatedAt: now };
  templatesOf(service).set(id, copy);
  return copy;
}

function filledIn({ content }: TemplateRow, dataFields: DataFields): TemplateRow['content'] {
  const locales = Object.entries(content).map(([locale, fields]) => [
    locale,
    mapPieces(fields, (piece) => renderStatic(piece, dataFields)),
  ]);
  return Object.fromEntries(locales) as TemplateRow['content'];
}

function contentIn(change: TemplateBasics): DataFields {
  return Object.fromEntries(Object.entries(change).filter(([name]) => !ASIDE.has(name)));
}
