import type { InAppMessage, InAppMessages } from '../api/in-app.js';
import type { Host } from '../events/host.js';
import { createQueue } from '../lib/queue.js';
import { keepMessages, ownerOf, type KeptMessages, type Mark } from './kept-messages.js';
import { isMessage } from './message.js';

/** The current user's messages, as the service and this device know them. */
export interface Messages extends KeptMessages {
  /** Asks the service; calls made while it is asked share the next request. */
  refresh(): Promise<void>;
  /** Takes note of what was done with a message. */
  mark(messageId: string, mark: Mark): Promise<void>;
}

/** What messages are made of. */
export interface MessagesOptions {
  host: Host;
  /** What the service is asked besides whose messages. */
  query: object;
  /** Hears of each message that is new to this device. */
  onNew: (message: InAppMessage) => void;
  now: () => number;
}

/** Gets the messages of the current user. */
export function createMessages({ host, query, onNew, now }: MessagesOptions): Messages {
  const kept = keepMessages(host, now);
  const { change } = kept;

  async function ask() {
    if (!host.user) return;
    const owner = ownerOf(host);
    const messages = messagesIn(await host.read('GET /api/inApp/web/getMessages', query));
    // They are of one who has left.
    if (owner !== ownerOf(host)) return;
    let fresh: InAppMessage[] = [];
    await change((mine) => {
      fresh = messages.filter(({ messageId }) => !mine.marks.has(messageId));
      const marks = messages.map(({ messageId }) => [messageId, mine.marks.get(messageId) ?? {}] as const);
      Object.assign(mine, { isLoaded: true, messages, marks: new Map(marks) });
    });
    fresh.forEach(onNew);
  }

  return Object.assign(kept, {
    refresh: createQueue(ask),
    mark: (messageId: string, mark: Mark) =>
      change(({ marks }) => void marks.set(messageId, { ...marks.get(messageId), ...mark })),
  });
}

/** The messages of an answer, which is not taken at its word. */
function messagesIn(answer: unknown): InAppMessage[] {
  const list = (answer as Partial<InAppMessages> | undefined)?.inAppMessages;
  return Array.isArray(list) ? list.filter(isMessage) : [];
}
