import type { InAppMessage } from '../../api/models/in-app.js';
import { untilLeft } from '../../browser/page.js';
import type { Messages } from '../keeping/messages.js';
import type { KeptMessage } from '../message.js';
import type { MessageEvents } from '../message-events.js';

/** The messages that a visitor keeps. */
export interface Inbox {
  /** Those that are saved and have not ended, newest first. */
  readonly messages: InAppMessage[];
  /** How many of them have not been read. */
  readonly unread: number;
  /** Whether the service has answered for the current user. */
  readonly isLoaded: boolean;
  /** Shows a message over the page, as read. Gives whether it has anything to show. */
  open(messageId: string): Promise<boolean>;
  /** Takes a message as read without showing it. */
  read(messageId: string): Promise<void>;
  /** Takes all messages as read. */
  readAll(): Promise<void>;
  /**
   * Lists a message as unread again, in all tabs of this device, until it is read. The service, which knows of no such
   * thing, is not told.
   */
  markUnread(messageId: string): Promise<void>;
  /**
   * Deletes a message.
   *
   * @param isUndone - Says, for as long as the visitor may undo it, whether they have. The message is gone from all
   * lists at once; if it is undone it is back, and if not, or once the page is left, the service is told.
   */
  remove(messageId: string, isUndone?: Promise<boolean>): Promise<void>;
  /** Calls `listener` now and when the inbox has changed; returns the function that stops it. */
  subscribe(listener: (inbox: Inbox) => void): () => void;
}

declare global {
  interface HTMLElementTagNameMap {
    'tidings-inbox': HTMLElement;
  }
}

/** What an inbox is made of. */
export interface InboxOptions {
  messages: Messages;
  /** Tells the service of the current user's messages. */
  tell: () => Promise<MessageEvents>;
  /** Shows a message from the inbox. */
  show: (messageId: string) => Promise<boolean>;
}

/** Makes the inbox of the current user. */
export function createInbox({ messages, tell, show }: InboxOptions): Inbox {
  const saved = () => messages.all().filter(({ saveToInbox }) => saveToInbox);
  const find = (id: string) => saved().find(({ messageId }) => messageId === id);

  /** Does something with a message, of which the service may hear under the name of who the visitor is now. */
  async function change(id: string, work: (message: KeptMessage, events: MessageEvents) => unknown[]) {
    const message = find(id);
    if (message) await Promise.all(work(message, await tell()));
  }

  /** What is being done: the second of two clicks does it no second time. */
  const begun = new Map<string, Promise<void>>();
  function once(name: string, work: () => Promise<void>): Promise<void> {
    const running = begun.get(name) ?? work().finally(() => begun.delete(name));
    begun.set(name, running);
    return running;
  }

  const inbox: Inbox = {
    get messages() {
      return saved();
    },
    get unread() {
      return saved().filter(({ read }) => !read).length;
    },
    get isLoaded() {
      return messages.isLoaded;
    },
    open: async (messageId) => find(messageId) !== undefined && show(messageId),
    read: (messageId) =>
      once(`read ${messageId}`, () =>
        change(messageId, (message, { opened }) =>
          message.read
            ? []
            : [!message.wasRead && opened(message, 'inbox'), messages.mark(messageId, { isRead: true })],
        ),
      ),
    async readAll() {
      await Promise.all(saved().map(({ messageId }) => inbox.read(messageId)));
    },
    markUnread: (messageId) =>
      change(messageId, ({ read }) => (read ? [messages.mark(messageId, { isRead: false, by: '' })] : [])),
    remove: (messageId, isUndone) =>
      once(`remove ${messageId}`, () =>
        change(messageId, (message, { consumed }) => {
          const end = (isBack: unknown) =>
            isBack ? messages.mark(messageId, { isGone: false, by: '' }) : consumed(message, 'inbox', 'api');
          // Who cannot be asked has not said so: it is gone here, and so it is elsewhere.
          const fail = (error: unknown) => end(false).then(() => Promise.reject(error as Error));
          return [messages.mark(messageId, { isGone: true }), untilLeft(isUndone).then<unknown>(end, fail)];
        }),
      ),
    subscribe(listener) {
      const tell = () => listener(inbox);
      const stop = messages.onChange(tell);
      tell();
      return stop;
    },
  };
  return inbox;
}
