import type { DataFields } from '../../api/models/data-fields.js';
import {
  campaignsOf,
  labelsOf,
  MEDIUMS,
  templatesOf,
  type CampaignRow,
  type CampaignState,
  type InAppBehavior,
  type Medium,
  type TemplateChannel,
} from '../state/project.js';
import { channelsOf, messageTypesOf, type ChannelRow, type MessageTypeRow } from '../state/subscribable.js';
import type { Service } from '../state/service.js';
import { DAY } from '../time.js';

/** Who made what the shop has. */
const MAKER = 'mara@shop.example.com';

/** A campaign to make, and the template that it sends. */
export interface NewCampaign {
  name: string;
  channel: TemplateChannel;
  /** Default: that of its channel. */
  medium?: Medium;
  messageTypeId: number;
  content: DataFields;
  /** The content in other languages, by locale. */
  locales?: Record<string, DataFields>;
  /** Default: `Triggered`, which runs. */
  type?: 'Blast' | 'Triggered';
  state?: CampaignState;
  listIds?: number[];
  labelIds?: number[];
  inApp?: InAppBehavior;
  /** How many days ago it was made. */
  age: number;
}

/** Makes a base template, and a campaign with its own copy of it. */
export function seedCampaign(service: Service, plan: NewCampaign): CampaignRow {
  const { name, channel, type = 'Triggered' } = plan;
  const createdAt = service.clock.now() - plan.age * DAY;
  const baseId = service.tables.nextId();
  const templateId = service.tables.nextId();
  const id = service.tables.nextId();
  const template = {
    channel,
    name,
    messageTypeId: plan.messageTypeId,
    creatorUserId: MAKER,
    createdAt,
    updatedAt: createdAt,
    content: { '': { name, messageTypeId: plan.messageTypeId, ...plan.content }, ...plan.locales },
  };
  templatesOf(service).set(baseId, {
    ...template,
    id: baseId,
    clientTemplateId: clientIdOf(name),
    type: 'Base',
  });
  templatesOf(service).set(templateId, { ...template, id: templateId, campaignId: id, type });
  const campaign = campaignRow(plan, { id, templateId, createdAt });
  campaignsOf(service).set(id, campaign);
  return campaign;
}

function campaignRow(
  plan: NewCampaign,
  { id, templateId, createdAt }: Pick<CampaignRow, 'createdAt' | 'id' | 'templateId'>,
): CampaignRow {
  const { name, channel, type = 'Triggered', state = 'Running', listIds = [], labelIds = [] } = plan;
  return {
    id,
    name,
    type,
    campaignState: state,
    messageMedium: plan.medium ?? MEDIUMS[channel],
    createdAt,
    updatedAt: createdAt,
    createdByUserId: MAKER,
    templateId,
    listIds,
    suppressionListIds: [],
    labelIds,
    sendSize: 0,
    sendMode: 'ProjectTimeZone',
    ...(state !== 'Ready' && { startAt: createdAt }),
    ...(plan.inApp && { inApp: plan.inApp }),
  };
}

/** What the shop's own programs call a template. */
function clientIdOf(name: string): string {
  return name.toLowerCase().replace(/\W+/g, '-');
}

/** The kinds of message that the shop's customers may turn off, by number. */
export interface MessageTypes {
  news: number;
  orders: number;
  offers: number;
  site: number;
  deliveries: number;
  /** The channel of the newsletter. */
  lettersChannelId: number;
}

/** Makes the shop's channels, message types and labels. */
export function seedMessageTypes(service: Service): MessageTypes {
  const channel = (name: string, about: Omit<ChannelRow, 'id' | 'name'>) => {
    const id = service.tables.nextId();
    channelsOf(service).set(id, { id, name, ...about });
    return id;
  };
  const messageType = (name: string, channelId: number, extra: Partial<MessageTypeRow> = {}) => {
    const id = service.tables.nextId();
    const createdAt = service.clock.now() - 400 * DAY;
    const subscriptionPolicy = 'OptOut' as const;
    const row = { id, name, channelId, createdAt, updatedAt: createdAt, subscriptionPolicy, ...extra };
    messageTypesOf(service).set(id, row);
    return id;
  };
  const letters = channel('Letters', { channelType: 'Marketing', messageMedium: 'Email' });
  const receipts = channel('Receipts', { channelType: 'Transactional', messageMedium: 'Email' });
  const hints = channel('Hints', { channelType: 'Marketing', messageMedium: 'Push' });
  const texts = channel('Texts', { channelType: 'Transactional', messageMedium: 'SMS' });
  return {
    news: messageType('Newsletter', letters),
    orders: messageType('Orders', receipts),
    offers: messageType('Offers', hints, { frequencyCap: { days: 7, messages: 3 } }),
    site: messageType('On the site', hints),
    deliveries: messageType('Deliveries', texts),
    lettersChannelId: letters,
  };
}

/** Makes the labels that campaigns are sorted by. */
export function seedLabels(service: Service): { seasonal: number; always: number } {
  const label = (name: string) => {
    const id = service.tables.nextId();
    labelsOf(service).set(id, { id, name });
    return id;
  };
  return { seasonal: label('Seasonal'), always: label('Always on') };
}
