import type { RelayedCall } from './relayed-call.js';

/** Where calls wait for the service in place of the page. */
export interface RelayQueue {
  /** Resolves once all of them are kept so that they outlive this process; rejects when it cannot say so of one. */
  add(calls: readonly RelayedCall[]): Promise<void>;
}
