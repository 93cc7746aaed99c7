import { z } from 'zod';
import type {
  TemplateBasics,
  TemplateChange,
  TemplatePreview,
  TemplateProof,
  TemplateRef,
  TemplateUpsert,
} from '../../admin/operations/templates/template.js';
import type { DataFields } from '../../api/models/data-fields.js';
import type { UserRef } from '../../api/models/user.js';
import { checkMember, checkSender } from './authorized.js';
import { success, text } from '../operation/answers.js';
import { PROJECT_OWNER, templatesOf, type TemplateChannel, type TemplateRow } from '../state/project.js';
import { defaultMessageType } from '../subscriptions/message-types.js';
import { operation, type Operation } from '../operation/operation.js';
import { requirePerson } from '../people/people.js';
import { Refusal } from '../operation/refusal.js';
import { fetchedFeeds } from '../rendering/data-feeds.js';
import { renderWithFeed } from '../rendering/rendering.js';
import { dataFields, numberInText, recipient } from '../operation/schemas.js';
import { feedsFor } from '../messages/rendered-message.js';
import { sendProof } from '../messages/sending.js';
import type { Service } from '../state/service.js';
import { templateAnswer } from './template-answers.js';
import { checkContent, hasLocale, templateContent, writeTemplate } from '../rendering/template-content.js';
import { locale, templateSchemas } from './template-schemas.js';

const templateRef = z.object({
  templateId: numberInText,
  locale: locale.exactOptional(),
}) satisfies z.ZodType<TemplateRef>;

const proof = recipient.and(
  z.object({
    templateId: z.int(),
    locale: locale.exactOptional(),
    dataFields: dataFields.exactOptional(),
  }),
) satisfies z.ZodType<TemplateProof>;

const preview = z.object({
  dataFields: dataFields.exactOptional(),
  dataFeed: dataFields.exactOptional(),
  fetchDataFeeds: z.boolean().exactOptional(),
}) satisfies z.ZodType<Omit<TemplatePreview, keyof TemplateRef>>;

/** What each channel's routes call it. */
const names: Record<TemplateChannel, string> = {
  email: 'email',
  embedded: 'embedded',
  inApp: 'inapp',
  push: 'push',
  sms: 'sms',
};

/** The operations that every channel's templates have, and those that some have. */
export const channelTemplates = (service: Service): Operation[] =>
  (Object.keys(names) as TemplateChannel[]).flatMap((channel) => [
    ...writing(service, channel),
    ...(channel === 'embedded' ? [] : [proofOf(service, channel)]),
    ...(channel === 'email' || channel === 'inApp' ? [previewOf(service, channel)] : []),
  ]);

function writing(service: Service, channel: TemplateChannel): Operation[] {
  const path = `/api/templates/${names[channel]}`;
  const { update, upsert } = templateSchemas[channel];
  return [
    operation(`GET ${path}/get`, { keys: ['server', 'readOnly'], query: templateRef }, ({ query }) =>
      templateAnswer(service, templateToRead(service, channel, query), query.locale),
    ),
    operation(
      `POST ${path}/update`,
      { keys: ['server'], body: update as z.ZodType<TemplateBasics & TemplateChange> },
      ({ body }) => {
        const template = templateToUse(service, channel, body.templateId);
        checkChange(service, body);
        writeTemplate(service, template, body);
        return success(null, `Updated template with ID: ${template.id}`);
      },
    ),
    operation(
      `POST ${path}/upsert`,
      { keys: ['server'], body: upsert as z.ZodType<TemplateBasics & TemplateUpsert> },
      ({ body }) => {
        checkChange(service, body);
        const known = [...templatesOf(service).values()].filter(
          (row) =>
            row.channel === channel &&
            row.clientTemplateId === body.clientTemplateId &&
            // What a campaign has copied is its own (create rule 6).
            row.campaignId === undefined,
        );
        const changed = known.length ? known : [createTemplate(service, channel, body)];
        for (const template of changed) writeTemplate(service, template, body);
        const ids = changed.map(({ id }) => id).join(', ');
        return success(null, `${known.length ? 'Updated' : 'Created'} templates with IDs: ${ids}`);
      },
    ),
  ];
}

