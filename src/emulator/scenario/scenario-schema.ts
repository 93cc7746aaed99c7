import { z } from 'zod';
import { itemFields } from '../catalogs/catalog-rows.js';
import { timeZone } from '../campaigns/new-campaign.js';
import { isoText } from '../operation/moments.js';
import { dataFields, email, userId } from '../operation/schemas.js';
import { journeyTile } from '../state/journey-tiles.js';
import { campaignRow } from '../state/project.js';
import { channelRow, messageTypeRow } from '../state/subscribable.js';
import { locale } from '../templates/template-schemas.js';
import type { Scenario } from './scenario.js';

const id = z.int().positive().exactOptional();
const ids = z.array(z.int()).exactOptional();
const name = z.string().min(1).max(255);
const text = z.string().exactOptional();
const flag = z.boolean().exactOptional();
const named = { id, name };

const person = z
  .strictObject({
    email: email.exactOptional(),
    userId: userId.exactOptional(),
    dataFields: dataFields.exactOptional(),
    devices: z
      .array(
        z.strictObject({
          token: z.string().min(1),
          applicationName: text,
          platform: z.enum(['APNS', 'APNS_SANDBOX', 'GCM']).exactOptional(),
        }),
      )
      .exactOptional(),
    browserTokens: z.array(z.string()).exactOptional(),
    unsubscribedChannelIds: ids,
    unsubscribedMessageTypeIds: ids,
    subscribedMessageTypeIds: ids,
  })
  .refine((one) => one.email !== undefined || one.userId !== undefined, {
    message: '`email` or `userId` is missing: give one of them',
  });

const list = z.strictObject({
  ...named,
  description: text,
  listType: z.enum(['Standard', 'Dynamic', 'Suppression', 'Internal']).exactOptional(),
  isGlobalSuppressionEnabled: flag,
  members: z.array(z.string()).exactOptional(),
});

const catalog = z.strictObject({
  name: z.string().regex(/^[A-Za-z0-9-]{1,255}$/, 'must be letters, digits and dashes, 255 at most'),
  items: z
    .record(z.string().regex(/^[A-Za-z0-9-]{1,255}$/, 'must be letters, digits and dashes'), itemFields)
    .exactOptional(),
  fieldTypes: z
    .record(z.string(), z.enum(['boolean', 'date', 'geo_location', 'long', 'double', 'object', 'string']))
    .exactOptional(),
});

/** The fields of its channel are checked with those that a template of the channel is upserted with. */
const template = z.looseObject({
  id,
  channel: z.enum(['email', 'embedded', 'inApp', 'push', 'sms']),
  name: name.exactOptional(),
  clientTemplateId: name.exactOptional(),
  messageTypeId: z.int().exactOptional(),
  type: z.enum(['Base', 'Blast', 'Triggered', 'Workflow']).exactOptional(),
  locales: z.record(locale, dataFields).exactOptional(),
});

const { inApp, messageMedium } = campaignRow.shape;
const campaign = z.strictObject({
  ...named,
  templateId: z.int(),
  type: z.enum(['Blast', 'Triggered']).exactOptional(),
  campaignState: z
    .enum(['Draft', 'Ready', 'Scheduled', 'Running', 'Finished', 'Aborted', 'Recurring', 'Archived'])
    .exactOptional(),
  listIds: ids,
  suppressionListIds: ids,
  labelIds: ids,
  workflowId: z.int().exactOptional(),
  dataFields: dataFields.exactOptional(),
  campaignDataFields: dataFields.exactOptional(),
  sendAt: isoText.exactOptional(),
  recurrence: z.strictObject({ everyDays: z.int().positive() }).exactOptional(),
  sendMode: z.enum(['ProjectTimeZone', 'RecipientTimeZone']).exactOptional(),
  startTimeZone: timeZone.exactOptional(),
  defaultTimeZone: timeZone.exactOptional(),
  messageMedium: messageMedium.exactOptional(),
  inApp,
});

const journey = z.strictObject({
  ...named,
  description: text,
  triggerEventNames: z.array(z.string()).exactOptional(),
  exitEventNames: z.array(z.string()).exactOptional(),
  lifetimeLimit: z.int().positive().exactOptional(),
  simultaneousLimit: z.int().positive().exactOptional(),
  enabled: flag,
  startTileId: z.int().exactOptional(),
  tiles: z.array(journeyTile).exactOptional(),
});

const experiment = z.strictObject({
  ...named,
  campaignId: z.int(),
  variants: z
    .array(z.strictObject({ ...named, templateId: z.int(), isControl: flag, isWinner: flag }))
    .min(1, 'is empty'),
});

const many = <Item extends z.ZodType>(item: Item) => z.array(item).exactOptional();

/** A scenario by its look; whether what it names is there is looked at after. */
export const scenarioSchema = z.strictObject({
  channels: many(z.strictObject({ ...channelRow.shape, ...named })),
  messageTypes: many(
    z.strictObject({
      ...named,
      channelId: z.int(),
      subscriptionPolicy: z.enum(['OptIn', 'OptOut']).exactOptional(),
      frequencyCap: messageTypeRow.shape.frequencyCap,
      rateLimitPerMinute: messageTypeRow.shape.rateLimitPerMinute,
    }),
  ),
  labels: many(z.strictObject(named)),
  people: many(person),
  lists: many(list),
  snippets: many(
    z.strictObject({
      ...named,
      content: z.string(),
      description: text,
      variables: z.array(z.string()).exactOptional(),
    }),
  ),
  feeds: many(z.strictObject({ ...named, url: z.string().min(1) })),
  placements: many(z.strictObject(named)),
  catalogs: many(catalog),
  templates: many(template),
  journeys: many(journey),
  campaigns: many(campaign),
  experiments: many(experiment),
}) satisfies z.ZodType<Scenario>;
