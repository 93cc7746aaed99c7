import type { UserRef } from '../api/models/user.js';
import type { Clock } from './state/clock.js';
import type { Faults } from './answering/faults.js';
import type { Inspection } from './inspection.js';
import type { Keys } from './operation/keys.js';

/** The service, in memory. */
export interface Emulator {
  /** Answers a request as the service does. Give it to `createClient` or `createAdmin`, or serve it. */
  fetch: typeof globalThis.fetch;
  /** Makes calls go wrong. */
  faults: Faults;
  /** The service's time, and a way to let it pass. */
  clock: Clock;
  /** What the service holds, and every attempt to call it. */
  inspect: Inspection;
  /** The project's keys, by type. */
  keys: Readonly<Keys>;
  /** A token for a user, as the customer's own server would sign it. Default: good for an hour. */
  signToken(user: UserRef, options?: { expiresIn?: number }): Promise<string>;
  /** Waits until every write that was received has been applied, and every webhook called. */
  settle(): Promise<void>;
  /** Everything the service holds, as a text. */
  save(): string;
  /** Takes up what {@link Emulator.save} gave; throws on another text, and keeps what there is. */
  load(text: string): void;
}
