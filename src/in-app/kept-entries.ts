import type { InAppMessage } from '../api/in-app.js';
import type { Table } from '../browser/store.js';
import type { Host } from '../events/host.js';

/** What is known of a message here, before the service may know it. */
export interface Mark {
  isRead?: boolean;
  /** Whether it is done with, here. */
  isGone?: boolean;
}

/** A user's messages, as the device keeps them. */
export interface Kept {
  messages: InAppMessage[];
  /** What was done with each of them; one that has a mark has come before. */
  marks: Map<string, Mark>;
  isLoaded: boolean;
}

/** The current user's entries on the device. Each call gives what it has found or made. */
export interface KeptEntries {
  /** What is kept; what is another's is dropped. */
  recall(): Promise<Kept>;
  /** Keeps what the service has answered, and forgets what was done with messages that are no more. */
  replace(messages: InAppMessage[]): Promise<Kept & { fresh: InAppMessage[] }>;
  mark(messageId: string, mark: Mark): Promise<Pick<Kept, 'marks'>>;
}

/** Where the device keeps what is large and seldom changes, and what is small and often does. */
const [MESSAGES, MARKS] = ['in-app messages', 'in-app marks'];

/** Reaches the entries of a device. */
export function createKeptEntries(host: Host): KeptEntries {
  const open = <Result>(work: (table: Owned) => Promise<Result>) => {
    const user = ownerOf(host);
    const mayKeep = host.user !== undefined;
    return host.store((table) => work(ownedIn(table, user, mayKeep)));
  };

  return {
    recall: () =>
      open(async (own) => ({ ...nothing(), ...(await own.get(MESSAGES)), ...(await own.get(MARKS)) })),
    replace: (messages) =>
      open(async (own) => {
        const { marks: before } = { ...nothing(), ...(await own.get(MARKS)) };
        const marks = new Map(messages.map(({ messageId }) => [messageId, before.get(messageId) ?? {}]));
        own.put(MESSAGES, { messages, isLoaded: true });
        own.put(MARKS, { marks });
        const fresh = messages.filter(({ messageId }) => !before.has(messageId));
        return { messages, marks, isLoaded: true, fresh };
      }),
    mark: (messageId, mark) =>
      open(async (own) => {
        const { marks } = { ...nothing(), ...(await own.get(MARKS)) };
        marks.set(messageId, { ...marks.get(messageId), ...mark });
        own.put(MARKS, { marks });
        return { marks };
      }),
  };
}

/** What is kept of someone new. */
export function nothing(): Kept {
  return { messages: [], marks: new Map(), isLoaded: false };
}

/** Names the user that messages are for. */
export function ownerOf({ user }: Host): string {
  return JSON.stringify(user ?? {});
}

/** The entries of one user. */
interface Owned {
  /** Gets an entry; another's is dropped. */
  get(key: string): Promise<Partial<Kept> | undefined>;
  put(key: string, entry: Partial<Kept>): void;
}

function ownedIn(table: Table<unknown>, user: string, mayKeep: boolean): Owned {
  return {
    async get(key) {
      const found = (await table.get(key)) as (Kept & { user: string }) | undefined;
      if (!found) return undefined;
      const { user: owner, ...entry } = found;
      if (owner === user) return entry;
      table.delete(key);
      return undefined;
    },
    put(key, entry) {
      if (mayKeep) table.put(key, { user, ...entry });
    },
  };
}
