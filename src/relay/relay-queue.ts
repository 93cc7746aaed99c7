import type { UserRef } from '../api/models/user.js';
import type { RelayedCall } from './relayed-call.js';

/** Where calls wait for the service in place of the page. */
export interface RelayQueue {
  /** Resolves once all of them are kept so that they outlive this process; rejects when it cannot say so of one. */
  add(calls: readonly RelayedCall[], how?: AddHow): Promise<void>;
  /**
   * Whether something of a user waits: while it does, the user's email is not changed. Default: it is changed at once, and what
   * waits is told under the old one.
   */
  holds?(user: UserRef): Promise<boolean>;
}

/** How calls are added to a queue. */
export interface AddHow {
  /**
   * How long the page waits to hear of them, in milliseconds. What is kept later than that may stand behind newer calls of the
   * same user, since the page tells it again.
   */
  patience: number;
}
