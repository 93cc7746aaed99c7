import { createAdmin } from '../../../src/admin/index.js';
import { createEmulator, type EmulatorOptions } from '../../../src/emulator/app.js';
import {
  campaignsOf,
  templatesOf,
  type CampaignRow,
  type MessageRow,
  type TemplateRow,
} from '../../../src/emulator/state/project.js';
import {
  type ChannelRow,
  type ListRow,
  type MessageTypeRow,
} from '../../../src/emulator/state/subscribable.js';
import type { KeyType } from '../../../src/emulator/operation/keys.js';
import { findPerson } from '../../../src/emulator/people/people.js';
import type { Person } from '../../../src/emulator/people/person.js';
import { sendMessage, sendProof } from '../../../src/emulator/messages/sending.js';
import type { Service } from '../../../src/emulator/state/service.js';
import { createTables } from '../../../src/emulator/state/tables.js';
import { createTimetable } from '../../../src/emulator/state/clock.js';
import type { WebhookRow } from '../../../src/emulator/messages/webhook-rows.js';

/** Noon on a day in June, in milliseconds since the epoch. */
export const NOON = Date.UTC(2026, 5, 1, 12);
export const DAY = 86_400_000;

export const ada = { email: 'ada@example.com' };
export const bob = { email: 'bob@example.com' };

interface Rows {
  people: Person;
  peopleByEmail: number;
  templates: TemplateRow;
  campaigns: CampaignRow;
  channels: ChannelRow;
  messageTypes: MessageTypeRow;
  lists: ListRow;
  messages: MessageRow;
  webhooks: WebhookRow;
}

/** A campaign to put into the service; what is not given is as in most tests. */
export interface NewCampaign {
  id?: number;
  medium?: CampaignRow['messageMedium'];
  content?: TemplateRow['content'][string];
  locales?: TemplateRow['content'];
  campaign?: Partial<CampaignRow>;
}

const channelOf: Record<CampaignRow['messageMedium'], TemplateRow['channel']> = {
  Email: 'email',
  Embedded: 'embedded',
  InApp: 'inApp',
  Push: 'push',
  SMS: 'sms',
  WebPush: 'push',
  RCS: 'sms',
  ChatApp: 'sms',
};

/**
 * An emulator at noon that knows Ada and Bob, who have every address, with a marketing channel (1) and its
 * message type (10).
 */
export function createWorld(options: EmulatorOptions = {}) {
  const emulator = createEmulator({ now: () => NOON, tokenKeys: [], ...options });
  const admin = createAdmin({
    apiKey: emulator.keys.server,
    baseUrl: 'http://emulator',
    fetch: emulator.fetch,
    pace: false,
    retry: false,
  });

  /** Puts rows into a table, or in place of those of the same key. */
  function put<Name extends keyof Rows>(name: Name, key: string | number, row: Rows[Name]) {
    const saved = JSON.parse(emulator.save()) as { tables: Record<string, [string | number, unknown][]> };
    const rows = (saved.tables[name] ?? []).filter(([known]) => known !== key);
    saved.tables[name] = [...rows, [key, row]];
    emulator.load(JSON.stringify(saved));
  }

  function addPerson(id: number, email: string) {
    put('people', id, {
      id,
      email,
      createdAt: NOON,
      dataFields: { phoneNumber: '+15550100' },
      devices: [{ token: 'd', applicationName: 'app', platform: 'GCM', isEnabled: true, dataFields: {} }],
      browserTokens: ['b'],
      unsubscribedChannelIds: [],
      unsubscribedMessageTypeIds: [],
      subscribedMessageTypeIds: [],
    });
    put('peopleByEmail', email, id);
  }

  function changePerson(user: { email: string }, change: Partial<Person>) {
    const person = emulator.inspect.person(user);
    if (person) put('people', person.id, { ...person, ...change });
  }

  /** Adds a running triggered campaign with a template of its own; gives its id. */
  function addCampaign({ id = 100, medium = 'Email', content, locales, campaign }: NewCampaign = {}) {
    const times = { createdAt: NOON, updatedAt: NOON };
    put('templates', id + 1000, {
      id: id + 1000,
      channel: channelOf[medium],
      name: 'Welcome',
      messageTypeId: 10,
      creatorUserId: 'test',
      ...times,
      campaignId: id,
      type: 'Triggered',
      content: { '': { subject: 'Hi', html: '<p>Hi</p>', message: 'Hi', ...content }, ...locales },
    });
    put('campaigns', id, {
      id,
      name: 'Welcome',
      type: 'Triggered',
      campaignState: 'Running',
      messageMedium: medium,
      ...times,
      createdByUserId: 'test',
      templateId: id + 1000,
      listIds: [],
      suppressionListIds: [],
      labelIds: [],
      sendSize: 0,
      sendMode: 'ProjectTimeZone',
      ...campaign,
    });
    return id;
  }

  function addMessageType(change: Partial<MessageTypeRow>) {
    put('messageTypes', 10, {
      id: 10,
      name: 'News',
      channelId: 1,
      createdAt: NOON,
      updatedAt: NOON,
      subscriptionPolicy: 'OptOut',
      ...change,
    });
  }

  /** Calls with a key of a type; gives status and answer. */
  async function call(key: KeyType, route: string, body?: unknown) {
    const [method = '', path = ''] = route.split(' ');
    const response = await emulator.fetch(`http://emulator${path}`, {
      method,
      headers: { 'Api-Key': emulator.keys[key] },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, answer: (text ? JSON.parse(text) : undefined) as Answer };
  }

  /** Does what no operation does, such as to send an embedded message. */
  function inside<Result>(work: (service: Service) => Result): Result {
    const tables = createTables();
    tables.load(emulator.save());
    const result = work({
      project: 'hybrid',
      dialect: 'document',
      tables,
      clock: createTimetable(tables, emulator.clock.now),
      random: () => 0.5,
      later: (write) => void write(),
      fetch: emulator.fetch,
      pending: () => {},
      tokenSecret: '',
      tokenKeys: [],
    });
    emulator.load(tables.save());
    return result;
  }

  /** Sends a campaign to a user, of whatever kind it is; gives the message's id, or why there is none. */
  const send = (campaignId: number, user = ada) =>
    inside((service): string => {
      const campaign = campaignsOf(service).get(campaignId);
      const person = findPerson(service, user);
      if (!campaign || !person) throw new Error('There is no such campaign or user');
      const outcome = sendMessage(service, { campaign, person });
      if ('messageId' in outcome) return outcome.messageId;
      return 'skipped' in outcome ? outcome.skipped : 'isWaiting';
    });

  /** Sends a campaign's template to a user as a proof; gives the message's id. */
  const prove = (campaignId: number, user = ada) =>
    inside((service) => {
      const template = templatesOf(service).get(campaignId + 1000);
      const person = findPerson(service, user);
      if (!template || !person) throw new Error('There is no such template or user');
      return sendProof(service, { template, person });
    });

  const messages = () => emulator.inspect.rows('messages') as MessageRow[];
  const eventsOf = (type: string) => emulator.inspect.events(type).map(({ fields }) => fields);

  addPerson(1, ada.email);
  addPerson(2, bob.email);
  put('channels', 1, { id: 1, name: 'Marketing', channelType: 'Marketing', messageMedium: 'Email' });
  addMessageType({});
  return {
    emulator,
    admin,
    put,
    addCampaign,
    addMessageType,
    changePerson,
    call,
    send,
    prove,
    messages,
    eventsOf,
  };
}

interface Answer {
  code: string;
  msg: string;
  params: Record<string, unknown> | null;
}
