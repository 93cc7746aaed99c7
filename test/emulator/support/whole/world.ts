import { createAdmin, type Admin, type AdminOptions } from '../../../../src/admin/index.js';
import { createEmulator, type Emulator } from '../../../../src/emulator/app.js';
import type { JourneyRow, MessageRow } from '../../../../src/emulator/state/project.js';
import type { MessageTypeRow } from '../../../../src/emulator/state/subscribable.js';
import type { KeyType } from '../../../../src/emulator/operation/keys.js';
import { NOON } from '../service.js';

export { NOON };
export const ada = 'ada@example.com';
export const bob = 'bob@example.com';
export const gone = 'gone@example.com';
export const nobody = 'nobody@example.com';
/** Numbers of what no operation creates. */
export const LABEL = 11;
export const JOURNEY = 12;
export const OPT_IN_TYPE = 13;
const TEXT_CHANNEL = 14;
export const PLACEMENT = 808;
/** An embedded message to Ada. */
export const EMBEDDED_MESSAGE = 'embedded-1';

export type Sdk = Admin;

/** What the world holds, by what it is for. */
export interface Ids {
  listId: number;
  templates: Record<'email' | 'embedded' | 'inApp' | 'push' | 'sms', number>;
  /** Triggered campaigns that run. */
  running: Record<'email' | 'inApp' | 'push' | 'sms', number>;
  readyTriggered: number;
  readyBlast: number;
  scheduledBlast: number;
  messageType: number;
  channel: number;
  snippet: number;
  jobId: number;
  /** Messages to Ada. */
  emailId: string;
  inAppId: string;
}

/** A service where each operation has something to work on, and the SDK with a key of each type. */
export interface World {
  emulator: Emulator;
  ids: Ids;
  server: Sdk;
  mobile: Sdk;
  web: Sdk;
  /** The SDK with a key that the project does not have. */
  stranger: Sdk;
}

/** How the SDK calls when nothing is to stand between it and the service. */
const BARE: Partial<AdminOptions> = { pace: false, retry: false, eventIds: false };

/** Connects with each type of key to where the emulator is. */
export function connections(
  emulator: Emulator,
  baseUrl: string,
  fetch?: typeof globalThis.fetch,
  options: Partial<AdminOptions> = BARE,
) {
  const sdkWith = (apiKey: string) => createAdmin({ apiKey, baseUrl, ...(fetch && { fetch }), ...options });
  const sdk = (type: KeyType) => sdkWith(emulator.keys[type]);
  return {
    server: sdk('server'),
    mobile: sdk('mobile'),
    web: sdk('web'),
    stranger: sdkWith('unknown-key'),
  };
}

/** Puts rows into tables, as no operation does. */
function put(emulator: Emulator, rows: Record<string, [string | number, object][]>) {
  const saved = JSON.parse(emulator.save()) as { tables: Record<string, [string | number, unknown][]> };
  for (const [name, own] of Object.entries(rows))
    saved.tables[name] = [...(saved.tables[name] ?? []), ...own];
  emulator.load(JSON.stringify(saved));
}

/** Makes the world's contents; gives them as saved, and their ids. */
export async function buildWorld(): Promise<{ saved: string; ids: Ids }> {
  const emulator = createEmulator({ now: () => NOON, tokenKeys: [] });
  const clients = connections(emulator, 'http://emulator', emulator.fetch);
  const { server } = clients;
  await addPeople(clients);
  const { listId } = await server.lists.create({ name: 'Spring' });
  await server.lists.subscribe({ listId, subscribers: [{ email: ada }, { email: bob }] });
  const templates = await addTemplates(server);
  const campaigns = await addCampaigns(server, templates, listId);
  const jobId = await addContents(server);
  await server.email.target({ campaignId: campaigns.running.email, recipientEmail: ada });
  await server.inApp.target({ campaignId: campaigns.running.inApp, recipientEmail: ada });
  emulator.clock.advance(2_000);
  addRows(emulator);

  const { snippets = [] } = await server.snippets.list();
  const { messageTypes } = await server.messageTypes.list();
  const { channels } = await server.channels.list();
  const messages = emulator.inspect.rows('messages') as MessageRow[];
  const messageOf = (medium: string) => messages.find((row) => row.medium === medium)?.messageId ?? 'none';
  const ids: Ids = {
    listId,
    templates,
    ...campaigns,
    messageType: messageTypes[0]?.id ?? 0,
    channel: channels[0]?.id ?? 0,
    snippet: snippets[0]?.id ?? 0,
    jobId,
    emailId: messageOf('Email'),
    inAppId: messageOf('InApp'),
  };
  return { saved: emulator.save(), ids };
}

