import type { InAppMessage } from '../api/in-app.js';
import { nudge, onNudged } from '../browser/nudge.js';
import type { Host } from '../events/host.js';
import { createEmitter } from '../lib/emitter.js';
import { createKeptEntries, nothing, ownerOf, type Kept, type Mark } from './kept-entries.js';
import { isAlive, timeOf } from './message.js';

/** The current user's messages, the same on every page of the visit and in every tab. */
export interface KeptMessages {
  /** Those that are alive and not done with, newest first. */
  all(): InAppMessage[];
  /** One of them. */
  find(messageId: string): InAppMessage | undefined;
  /** Whether the service has answered for the current user. */
  readonly isLoaded: boolean;
  /** Gets what the device keeps, at once. */
  recall(): Promise<void>;
  /** Keeps what the service has answered. Gives those that are new to this device. */
  replace(messages: InAppMessage[]): Promise<InAppMessage[]>;
  /** Takes note of what was done with a message. */
  mark(messageId: string, mark: Mark): Promise<void>;
  /** Calls `listener` when the messages have changed; returns the function that stops it. */
  onChange(listener: () => void): () => void;
  /** Stops hearing of other tabs. */
  close(): void;
}

/** Keeps the messages of the current user, and drops those of another. */
export function keepMessages(host: Host, now: () => number): KeptMessages {
  const { on, emit } = createEmitter<{ change: undefined }>();
  const bell = `${host.name} in-app`;
  const entries = createKeptEntries(host);
  let [owner, kept] = ['', nothing()];
  const mine = () => (owner === ownerOf(host) ? kept : nothing());
  const all = () => alive(mine(), now());

  /** Takes over what was found or made for the current user; gives nothing if they have left meanwhile. */
  async function take<Change extends Partial<Kept>>(found: Promise<Change>): Promise<Change | undefined> {
    const user = ownerOf(host);
    const change = await found;
    if (user !== ownerOf(host)) return undefined;
    [kept, owner] = [{ ...mine(), ...change }, user];
    emit('change', undefined);
    return change;
  }
  const recall = () => take(entries.recall()).then(() => undefined);
  /** Lets the other tabs see what has changed. */
  function share() {
    if (host.user) nudge(bell);
  }

  return {
    get isLoaded() {
      return mine().isLoaded;
    },
    all,
    find: (id) => all().find(({ messageId }) => messageId === id),
    recall,
    async replace(messages) {
      const change = await take(entries.replace(messages));
      share();
      return change?.fresh ?? [];
    },
    async mark(messageId, mark) {
      await take(entries.mark(messageId, mark));
      share();
    },
    onChange: (listener) => on('change', listener),
    close: onNudged(bell, () => void recall().catch(host.report)),
  };
}

function alive({ messages, marks }: Kept, now: number): InAppMessage[] {
  return messages
    .filter((message) => !marks.get(message.messageId)?.isGone && isAlive(message, now))
    .map((message) => (marks.get(message.messageId)?.isRead ? { ...message, read: true } : message))
    .sort((a, b) => (timeOf(b.createdAt) || 0) - (timeOf(a.createdAt) || 0));
}
