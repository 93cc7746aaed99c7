import type { UserRef } from './user.js';

/** The token by which a browser gets web pushes, and whose browser it is. */
export type BrowserToken = UserRef & { browserToken: string };

/** A web push that was clicked. */
export type WebPushClick = UserRef & {
  messageId: string;
  campaignId?: number;
  templateId?: number;
  /** When it was clicked, in seconds since the epoch. Default: when the service gets it. */
  createdAt?: number;
};