async function addPeople({ server, mobile, web }: Pick<World, 'server' | 'mobile' | 'web'>) {
  for (const email of [ada, bob]) {
    await server.users.update({ email, dataFields: { phoneNumber: '+15550100', tags: ['a'] } });
  }
  await server.users.update({ userId: 'u1', dataFields: { town: 'Bath' } });
  await server.users.update({ email: gone });
  await server.users.forget({ email: gone });
  const device = { applicationName: 'shop', platform: 'GCM', token: 'device-1' } as const;
  await mobile.users.registerDeviceToken({ email: ada, device });
  await web.users.registerBrowserToken({ email: ada, browserToken: 'browser-1' });
  await server.events.track({ email: ada, eventName: 'viewed', id: 'e1' });
}

async function addTemplates({ templates }: Sdk): Promise<Ids['templates']> {
  const first = async (upserted: Promise<{ templateIds: number[] }>) => (await upserted).templateIds[0] ?? 0;
  const email = {
    clientTemplateId: 'email',
    fromEmail: 'shop@example.com',
    subject: 'Hi',
    html: '<p>Hi</p>',
  };
  return {
    email: await first(templates.email.upsert(email)),
    embedded: await first(
      templates.embedded.upsert({ clientTemplateId: 'embedded', title: 'Hi', placementId: PLACEMENT }),
    ),
    inApp: await first(templates.inApp.upsert({ clientTemplateId: 'in-app', html: '<p>Hi</p>' })),
    push: await first(templates.push.upsert({ clientTemplateId: 'push', title: 'Hi', message: 'Hi' })),
    sms: await first(templates.sms.upsert({ clientTemplateId: 'sms', message: 'Hi' })),
  };
}

async function addCampaigns({ campaigns }: Sdk, templates: Ids['templates'], listId: number) {
  const create = async (name: string, templateId: number, rest: object = {}) =>
    (await campaigns.create({ name, templateId, ...rest })).campaignId;
  const run = async (name: string, templateId: number) => {
    const campaignId = await create(name, templateId);
    await campaigns.activateTriggered({ campaignId });
    return campaignId;
  };
  return {
    running: {
      email: await run('Email', templates.email),
      inApp: await run('In-app', templates.inApp),
      push: await run('Push', templates.push),
      sms: await run('Text', templates.sms),
    },
    readyTriggered: await create('Ready', templates.email),
    readyBlast: await create('Blast', templates.email, { listIds: [listId], scheduleSend: false }),
    scheduledBlast: await create('Scheduled', templates.email, {
      listIds: [listId],
      sendAt: '2026-01-16 12:00:00',
    }),
  };
}

async function addContents({ catalogs, exports, metadata, snippets }: Sdk): Promise<number> {
  await catalogs.create({ catalogName: 'Mugs' });
  await catalogs.items.replace({ catalogName: 'Mugs', itemId: 'red', value: { price: 8 } });
  await metadata.put({ table: 'prices', key: 'mug', value: { cents: 800 } });
  await snippets.create({ name: 'footer', content: '<p>Bye</p>' });
  const { jobId } = await exports.start({ dataTypeName: 'customEvent', outputFormat: 'text/csv' });
  return jobId;
}

function addRows(emulator: Emulator) {
  const person = emulator.inspect.person({ email: ada });
  const message: MessageRow = {
    messageId: EMBEDDED_MESSAGE,
    medium: 'Embedded',
    personId: person?.id ?? 0,
    campaignId: 15,
    templateId: 16,
    createdAt: NOON,
    isProof: false,
    content: { title: 'Hi', placementId: PLACEMENT },
    isRead: false,
    isConsumed: false,
  };
  const times = { createdAt: NOON, updatedAt: NOON };
  const type: MessageTypeRow = {
    id: OPT_IN_TYPE,
    name: 'Texts',
    channelId: TEXT_CHANNEL,
    ...times,
    subscriptionPolicy: 'OptIn',
  };
  const journey: JourneyRow = {
    id: JOURNEY,
    name: 'Welcome',
    ...times,
    creatorUserId: 'mara@example.com',
    enabled: true,
    isArchived: false,
    journeyType: 'published',
    triggerEventNames: [],
  };
  put(emulator, {
    labels: [[LABEL, { id: LABEL, name: 'Seasonal' }]],
    journeys: [[JOURNEY, journey]],
    channels: [
      [TEXT_CHANNEL, { id: TEXT_CHANNEL, name: 'Texts', channelType: 'Marketing', messageMedium: 'SMS' }],
    ],
    messageTypes: [[OPT_IN_TYPE, type]],
    messages: [[EMBEDDED_MESSAGE, message]],
  });
}
