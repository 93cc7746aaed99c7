import type { Device } from './device.js';
import type { UserRef } from './user.js';

/** When and where something happened to embedded messages. */
export interface EmbeddedEvent {
  /** When it happened, in seconds since the epoch. Default: when the service gets it. */
  createdAt?: number;
  deviceInfo?: Device;
}

/** An embedded message reached the device; it need not have been shown. */
export type EmbeddedReceipt = UserRef & EmbeddedEvent & { messageId: string };

/** An embedded message was clicked. */
export type EmbeddedClick = EmbeddedReceipt & {
  /** The `id` of the button, when it was one. */
  buttonIdentifier?: string;
  /** Where the click leads. */
  targetUrl?: string;
};

/** A visit to places with embedded messages, and what was seen during it. */
export type EmbeddedVisit = UserRef &
  EmbeddedEvent & {
    session: EmbeddedSession;
    impressions: EmbeddedImpression[];
  };

/** A span of time in which a visitor could see messages. */
export interface EmbeddedSession {
  /** An id of your own for this visit. */
  id: string;
  /** In milliseconds since the epoch. */
  start: number;
  /** In milliseconds since the epoch. */
  end: number;
}

/** How often and how long a message was seen during a visit. */
export interface EmbeddedImpression {
  messageId: string;
  placementId: number;
  displayCount: number;
  /** In seconds, with decimals. */
  displayDuration: number;
}
