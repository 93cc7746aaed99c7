import type { PreviewTexts } from './preview/badge.js';

/** The words around messages. */
export interface Texts extends Partial<PreviewTexts> {
  /** Names the button that closes a message. Default: `Close`. */
  close: string;
  /** Names a message without a title of its own. Default: `Message`. */
  message: string;
  /** Names the inbox. Default: `Messages`. */
  inbox: string;
  /** What an empty inbox says. Default: `No messages`. */
  empty: string;
  /** What an inbox says until the service has answered. Default: `Loading messages …`. */
  loading: string;
  /** Marks a message that has not been read. Default: `New`. */
  unread: string;
  /** Names the button that deletes a message. Default: `Delete`. */
  remove: string;
}

/** The words of a page, in English where it gives none. */
export function textsOf(own: Partial<Texts> = {}): Texts {
  return {
    ...{ close: 'Close', message: 'Message', inbox: 'Messages', empty: 'No messages' },
    ...{ loading: 'Loading messages …', unread: 'New', remove: 'Delete' },
    ...own,
  };
}
