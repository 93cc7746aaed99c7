import { createAdmin } from '../../../src/admin/index.js';
import { createEmulator, type EmulatorOptions } from '../../../src/emulator/app.js';
import type { KeyType } from '../../../src/emulator/operation/keys.js';

/** Noon of a day in UTC, in milliseconds since the epoch. */
export const NOON = Date.UTC(2026, 0, 15, 12);

export interface CallOptions {
  /** Default: `server`; none for a call without a key. */
  key?: KeyType | 'none';
  /** Sent as JSON; a text as it is. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** An answer as a test reads it. */
export interface Answer {
  status: number;
  /** The parsed body; its text when it is not JSON. */
  body: unknown;
  headers: Headers;
}

/** An emulator at noon, a server's connection to it, and plain calls. */
export function startService(options: EmulatorOptions = {}) {
  const emulator = createEmulator({ now: () => NOON, ...options });
  const admin = createAdmin({
    apiKey: emulator.keys.server,
    baseUrl: 'http://emulator',
    fetch: emulator.fetch,
    pace: false,
    retry: false,
  });

  /** Calls a route such as `GET /api/catalogs?page=2`. */
  async function call(
    route: string,
    { key = 'server', body, headers = {} }: CallOptions = {},
  ): Promise<Answer> {
    const [method = '', path = ''] = route.split(' ');
    const response = await emulator.fetch(`http://emulator${path}`, {
      method,
      headers: { ...(key !== 'none' && { 'Api-Key': emulator.keys[key] }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: response.status, body: readable(await response.text()), headers: response.headers };
  }

  return { emulator, admin, call };
}

function readable(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
