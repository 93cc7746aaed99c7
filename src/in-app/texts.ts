import type { PreviewTexts } from './preview/badge.js';

/** The words around messages, and in the inbox. */
export interface Texts extends Partial<PreviewTexts>, Partial<InboxTexts> {
  /** Names the button that closes a message. Default: `Close`. */
  close: string;
  /** Names a message without a title of its own. Default: `Message`. */
  message: string;
}

/** The words of the inbox that come with what lists it. */
export interface InboxTexts {
  /** Names the inbox. Default: `Messages`. */
  inbox: string;
  /** What an inbox says until the service has answered. Default: `Loading messages …`. */
  loading: string;
  /** What an empty inbox says. Default: `No messages`. */
  empty: string;
  /** Marks a message that has not been read. Default: `New`. */
  unread: string;
  /** The tab of all messages. Default: `All`. */
  all: string;
  /** The tab of those that have not been read, and what is said before their number. Default: `Unread`. */
  onlyUnread: string;
  /** The button that takes all messages as read. Default: `Mark all as read`. */
  readAll: string;
  /** Names the button that takes a message as read. Default: `Mark as read`. */
  markRead: string;
  /** Names the button that takes it back. Default: `Mark as unread`. */
  markUnread: string;
  /** Names the button that deletes a message. Default: `Delete`. */
  remove: string;
  /** What stands before the name of a message that was deleted. Default: `Deleted`. */
  removed: string;
  /** The button that brings it back. Default: `Undo`. */
  undo: string;
  /** The button that lists more messages. Default: `Show more`. */
  more: string;
}

/** The words of a page, in English where it gives none. */
export function textsOf(own: Partial<Texts> = {}): Texts {
  return { close: 'Close', message: 'Message', ...own };
}
