import type { UserRef } from '../api/models/user.js';
import type { GetToken } from '../identity/credentials.js';
import type { Consent } from '../identity/visitor.js';

/** What is told of a client. */
export interface TellingParts {
  base: {
    /** Names the project, apart from others on the same site. */
    readonly name: string;
    now: () => number;
    /** Whether the console is told of each step. */
    debug?: boolean | undefined;
    getToken?: GetToken | undefined;
    isClosed?: boolean;
  };
  visitor: { readonly user: UserRef | undefined; readonly consent: Consent; readonly agrees: boolean };
  delivery: { troubleOf(user: UserRef): unknown };
  outbox: { count(): Promise<{ waiting: number; pausedUntil: number }> };
  /** What stops with the client. */
  stops: (() => void)[];
}
