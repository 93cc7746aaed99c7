import type { DataFields } from '../../api/data-fields.js';
import type { TemplateRow } from '../content.js';
import { tagLinks } from '../rendering/link-params.js';
import { namesOf, type Person } from '../people/people.js';
import { mapTexts, render } from '../rendering/rendering.js';
import type { Service } from '../service.js';
import { templateContent } from '../rendering/template-content.js';

/** What a message is made from. */
export interface MessageParts {
  template: TemplateRow;
  person: Person;
  /** What the call brought, which goes before all else. */
  dataFields?: DataFields | undefined;
  /** What the campaign brings, which everything else goes before. */
  campaignDataFields?: DataFields | undefined;
  /** Such as `de-DE`. Default: the person's own, in the field `locale`. */
  locale?: string | undefined;
}

/** What a template says of itself, and no message shows. */
const ABOUT_TEMPLATE = new Set([
  'name',
  'clientTemplateId',
  'messageTypeId',
  'locale',
  'isDefaultLocale',
  'campaignDataFields',
]);

/** What a message says to a person: the template's content, rendered with their fields. */
export function messageContent(service: Service, parts: MessageParts): DataFields {
  const { template, person, locale = person.dataFields['locale'] } = parts;
  const content = templateContent(service, template, typeof locale === 'string' ? locale : undefined);
  const shown = Object.entries(content).filter(([name]) => !ABOUT_TEMPLATE.has(name));
  const context = contextOf(parts, content);
  return tagLinks(mapTexts(Object.fromEntries(shown), (text) => render(service, text, context)));
}

/** The fields that `{{...}}` in a template may name; what comes later goes first. */
function contextOf(
  { person, dataFields, campaignDataFields }: MessageParts,
  content: DataFields,
): DataFields {
  return {
    ...(content['campaignDataFields'] as DataFields | undefined),
    ...campaignDataFields,
    ...person.dataFields,
    ...namesOf(person),
    ...dataFields,
  };
}
