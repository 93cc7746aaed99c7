import { connect } from '../api/endpoint.js';
import { OptionError } from '../errors.js';
import { operations } from './operations.js';
import { withReadings } from './readings.js';

/** Which service to open, and with which key. */
export interface AdminOptions {
  /** A server-side API key. Never ship it to a browser. */
  apiKey: string;
  /** Where the service is, such as `https://api.example.com`. A path in it is kept. */
  baseUrl: string;
  /** Replaces the global `fetch`, to proxy or to test. */
  fetch?: typeof globalThis.fetch;
  headers?: AdminHeaders;
}

/** The names of the headers a deployment may name otherwise. */
export interface AdminHeaders {
  /** The header that carries the key. Default: `Api-Key`. */
  apiKey?: string;
}

/** Every operation of the service, by resource. */
export type Admin = ReturnType<typeof createAdmin>;

/**
 * Connects to the service with full rights, from a server.
 *
 * @example
 * ```ts
 * const admin = createAdmin({ apiKey: process.env.API_KEY!, baseUrl: 'https://api.example.com' });
 * const { listId } = await admin.lists.create({ name: 'Spring sale' });
 * await admin.lists.subscribe({ listId, subscribers: [{ email: 'ada@example.com' }] });
 * ```
 */
export function createAdmin(options: AdminOptions) {
  refusePages();
  return operations(withReadings(connect(options)));
}

/** A page shows its visitors every key it holds. */
function refusePages() {
  const { window } = globalThis as { window?: { document?: unknown } };
  if (!window?.document) return;
  throw new OptionError(
    '`createAdmin` must run on a server, since a page shows its key to everyone; a page uses `createClient` with a web key',
  );
}

export type { Call, CallOptions } from '../api/endpoint.js';
export type * from './auth.js';
export type * from './bulk-user-result.js';
export type * from './campaigns.js';
export type * from './catalogs.js';
export type * from './channels.js';
export type * from './commerce.js';
export type * from './devices.js';
export type * from './embedded.js';
export type * from './events.js';
export type * from './experiments.js';
export type * from './export-data-type.js';
export type * from './exports.js';
export type * from './in-app.js';
export type * from './journeys.js';
export type * from './lists.js';
export type * from './message-types.js';
export type * from './metadata.js';
export type * from './new-campaign.js';
export type * from './page.js';
export type * from './single-sends.js';
export type * from './snippets.js';
export type * from './subscriptions.js';
export type * from './templates.js';
export type * from './templates/email.js';
export type * from './templates/embedded.js';
export type * from './templates/in-app.js';
export type * from './templates/push.js';
export type * from './templates/sms.js';
export type * from './templates/template.js';
export type * from './users.js';
export type * from './verify.js';
export type * from './webhooks.js';
export type * from '../api/commerce.js';
export type * from '../api/data-fields.js';
export type * from '../api/device.js';
export type * from '../api/embedded.js';
export type * from '../api/embedded-events.js';
export type * from '../api/envelope.js';
export type * from '../api/event.js';
export type * from '../api/in-app.js';
export type * from '../api/in-app-events.js';
export type * from '../api/open.js';
export type * from '../api/push.js';
export type * from '../api/timestamp.js';
export type * from '../api/user.js';
export * from '../errors.js';
