import { z } from 'zod';
import type {
  ClientTemplateRef,
  DeletedTemplates,
  TemplateEntry,
  TemplateLocale,
  TemplateQuery,
  Templates,
} from '../../admin/operations/templates.js';
import { channelTemplates } from './channel-templates.js';
import { MEDIUMS, templatesOf, type TemplateRow } from '../state/project.js';
import { isoText } from '../operation/moments.js';
import { operation, type Operation } from '../operation/operation.js';
import { pageOf, pageQuery, sortBy } from '../operation/paging.js';
import type { Service } from '../state/service.js';
import { localesOf } from '../rendering/template-content.js';
import { summaryOf } from './template-answers.js';
import { momentOf } from '../time.js';

const templateQuery = z.object({
  ...pageQuery(1_000),
  templateType: z.enum(['Base', 'Blast', 'Triggered', 'Workflow']).exactOptional(),
  messageMedium: z.enum(['Email', 'Push', 'InApp', 'SMS']).exactOptional(),
  startDateTime: isoText.exactOptional(),
  endDateTime: isoText.exactOptional(),
  sort: sortBy('id', 'name', 'createdAt', 'updatedAt').exactOptional(),
}) satisfies z.ZodType<TemplateQuery>;

const clientTemplateRef = z.object({
  clientTemplateId: z.string().min(1),
}) satisfies z.ZodType<ClientTemplateRef>;

const idList = z.object({ ids: z.array(z.int()) });

/** What campaigns and journeys send. */
export const templates = (service: Service): Operation[] => [
  operation('GET /api/templates', { keys: ['server', 'readOnly'], query: templateQuery }, ({ query }) =>
    listTemplates(service, query),
  ),
  operation(
    'GET /api/templates/getByClientTemplateId',
    { keys: ['server', 'readOnly'], query: clientTemplateRef },
    ({ query: { clientTemplateId } }) => ({
      templates: [...templatesOf(service).values()]
        .filter((template) => template.clientTemplateId === clientTemplateId)
        .map(entryOf),
    }),
  ),
  operation('POST /api/templates/bulkDelete', { keys: ['server'], body: idList }, ({ body: { ids } }) =>
    deleteTemplates(service, ids),
  ),
  ...channelTemplates(service),
];

function listTemplates(service: Service, query: TemplateQuery): Templates {
  const { templateType, messageMedium, startDateTime, endDateTime } = query;
  const from = startDateTime === undefined ? -Infinity : momentOf(startDateTime);
  const to = endDateTime === undefined ? Infinity : momentOf(endDateTime);
  const found = [...templatesOf(service).values()].filter(
    ({ type, channel, createdAt }) =>
      (!templateType || type === templateType) &&
      (!messageMedium || MEDIUMS[channel] === messageMedium) &&
      createdAt >= from &&
      createdAt < to,
  );
  const { rows, links } = pageOf(found, query, { path: '/api/templates' });
  return { templates: rows.map(summaryOf), totalTemplatesCount: found.length, ...links };
}

/** Deletes base templates (decision 41); the copies that campaigns have stay. */
function deleteTemplates(service: Service, ids: number[]): DeletedTemplates {
  const all = templatesOf(service);
  const isBase = (id: number) => all.get(id)?.type === 'Base';
  const success = [...new Set(ids)].filter(isBase);
  const failed = [...new Set(ids)].filter((id) => !isBase(id));
  for (const id of success) all.delete(id);
  return {
    success,
    failed,
    ...(failed.length && { failureReason: 'Only base templates of the project can be deleted' }),
  };
}

function entryOf(template: TemplateRow): TemplateEntry {
  const { id: templateId, campaignId } = template;
  return {
    templateId,
    ...(campaignId !== undefined && { campaignId }),
    locales: localesOf(template).map((languageTag): TemplateLocale => ({
      languageTag,
      displayLanguage: languageName(languageTag),
    })),
  };
}

function languageName(tag: string): string {
  const { language } = new Intl.Locale(tag);
  return new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? tag;
}
