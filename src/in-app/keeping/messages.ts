import type { InAppMessage, InAppMessages } from '../../api/models/in-app.js';
import type { UserRef } from '../../api/models/user.js';
import { feedOf, listIn } from '../../host/feed.js';
import { call } from '../../host/call.js';
import type { Host } from '../../host/host.js';
import { keepMessages, type KeptMessages } from './kept-messages.js';
import { isMessage } from '../message.js';

/** The current user's messages, as the service and this device know them. */
export interface Messages extends KeptMessages {
  /** Asks the service; calls made while it is asked share the next request. */
  refresh(): Promise<void>;
}

/** What messages are made of. */
export interface MessagesOptions {
  host: Host;
  /** What the service is asked besides whose messages. */
  query: { count: number; packageName: string };
  /** Gets what `onNew` needs for what came, before it counts as known here. */
  prepare: (messages: InAppMessage[]) => Promise<unknown>;
  /** Hears of the messages that are new to this device. */
  onNew: (messages: InAppMessage[], user: UserRef) => void;
  /** Whether nobody waits for them any more. */
  isClosed: () => boolean;
  now: () => number;
}

/** Gets the messages of the current user. */
export function createMessages({ host, query, prepare, onNew, isClosed, now }: MessagesOptions): Messages {
  const kept = keepMessages(host, now);

  async function ask(): Promise<InAppMessage[]> {
    const answer = await call(host, 'GET /api/inApp/web/getMessages', query);
    const told: unknown[] = listIn((answer as InAppMessages | null | undefined)?.inAppMessages);
    const usable = told.filter(isMessage);
    if (usable.length < told.length)
      host.report(new Error('A message is left out: it has no usable `messageId`, or is too large to keep'));
    const messages = new Map(usable.slice(0, query.count).map((message) => [message.messageId, message]));
    return [...messages.values()];
  }

  return Object.assign(kept, {
    refresh: feedOf({
      ...{ host, ask, prepare, onNew },
      // Whoever starts again asks again, and is told of what came then.
      keep: async (found) => (isClosed() ? [] : kept.replace(found)),
    }),
  });
}
