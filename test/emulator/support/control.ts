import { createEmulator, type EmulatorOptions } from '../../../src/emulator/app.js';

/** An emulator with its control, and a way to ask it that gives status and body. */
export function setup(options: EmulatorOptions = {}) {
  const emulator = createEmulator(options);

  async function ask(path: string, { method, body, headers }: Asked = {}) {
    const response = await emulator.fetch(`http://localhost:4747${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: { ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('Content-Type')?.includes('json');
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: JSON.parse(isJson ? text : 'null') as Answer,
    };
  }

  const track = (eventName: string, email = 'ada@example.com') =>
    ask('/api/events/track', {
      body: { email, eventName },
      headers: { 'Api-Key': emulator.keys.server },
    });
  return { emulator, ask, track };
}

export interface Asked {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** What the answers of the control hold, each some of it. */
export interface Answer {
  code: string;
  msg: string;
  rows: { fields: object }[];
  total: number;
  person: { email: string };
  lists: object[];
  messages: { campaignName: string }[];
  events: { number: number; createdAt: number }[];
  requests: { number: number }[];
  run: number;
  tables: string[];
  faults: object[];
  token: string;
  tokenSecret: string;
  messageId: string;
  inAppMessages: object[];
  placements: object[];
  curl: string;
  status: number;
}