/** Refuses what a template cannot hold, and people whom it must not name. */
function checkChange(service: Service, change: TemplateBasics): void {
  const { fromEmail, creatorUserId } = change as { fromEmail?: string; creatorUserId?: string };
  if (fromEmail !== undefined) checkSender(service, fromEmail);
  if (creatorUserId !== undefined) checkMember(service, creatorUserId);
  checkContent(service, change);
}

function proofOf(service: Service, channel: TemplateChannel): Operation {
  return operation(
    `POST /api/templates/${names[channel]}/proof`,
    { keys: ['server'], body: proof },
    async ({ body }) => {
      const { templateId, locale, dataFields, recipientEmail: email, recipientUserId: userId } = body;
      const template = templateToUse(service, channel, templateId);
      const person = requirePerson(service, { email, userId } as UserRef);
      const parts = { template, person, dataFields, locale };
      const messageId = sendProof(service, { ...parts, dataFeed: await feedsFor(service, parts) });
      return success({ messageId }, `Sent proof to ${email ?? userId}`);
    },
  );
}

function previewOf(service: Service, channel: TemplateChannel): Operation {
  return operation(
    `POST /api/templates/${names[channel]}/preview`,
    { keys: ['server'], query: templateRef, body: preview, mayLackBody: true },
    async ({ query, body }) => {
      const content = templateContent(service, templateToRead(service, channel, query), query.locale);
      return text(await previewed(service, content, body), 'text/html');
    },
  );
}

/** A template's HTML for nobody. What data feeds answer, or are taken to answer, is merged as the template says. */
async function previewed(
  service: Service,
  content: DataFields,
  body: z.infer<typeof preview>,
): Promise<string> {
  const { dataFields = {}, fetchDataFeeds = false } = body;
  const {
    html = '',
    campaignDataFields,
    mergeDataFeedContext,
  } = content as {
    html?: string;
    campaignDataFields?: DataFields;
    mergeDataFeedContext?: boolean;
  };
  const fields = { ...campaignDataFields, ...dataFields };
  const fetched = fetchDataFeeds ? await fetchedFeeds(service, content, fields) : {};
  const dataFeed = { ...body.dataFeed, ...fetched };
  const merged = mergeDataFeedContext ? dataFeed : {};
  return renderWithFeed(
    service,
    { text: html, isHtml: true },
    {
      context: { ...campaignDataFields, ...merged, ...dataFields },
      dataFeed: mergeDataFeedContext ? {} : dataFeed,
    },
  );
}

/** A template to read, in a locale it has content for. */
function templateToRead(
  service: Service,
  channel: TemplateChannel,
  { templateId, locale }: TemplateRef,
): TemplateRow {
  const template = templatesOf(service).get(templateId);
  if (template?.channel !== channel) throw unknownTemplate('NotFound', channel, templateId);
  if (locale === undefined || hasLocale(template, locale)) return template;
  throw new Refusal('NotFound', `\`locale\`: the template has no content for ${locale}`);
}

/** A template to write or to send, whose operations do not answer 404. */
function templateToUse(service: Service, channel: TemplateChannel, templateId: number): TemplateRow {
  const template = templatesOf(service).get(templateId);
  if (template?.channel === channel) return template;
  throw unknownTemplate('BadParams', channel, templateId);
}

function unknownTemplate(
  code: 'BadParams' | 'NotFound',
  channel: TemplateChannel,
  templateId: number,
): Refusal {
  return new Refusal(code, `\`templateId\`: the project has no ${channel} template ${templateId}`);
}

/** A base template without content; its name is the caller's id unless the caller gives one. */
function createTemplate(
  service: Service,
  channel: TemplateChannel,
  {
    clientTemplateId,
    name = clientTemplateId,
    messageTypeId,
    creatorUserId,
  }: TemplateBasics & TemplateUpsert,
): TemplateRow {
  const id = service.tables.nextId();
  const now = service.clock.now();
  const template: TemplateRow = {
    id,
    channel,
    name,
    clientTemplateId,
    messageTypeId: messageTypeId ?? defaultMessageType(service, channel).id,
    creatorUserId: creatorUserId ?? PROJECT_OWNER,
    createdAt: now,
    updatedAt: now,
    type: 'Base',
    content: {},
  };
  templatesOf(service).set(id, template);
  return template;
}
