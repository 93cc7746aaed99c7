import { z } from 'zod';
import type { Task } from './state/clock.js';
import type {
  CampaignRow,
  ChannelRow,
  ExperimentRow,
  JourneyRow,
  ListRow,
  MessageRow,
  MessageTypeRow,
  SnippetRow,
  TemplateRow,
} from './state/project.js';
import type { CatalogItemRow, CatalogRow } from './catalogs/catalog-rows.js';
import type { JobRow } from './exports/export-jobs.js';
import type { MetadataRow } from './metadata/metadata.js';
import type { ScheduledRow } from './messages/scheduled-sends.js';
import type { WebhookCall } from './messages/webhook-calls.js';
import type { WebhookRow } from './messages/webhook-rows.js';
import type { Person } from './people/people.js';
import type { EventRecord } from './events/event-store.js';
import type { CachedAnswer, DataFeedRow } from './rendering/data-feeds.js';
import type { DoubleOptInRow } from './subscriptions/double-opt-in.js';
import type { SavedTables } from './state/tables.js';

const text = z.string();
const number = z.number();
const flag = z.boolean();
const fields = z.record(text, z.unknown());
const numbers = z.array(number);
const texts = z.array(text);
const times = { createdAt: number, updatedAt: number };

/** A row with at least these fields, which the compiler knows by name. */
const row = <Row>(shape: Partial<Record<keyof Row, z.ZodType>>) => z.looseObject(shape as z.core.$ZodShape);

/** What the rows of each table must have for the service to work with them. Other tables are taken as they are. */
const shapes = new Map<string, z.ZodType>(
  Object.entries({
    people: row<Person>({
      id: number,
      createdAt: number,
      email: text.optional(),
      userId: text.optional(),
      dataFields: fields,
      devices: z.array(fields),
      browserTokens: texts,
      unsubscribedChannelIds: numbers,
      unsubscribedMessageTypeIds: numbers,
      subscribedMessageTypeIds: numbers,
      tokensFrom: number.optional(),
    }),
    peopleByEmail: number,
    peopleByUserId: number,
    mergedInto: number,
    records: row<EventRecord>({ id: text, type: text, personId: number, createdAt: number, fields }),
    templates: row<TemplateRow>({
      id: number,
      channel: text,
      name: text,
      messageTypeId: number,
      ...times,
      type: text,
      content: z.record(text, fields),
    }),
    campaigns: row<CampaignRow>({
      id: number,
      name: text,
      type: text,
      campaignState: text,
      messageMedium: text,
      ...times,
      templateId: number,
      listIds: numbers,
      suppressionListIds: numbers,
      labelIds: numbers,
      sendSize: number,
    }),
    channels: row<ChannelRow>({ id: number, name: text, channelType: text, messageMedium: text }),
    messageTypes: row<MessageTypeRow>({
      id: number,
      name: text,
      channelId: number,
      subscriptionPolicy: text,
      ...times,
    }),
    lists: row<ListRow>({ id: number, name: text, createdAt: number, listType: text, members: numbers }),
    messages: row<MessageRow>({
      messageId: text,
      medium: text,
      personId: number,
      campaignId: number,
      templateId: number,
      createdAt: number,
      content: fields,
      isProof: flag,
      isRead: flag,
      isConsumed: flag,
    }),
    snippets: row<SnippetRow>({ id: number, name: text, content: text, variables: texts, ...times }),
    journeys: row<JourneyRow>({
      id: number,
      name: text,
      ...times,
      enabled: flag,
      isArchived: flag,
      journeyType: text,
      triggerEventNames: texts,
    }),
    experiments: row<ExperimentRow>({
      id: number,
      name: text,
      campaignId: number,
      variants: z.array(fields),
    }),
    catalogs: row<CatalogRow>({ id: number, name: text }),
    catalogItems: row<CatalogItemRow>({ itemId: text, lastModified: number, value: fields }),
    metadata: row<MetadataRow>({ key: text, lastModified: number, value: fields }),
    exportJobs: row<JobRow>({
      id: number,
      state: text,
      selection: fields,
      writing: fields,
      scheduledAt: number,
      bytesExported: number,
      files: texts,
    }),
    exportFiles: text,
    scheduledMessages: row<ScheduledRow>({
      id: number,
      medium: text,
      campaignId: number,
      personId: number,
      at: number,
      taskId: number,
      state: text,
    }),
    webhooks: row<WebhookRow>({
      id: number,
      endpoint: text,
      enabled: flag,
      blastSendEnabled: flag,
      triggeredSendEnabled: flag,
      authType: z.enum(['NoAuth', 'Basic', 'OAuth2']),
    }),
    webhookCalls: row<WebhookCall>({ id: number, webhookId: number, endpoint: text, attempts: number }),
    dataFeeds: row<DataFeedRow>({ id: number, name: text, url: text }),
    dataFeedAnswers: row<CachedAnswer>({ at: number, data: fields }),
    doubleOptIns: row<DoubleOptInRow>({
      id: number,
      personId: number,
      messageTypeIds: numbers,
      phoneNumber: text,
      brandName: text,
      createdAt: number,
    }),
    journeyEntries: number,
    tasks: row<Task>({ id: number, at: number, kind: text }),
  }),
);

/**
 * Looks at every saved row; throws on the first that the service could not work with, and names it.
 *
 * It looks for the fields that the service counts on and at what they hold, and for each row's own number. It does not
 * look at what rows say of each other, such as whether a campaign's template is there, nor at which words a text may be.
 */
export function checkSavedRows(tables: SavedTables): void {
  for (const [table, rows] of Object.entries(tables)) {
    // A catalog's items and a table's metadata have tables of their own, such as `catalogItems 4285`.
    const shape = shapes.get(table.split(' ')[0] ?? '');
    for (const [key, value] of shape ? rows : []) {
      const wrong = shape && whatIsWrong(shape, key, value);
      if (wrong)
        throw new Error(`The row ${JSON.stringify(key)} of the table \`${table}\` is wrong: ${wrong}`);
    }
  }
}

function whatIsWrong(shape: z.ZodType, key: string | number, value: unknown): string | undefined {
  const { error } = shape.safeParse(value);
  const [issue] = error?.issues ?? [];
  if (issue) return `${issue.path.length ? `\`${issue.path.join('.')}\`: ` : ''}${issue.message}`;
  const { id } = Object(value) as { id?: unknown };
  return typeof key === 'number' && typeof id === 'number' && id !== key ? `its \`id\` is ${id}` : undefined;
}
