import type { z } from 'zod';
import type { TemplateBasics } from '../../admin/operations/templates/template.js';
import { checkContent, writeTemplate } from '../rendering/template-content.js';
import { PROJECT_OWNER, templatesOf, type TemplateRow } from '../state/project.js';
import type { Service } from '../state/service.js';
import { defaultMessageType } from '../subscriptions/message-types.js';
import { templateSchemas } from '../templates/template-schemas.js';
import type { ScenarioTemplate } from './scenario.js';
import { checked, type Path } from './wrong.js';

/** Puts a template of a scenario into a project, with its content in every language. */
export function seedTemplate(service: Service, row: ScenarioTemplate & { id: number }, at: Path): void {
  const { id, channel, type = 'Base', locales = {}, name, messageTypeId, ...rest } = row;
  const now = service.clock.now();
  const template: TemplateRow = {
    ...{ id, channel, type },
    name: name ?? row.clientTemplateId ?? `Template ${id}`,
    messageTypeId: messageTypeId ?? defaultMessageType(service, channel).id,
    creatorUserId: PROJECT_OWNER,
    ...{ createdAt: now, updatedAt: now },
    content: {},
  };
  const schema = contentSchema(channel);
  const write = (content: TemplateBasics) => {
    checkContent(service, content);
    writeTemplate(service, template, content);
  };
  write(checked(schema, rest, at));
  for (const [locale, content] of Object.entries(locales)) {
    const inLocale = checked(schema, content, [...at, 'locales', locale]);
    write({ ...inLocale, locale });
  }
  templatesOf(service).set(id, template);
}

/** The fields of a channel's templates, and no other. */
function contentSchema(channel: ScenarioTemplate['channel']): z.ZodType<TemplateBasics> {
  const schema = templateSchemas[channel].update as unknown as z.ZodObject;
  return schema.omit({ templateId: true }).strict();
}

/** Of what the service answers of a template, the fields that a scenario's template of the channel has. */
export function contentIn(channel: ScenarioTemplate['channel'], answer: unknown): Record<string, unknown> {
  const aside = { templateId: true, name: true, clientTemplateId: true, messageTypeId: true } as const;
  const schema = (templateSchemas[channel].update as unknown as z.ZodObject).omit({
    ...aside,
    ...{ locale: true, isDefaultLocale: true },
  });
  return checked(schema, answer);
}
