import type { Clock } from '../clock.js';
import type { UserRef } from '../../api/user.js';
import type { Faults } from '../faults.js';
import type { Inspection } from '../inspection.js';
import type { Keys } from '../keys.js';

/** The public face of an emulator: all that its control and its console go by. */
export interface Controlled {
  fetch: typeof globalThis.fetch;
  faults: Faults;
  clock: Clock;
  inspect: Inspection;
  keys: Readonly<Keys>;
  signToken(user: UserRef, options?: { expiresIn?: number }): Promise<string>;
  settle(): Promise<void>;
  save(): string;
  load(text: string): void;
}
