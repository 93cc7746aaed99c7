import type { Route } from '../api/address.js';
import type { UserRef } from '../api/models/user.js';
import type { Store } from '../browser/store.js';

/** Where a client keeps what features need of it; nothing for pages. */
export const HOST: unique symbol = Symbol.for('tidings.host') as never;

/** What a client keeps for features. */
export interface Hosting {
  readonly [HOST]: Host;
}

/** Something that the visitor did, as it was recorded. */
export interface Done {
  kind: string;
  /** Of what the page calls `track` for. */
  name?: string;
  dataFields?: object;
  /** Who did it; absent before the visitor was known. */
  user?: UserRef | undefined;
  /** In milliseconds since the epoch. */
  recordedAt: number;
}

/** What features, such as in-app messages, need of the client they are attached to. */
export interface Host {
  /** What the page calls the project: the option of that name, or else its key. */
  readonly project: string;
  /** Names the project, apart from others on the same site. */
  readonly name: string;
  /** Who messages are for: nobody, before the visitor agrees. */
  readonly user: UserRef | undefined;
  /** Calls `listener` when the visitor or their consent has changed; returns the function that stops it. */
  on(name: 'user' | 'consent', listener: () => void): () => void;
  /** Calls `listener` with each event that is recorded on this page; returns the function that stops it. */
  on(name: 'recorded', listener: (event: Done) => void): () => void;
  /** Whether what the visitor does may be on the device, and leave it. */
  readonly isAllowed: boolean;
  /** Tells the console of something, while the page wants to know. */
  note(what: string): void;
  /** Tells the page's error listeners what went wrong. */
  report(error: unknown): void;
  /** Records what a message of a user was used for, to be delivered under their name. */
  track(route: Route, body: object, user: UserRef): Promise<void>;
  /** Records what the visitor did, or, where that has no name, what they said of themselves, as the page itself would. */
  record(fields: object, event?: string): Promise<void>;
  /** Calls an operation under a user's own token. */
  callAs(user: UserRef, route: Route, input: object): Promise<unknown>;
  /** Loads what speaks to the service, since a call is about to be made. */
  expectCall(): void;
  /** Delivers what waits, within some milliseconds. */
  flush(timeout: number): Promise<void>;
  /** Delivers soon what something else of this site has recorded, such as its service worker. */
  deliver(): void;
  /** Says who the visitor is. */
  say(user: UserRef): Promise<void>;
  /** Lets what waits of a user be another's. */
  adopt(user: UserRef, next: UserRef): Promise<void>;
  /** Keeps entries for this visit and the next, while the visitor agrees. Their keys begin with a letter. */
  store: Store<unknown>;
  /** What is started for the client, by its name. */
  readonly features: Map<string, unknown>;
  /** What the client is as long as it is: nothing is started for one that is closed. */
  readonly base: { readonly isClosed: boolean };
  /** Calls `stop` when the client is closed. */
  onClose(stop: () => void): void;
}
