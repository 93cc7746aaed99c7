import type { InAppMessage } from '../../api/models/in-app.js';
import { knownIds } from '../../host/feed.js';
import { keepForUser } from '../../host/kept-for-user.js';
import type { Host } from '../../host/host.js';
import { createAlarm } from '../../lib/alarm.js';
import { randomId } from '../../lib/random-id.js';
import { isAlive, timeOf, type KeptMessage } from '../message.js';

/** What is known of a message here, before the service may know it. */
export interface Mark {
  /** `false` once it was made unread again. */
  isRead?: boolean;
  /** Whether it was read before that. */
  wasRead?: boolean | undefined;
  /** Whether it is done with, here. */
  isGone?: boolean;
  /** The page that was the first to mark it; none, once that was taken back. */
  by?: string;
}

/** A user's messages, as the device keeps them. */
interface Kept {
  messages: InAppMessage[];
  /** What was done with each message that came to this device, whoever's it was: nobody gets one twice. */
  marks: Map<string, Mark>;
  isLoaded: boolean;
}

/** The current user's messages, the same on every page of the visit and in every tab. */
export interface KeptMessages {
  /** Those that are alive and not done with, newest first. */
  all(): KeptMessage[];
  /** One of them. */
  find(messageId: string): KeptMessage | undefined;
  /** Whether one is there that nobody has read yet, here or in another tab. */
  isUnread(message: InAppMessage): boolean;
  /** Whether the service has answered for the current user. */
  readonly isLoaded: boolean;
  /** Gets what the device keeps, at once. */
  recall(): Promise<void>;
  /** Keeps what the service has answered. Gives those that are new to this device. */
  replace(messages: InAppMessage[]): Promise<InAppMessage[]>;
  /** Takes note of what was done with a message. Gives whether this page was the first to do something with it. */
  mark(messageId: string, mark: Mark): Promise<boolean>;
  /** Calls `listener` when the messages have changed, or one of them has expired; returns the function that stops it. */
  onChange(listener: () => void): () => void;
  /** Stops hearing of other tabs, and of their end. */
  close(): void;
}

/** Keeps the messages of the current user. */
export function keepMessages(host: Host, now: () => number): KeptMessages {
  const nothing = (): Kept => ({ messages: [], marks: new Map(), isLoaded: false });
  const kept = keepForUser(host, 'in-app', nothing, ['marks']);
  const all = () => alive(kept.value, now());
  const find = (id: string) => all().find(({ messageId }) => messageId === id);
  const page = randomId();
  const expiry = createAlarm(() => void kept.recall().catch(host.report), now);
  const stop = kept.onChange(() => {
    expiry.clear();
    expiry.set(Math.min(...all().map(({ expiresAt }) => timeOf(expiresAt) || Infinity)));
  });

  return {
    get isLoaded() {
      return kept.value.isLoaded;
    },
    all,
    find,
    isUnread: ({ messageId }) => find(messageId)?.read === false,
    recall: kept.recall,
    async replace(messages) {
      let fresh: InAppMessage[] = [];
      const isTheirs = await kept.change(async (get) => {
        const before = await get('marks');
        fresh = messages.filter(({ messageId }) => !before.has(messageId));
        const present = messages.map(({ messageId }) => messageId);
        const marks = knownIds(before.keys(), present).map((id) => [id, before.get(id) ?? {}] as const);
        return { messages, marks: new Map(marks), isLoaded: true };
      });
      return isTheirs ? fresh : [];
    },
    async mark(messageId, mark) {
      let by = page;
      await kept.change(async (get) => {
        const marks = await get('marks');
        const before = marks.get(messageId);
        by = before?.by || page;
        const wasRead = before?.wasRead || before?.isRead;
        return { marks: marks.set(messageId, { ...before, by, ...mark, wasRead }) };
      });
      return by === page;
    },
    onChange: kept.onChange,
    close: () => [stop, expiry.clear, kept.close].forEach((end) => end()),
  };
}

function alive({ messages, marks }: Kept, now: number): KeptMessage[] {
  return messages
    .filter((message) => !marks.get(message.messageId)?.isGone && isAlive(message, now))
    .map((message) => {
      const { isRead, wasRead } = { ...marks.get(message.messageId) };
      const read = isRead ?? !!message.read;
      return { ...message, read, ...(isRead === false && { isBack: true, wasRead }) };
    })
    .sort((a, b) => (timeOf(b.createdAt) || 0) - (timeOf(a.createdAt) || 0));
}
