import type { Timetable } from './clock.js';
import type { Tables } from './tables.js';

/** How a project names its people: by email, by your own ids, or by either. */
export type ProjectType = 'email' | 'userId' | 'hybrid';

/** Which of two contradicting words the service keeps to: its document's, or what it was seen to do. */
export type Dialect = 'document' | 'observed';

/** What every part of the service works on. */
export interface Service {
  project: ProjectType;
  /** The IANA zone in which its days begin, and its blasts start. Default: UTC. */
  timeZone?: string | undefined;
  dialect: Dialect;
  tables: Tables;
  clock: Timetable;
  /** A number from 0 up to 1; the same row of them for the same seed. */
  random(): number;
  /** Applies a write that was received: at once, or after the latency asked for. */
  later(work: () => void): void;
  /** Calls out over HTTP, as webhooks do. */
  fetch: typeof globalThis.fetch;
  /** Notes something that goes on beside the calls and that `settle` waits for. */
  pending(work: Promise<unknown>): void;
  /** Told of each event that is recorded, by whoever wants to know at the time. Default: nobody. */
  onRecord?: ((event: { id: string; type: string; personId: number }) => void) | undefined;
  /** People who act by themselves. Default: nobody does. */
  people?: {
    /** Has them act from now on, unless they do already. */
    begin(): void;
    /** Told of each message that someone was sent. */
    got(messageId: string): void;
  };
  /** Secret that tokens are signed with. */
  tokenSecret: string;
  /** The addresses and domains that emails may come from. Default: domains that are for examples. */
  senders?: readonly string[] | undefined;
  /** Who may make templates, beside the owner and those who made one. */
  members?: readonly string[] | undefined;
  /** The key types whose calls need a token; none means that no call does. */
  tokenKeys: readonly string[];
}
