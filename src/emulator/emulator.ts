import type { UserRef } from '../api/models/user.js';
import type { Clock } from './state/clock.js';
import type { Faults } from './answering/faults.js';
import type { StandIn } from './answering/stand-ins.js';
import type { Inspection } from './inspection.js';
import type { Scenario } from './scenario/scenario.js';
import type { Keys } from './operation/keys.js';

/** The service, in memory. */
export interface Emulator {
  /** Answers a request as the service does. Give it to `createClient` or `createAdmin`, or serve it. */
  fetch: typeof globalThis.fetch;
  /** Makes calls go wrong. */
  faults: Faults;
  /**
   * Has a handler of yours stand in for an operation, named as `POST /api/events/track`; gives what takes it away again.
   *
   * @example
   * ```ts
   * const stop = emulator.handle('GET /api/lists', () => Response.json({ lists: [] }));
   * ```
   */
  handle(route: string, standIn: StandIn): () => void;
  /** The service's time, and a way to let it pass. */
  clock: Clock;
  /** What the service holds, and every attempt to call it. */
  inspect: Inspection;
  /** The project's keys, by type. */
  keys: Readonly<Keys>;
  /** A token for a user, as the customer's own server would sign it. Default: good for an hour. */
  signToken(user: UserRef, options?: { expiresIn?: number }): Promise<string>;
  /**
   * Puts people, campaigns and whatever else a scenario describes into the project: all of it, or nothing. Where
   * something is wrong it throws, with the path, such as `campaigns[2].templateId: no template has the id 7`.
   */
  seed(scenario: Scenario): void;
  /** Does what has fallen due; waits until every write that was received is applied, and every webhook called. */
  settle(): Promise<void>;
  /** Everything the service holds, as a text. */
  save(): string;
  /** Takes up what {@link Emulator.save} gave; throws on another text, and keeps what there is. */
  load(text: string): void;
}
