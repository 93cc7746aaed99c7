import type { UserRef } from '../api/models/user.js';
import type { KeyOf, Table } from '../browser/store.js';
import type { Host } from '../host/host.js';

/**
 * Whom the pushes that come to this browser are for, as pages tell the service worker, which cannot ask them. It is on
 * the device only while the visitor agrees.
 */
export interface Recipient {
  /** Absent while pushes are for nobody, such as after a log-out. */
  user?: UserRef | undefined;
  /** The token by which this browser gets pushes, until it has been removed. */
  token?: string | undefined;
  /** Whether the service has it for this user. */
  isRegistered?: boolean;
  /** The key of the platform's subscription; absent with a push provider of the site's own. */
  applicationServerKey?: string | undefined;
  /** Who has turned pushes on here. They still want them when they are back after a log-out. */
  wantedBy?: UserRef | undefined;
}

/** Where a device keeps it. */
export const RECIPIENT = 'push' as KeyOf<Recipient>;

/** The recipient that is on the device. */
export function recipientIn(table: Table<unknown>): Promise<Recipient | undefined> {
  return table.get(RECIPIENT);
}

/** By which name tabs tell each other of a change. */
export function bellOf({ name }: Host): string {
  return `${name} push`;
}
