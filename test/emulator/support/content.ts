import { createAdmin } from '../../../src/admin/index.js';
import { createEmulator, type EmulatorOptions } from '../../../src/emulator/app.js';
import type { EventRecord } from '../../../src/emulator/events/event-record.js';
import type { DataFeedRow } from '../../../src/emulator/rendering/data-feeds.js';
import type { Task } from '../../../src/emulator/state/task.js';
import type {
  CampaignRow,
  ExperimentRow,
  JourneyRow,
  MessageRow,
} from '../../../src/emulator/state/project.js';
import type { MessageTypeRow } from '../../../src/emulator/state/subscribable.js';

/** Noon on the first of June, in milliseconds since the epoch. */
export const NOON = Date.UTC(2026, 5, 1, 12);
export const SECOND = 1_000;
export const HOUR = 3_600_000;
export const DAY = 86_400_000;

/** What no operation makes, and a test puts there by hand. */
interface Rows {
  labels: { id: number; name: string };
  features: boolean;
  campaigns: CampaignRow;
  messageTypes: MessageTypeRow;
  journeys: JourneyRow;
  experiments: ExperimentRow;
  tasks: Task;
  dataFeeds: DataFeedRow;
  records: EventRecord;
}

/** An emulator at noon, its server door, and ways to fill it. */
export function setup(options: EmulatorOptions = {}) {
  let now = NOON;
  const emulator = createEmulator({ now: () => now, ...options });
  const { fetch, keys, inspect, clock } = emulator;
  const admin = createAdmin({
    apiKey: keys.server,
    baseUrl: 'http://emulator',
    fetch,
    pace: false,
    retry: false,
  });

  async function call(path: string, body?: unknown, apiKey = keys.server) {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`http://emulator${path}`, { ...init, headers: { 'Api-Key': apiKey } });
    const text = await response.text();
    const isJson = response.headers.get('Content-Type')?.includes('json');
    return { status: response.status, body: isJson ? (JSON.parse(text) as unknown) : text };
  }

  function put<Name extends keyof Rows>(table: Name, key: number | string, row: Rows[Name]) {
    const saved = JSON.parse(emulator.save()) as { tables: Record<string, [unknown, unknown][]> };
    const others = (saved.tables[table] ?? []).filter(([known]) => known !== key);
    saved.tables[table] = [...others, [key, row]];
    emulator.load(JSON.stringify(saved));
  }

  /** A new list of these people, who are made if need be. */
  async function list(...emails: string[]) {
    const { listId } = await admin.lists.create({ name: emails.join() || 'Nobody' });
    if (emails.length)
      await admin.lists.subscribe({ listId, subscribers: emails.map((email) => ({ email })) });
    return listId;
  }

  /** A new email template. */
  async function template(html = 'Hello {{name}}', clientTemplateId = `template-${now}-${html}`) {
    const upserted = await admin.templates.email.upsert({ clientTemplateId, subject: 'Hi', html });
    return upserted.templateIds[0] ?? NaN;
  }

  return {
    emulator,
    admin,
    clock,
    inspect,
    call,
    put,
    list,
    template,
    /** Lets the device's own time pass; nothing falls due until the next call. */
    sleep: (milliseconds: number) => void (now += milliseconds),
    messages: () => inspect.rows('messages') as MessageRow[],
  };
}
