import type { DataFields } from '../../api/models/data-fields.js';
import type { TemplateRow } from '../state/project.js';
import { tagLinks } from '../rendering/link-params.js';
import { namesOf } from '../people/people.js';
import type { Person } from '../people/person.js';
import { fetchedFeeds, hasFeeds } from '../rendering/data-feeds.js';
import { mapPieces, renderWithFeed, type Piece } from '../rendering/rendering.js';
import { UNSUBSCRIBE } from '../reactions/tracked-content.js';
import type { Service } from '../state/service.js';
import { templateContent } from '../rendering/template-content.js';

/** What a message is made from. */
export interface MessageParts {
  template: TemplateRow;
  person: Person;
  /** What the call brought, which goes before all else. */
  dataFields?: DataFields | undefined;
  /** What the campaign brings, which everything else goes before. */
  campaignDataFields?: DataFields | undefined;
  /** What the template's data feeds answered. Default: nothing. */
  dataFeed?: DataFields | undefined;
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
export function renderedMessage(service: Service, parts: MessageParts): DataFields {
  const content = contentFor(service, parts);
  const shown = Object.entries(content).filter(([name]) => !ABOUT_TEMPLATE.has(name));
  const context = contextOf(parts, content);
  const { dataFeed = {} } = isMerged(content) ? {} : parts;
  const words = (piece: Piece) => renderWithFeed(service, piece, { context, dataFeed });
  return tagLinks(mapPieces(Object.fromEntries(shown), words));
}

/** What a message's data feeds answer now; none when its template has no feeds. */
export function feedsFor(service: Service, parts: MessageParts): Promise<DataFields> | undefined {
  const content = contentFor(service, parts);
  return hasFeeds(content) ? fetchedFeeds(service, content, contextOf(parts, content)) : undefined;
}

function contentFor(service: Service, { template, person, locale }: MessageParts): DataFields {
  const wanted = locale ?? person.dataFields['locale'];
  return templateContent(service, template, typeof wanted === 'string' ? wanted : undefined);
}

/** Whether `{{...}}` reaches what data feeds answer; if not, `[[...]]` does. */
function isMerged({ mergeDataFeedContext }: DataFields): boolean {
  return mergeDataFeedContext === true;
}

/** The fields that `{{...}}` in a template may name; what comes later goes first. */
function contextOf(
  { person, dataFields, campaignDataFields, dataFeed }: MessageParts,
  content: DataFields,
): DataFields {
  return {
    unsubscribeUrl: UNSUBSCRIBE,
    hostedUnsubscribeUrl: UNSUBSCRIBE,
    ...(content['campaignDataFields'] as DataFields | undefined),
    ...campaignDataFields,
    ...(isMerged(content) && dataFeed),
    ...person.dataFields,
    ...namesOf(person),
    ...dataFields,
  };
}
