import { createAdmin } from '../../../src/admin/index.js';
import { createEmulator, type EmulatorOptions } from '../../../src/emulator/app.js';
import type { KeyType } from '../../../src/emulator/operation/keys.js';

/** A Sunday in June. */
export const NOW = Date.UTC(2025, 5, 1);

/** A service whose clock stands still, and what is there to speak to it. */
export function setup(options: EmulatorOptions = {}) {
  const emulator = createEmulator({ tokenKeys: [], now: () => NOW, ...options });
  const adminWith = (type: KeyType) =>
    createAdmin({
      apiKey: emulator.keys[type],
      baseUrl: 'http://emulator',
      fetch: emulator.fetch,
      pace: false,
      retry: false,
    });

  /** A call of any form, as its status and what was answered. */
  async function call(route: string, body?: unknown) {
    const [method = '', path = ''] = route.split(' ');
    const response = await emulator.fetch(`http://emulator${path}`, {
      method,
      headers: { 'Api-Key': emulator.keys.server, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('Content-Type')?.includes('json');
    const answer = (isJson ? JSON.parse(text) : undefined) as Record<string, unknown> | undefined;
    return { status: response.status, text, answer };
  }

  /** Puts rows where no call can put them. */
  function insert(table: string, rows: readonly (object & { id: number })[]) {
    insertAt(
      table,
      rows.map((row) => [row.id, row]),
    );
  }

  function insertAt(table: string, rows: readonly [string | number, unknown][]) {
    const saved = JSON.parse(emulator.save()) as { tables: Record<string, unknown[]> };
    saved.tables[table] = [...(saved.tables[table] ?? []), ...rows];
    emulator.load(JSON.stringify(saved));
  }

  return {
    emulator,
    inspect: emulator.inspect,
    admin: adminWith('server'),
    adminWith,
    call,
    insert,
    insertAt,
  };
}

/** A row of a list, with nobody on it. */
export function listRow(id: number, rest: object = {}) {
  return { id, name: `List ${id}`, createdAt: NOW, listType: 'Standard', members: [], ...rest };
}

/** A row of a running campaign whose template is number 51. */
export function campaignRow(id: number, rest: object = {}) {
  return {
    id,
    name: `Campaign ${id}`,
    type: 'Triggered',
    campaignState: 'Running',
    messageMedium: 'Email',
    createdAt: NOW,
    updatedAt: NOW,
    createdByUserId: 'boss@example.com',
    templateId: 51,
    listIds: [],
    suppressionListIds: [],
    labelIds: [],
    sendSize: 0,
    sendMode: 'ProjectTimeZone',
    ...rest,
  };
}

/** Channels and message types: marketing emails, opted out of, and text messages, opted into. */
export const channelRows = [
  { id: 21, name: 'News', channelType: 'Marketing', messageMedium: 'Email' },
  { id: 22, name: 'Texts', channelType: 'Marketing', messageMedium: 'SMS' },
];

export const messageTypeRows = [
  { id: 31, name: 'Newsletter', channelId: 21, createdAt: NOW, updatedAt: NOW, subscriptionPolicy: 'OptOut' },
  { id: 32, name: 'Alerts', channelId: 22, createdAt: NOW, updatedAt: NOW, subscriptionPolicy: 'OptIn' },
  { id: 33, name: 'Offers', channelId: 22, createdAt: NOW, updatedAt: NOW, subscriptionPolicy: 'OptIn' },
];

/** A row of a template of marketing emails. */
export const templateRow = {
  id: 51,
  channel: 'email',
  name: 'Hello',
  messageTypeId: 31,
  creatorUserId: 'boss@example.com',
  createdAt: NOW,
  updatedAt: NOW,
  type: 'Base',
  content: { '': {} },
};
