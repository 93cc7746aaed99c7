import type { InAppMessage } from '../../api/models/in-app.js';
import type { Messages } from '../messages.js';
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
  /** Deletes a message. */
  remove(messageId: string): Promise<void>;
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
    async read(messageId) {
      const message = find(messageId);
      if (!message || message.read) return;
      const { opened } = await tell();
      await Promise.all([opened(message, 'inbox'), messages.mark(messageId, { isRead: true })]);
    },
    async remove(messageId) {
      const message = find(messageId);
      if (!message) return;
      const { consumed } = await tell();
      await Promise.all([consumed(message, 'inbox', 'api'), messages.mark(messageId, { isGone: true })]);
    },
    subscribe(listener) {
      const tell = () => listener(inbox);
      const stop = messages.onChange(tell);
      tell();
      return stop;
    },
  };
  return inbox;
}
