import { z } from 'zod';
import {
  campaignRow,
  experimentRow,
  journeyRow,
  messageRow,
  snippetRow,
  templateRow,
} from './state/project.js';
import { channelRow, listRow, messageTypeRow } from './state/subscribable.js';
import { placementRow } from './state/placements.js';
import { task } from './state/task.js';
import { catalogItemRow, catalogRow } from './catalogs/catalog-rows.js';
import { visitRow } from './campaigns/journey-visits.js';
import { jobRow } from './exports/export-jobs.js';
import { metadataRow } from './metadata/metadata.js';
import { scheduledRow } from './messages/scheduled-sends.js';
import { webhookCall } from './messages/webhook-calls.js';
import { webhookRow } from './messages/webhook-rows.js';
import { personRow } from './people/people.js';
import { eventRecord } from './events/event-store.js';
import { cachedAnswer, dataFeedRow } from './rendering/data-feeds.js';
import { doubleOptInRow } from './subscriptions/double-opt-in.js';
import type { SavedTables } from './state/tables.js';

/** What the rows of each table must be for the service to work with them. Other tables are taken as they are. */
const shapes = new Map<string, z.ZodType>(
  Object.entries({
    people: personRow,
    peopleByEmail: z.number(),
    peopleByUserId: z.number(),
    mergedInto: z.number(),
    records: eventRecord,
    templates: templateRow,
    campaigns: campaignRow,
    channels: channelRow,
    messageTypes: messageTypeRow,
    messageTypeSlots: z.array(z.number()),
    lists: listRow,
    messages: messageRow,
    snippets: snippetRow,
    journeys: journeyRow,
    experiments: experimentRow,
    catalogs: catalogRow,
    catalogItems: catalogItemRow,
    metadata: metadataRow,
    exportJobs: jobRow,
    exportFiles: z.string(),
    scheduledMessages: scheduledRow,
    webhooks: webhookRow,
    webhookCalls: webhookCall,
    dataFeeds: dataFeedRow,
    placements: placementRow,
    dataFeedAnswers: cachedAnswer,
    doubleOptIns: doubleOptInRow,
    journeyEntries: z.number(),
    journeyVisits: visitRow,
    tasks: task,
  }),
);

/**
 * Looks at every saved row; throws on the first that the service could not work with, and names it.
 *
 * It looks at what each field holds, and at each row's own number. It does not look at what rows say of each other, such
 * as whether a campaign's template is there; fields that nobody knows stay.
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
