import type { Device } from './device.js';
import type { Open } from './open-word.js';
import type { UserRef } from './user.js';

/** What all events of an in-app message say. */
export interface InAppEvent {
  messageId: string;
  /** When it happened, in seconds since the epoch. Default: when the service gets it. */
  createdAt?: number;
  /** Where it happened. */
  deviceInfo?: Device;
}

/** How the message came to be where it was used. */
export interface MessageContext {
  /** Whether the message stays in the inbox. */
  saveToInbox?: boolean;
  /** Whether the message came to the inbox without being shown. */
  silentInbox?: boolean;
}

/** Where the message was used, and how it came to be there. */
export interface InboxMessageContext extends MessageContext {
  /** `in-app` over the page, `inbox` in the inbox, or a place of your own. */
  location?: Open<'in-app' | 'inbox'>;
}

/** A message reached the device. */
export type InAppDelivery = UserRef & InAppEvent & { messageContext?: MessageContext };

/** A message was opened. */
export type InAppOpen = UserRef & InAppEvent & { messageContext?: InboxMessageContext };

/** A link in a message was clicked. */
export type InAppClick = InAppOpen & {
  /** Where the link leads. */
  clickedUrl?: string;
};

/** A message was closed. */
export type InAppClose = InAppClick & {
  /** What closed it, such as `link` or `button`. */
  closeAction?: string;
  /** The visit to the inbox in which it was closed. */
  inboxSessionId?: string;
};

/** A message is done with, and is not to come again. */
export type InAppConsumption = InAppOpen & {
  /** What deleted it, such as `swipe`; without it, the service records no deletion. */
  deleteAction?: string;
};
