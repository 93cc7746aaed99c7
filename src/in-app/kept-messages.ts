import type { InAppMessage } from '../api/in-app.js';
import { nudge, onNudged } from '../browser/nudge.js';
import type { Host } from '../events/host.js';
import { createEmitter } from '../lib/emitter.js';
import { isAlive, timeOf } from './message.js';

/** What is known of a message here, before the service may know it. */
export interface Mark {
  isRead?: boolean;
  /** Whether it is done with, here. */
  isGone?: boolean;
}

/** A user's messages, as the device keeps them. */
export interface Kept {
  /** Whose they are. */
  user: string;
  messages: InAppMessage[];
  /** What was done with each of them; one that has a mark has come before. */
  marks: Map<string, Mark>;
  isLoaded: boolean;
}

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
  /** Changes what the device keeps. */
  change(work: (kept: Kept) => void): Promise<void>;
  /** Calls `listener` when the messages have changed; returns the function that stops it. */
  onChange(listener: () => void): () => void;
  /** Stops hearing of other tabs. */
  close(): void;
}

const KEY = 'in-app messages';

/** Keeps the messages of the current user, and drops those of another. */
export function keepMessages(host: Host, now: () => number): KeptMessages {
  const { on, emit } = createEmitter<{ change: undefined }>();
  const bell = `${host.name} in-app`;
  let kept = nothingOf('');
  const isMine = () => kept.user === ownerOf(host);
  const all = () => (isMine() ? alive(kept, now()) : []);
  const recall = () => transact();

  async function transact(work?: (kept: Kept) => void) {
    const user = ownerOf(host);
    const next = await rewrite(host, user, work);
    // The change may be of one who has left.
    if (user !== ownerOf(host)) return;
    kept = next;
    emit('change', undefined);
  }

  return {
    get isLoaded() {
      return isMine() && kept.isLoaded;
    },
    all,
    find: (id) => all().find(({ messageId }) => messageId === id),
    recall,
    async change(work) {
      await transact(work);
      if (host.user) nudge(bell);
    },
    onChange: (listener) => on('change', listener),
    close: onNudged(bell, () => void recall().catch(host.report)),
  };
}

function nothingOf(user: string): Kept {
  return { user, messages: [], marks: new Map(), isLoaded: false };
}

/** Names the user that messages are for. */
export function ownerOf({ user }: Host): string {
  return JSON.stringify(user ?? {});
}

/** Keeps what `work` makes of a user's messages, and drops another's. */
function rewrite(host: Host, user: string, work?: (kept: Kept) => void): Promise<Kept> {
  return host.store(async (table) => {
    const found = (await table.get(KEY)) as Kept | undefined;
    const mine = found?.user === user ? found : nothingOf(user);
    work?.(mine);
    if (host.user && work) table.put(KEY, mine);
    else if (found && found !== mine) table.delete(KEY);
    return mine;
  });
}

function alive({ messages, marks }: Kept, now: number): InAppMessage[] {
  return messages
    .filter((message) => !marks.get(message.messageId)?.isGone && isAlive(message, now))
    .map((message) => (marks.get(message.messageId)?.isRead ? { ...message, read: true } : message))
    .sort((a, b) => (timeOf(b.createdAt) || 0) - (timeOf(a.createdAt) || 0));
}
