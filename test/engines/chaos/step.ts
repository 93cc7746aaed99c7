import type { Fault, TokenMode } from './collector.js';
import type { Call } from './page.js';
import type { Who } from './wire.js';

/** How a page ends or is left. */
export type End = 'goto' | 'reload' | 'close' | 'crash';

/** One thing that happens. A tab is named by its place among those that are open. */
export type Step =
  /** Calls are made, after a login or a logout if there is one; with `isAwaited`, until all are kept. */
  | { does: 'call'; tab: number; calls: Call[]; login?: { user?: Who }; isAwaited: boolean }
  | { does: 'end'; tab: number; how: End; lastWords: Call[] }
  | { does: 'redirect'; calls: Call[] }
  | { does: 'close all'; lastWords: Call[][] }
  | { does: 'freeze' | 'thaw' | 'there and back' | 'fill keepalive' | 'break rows' | 'clear'; tab: number }
  | { does: 'open' | 'kill the browser' | 'offline' | 'online' | 'revoke' }
  | { does: 'open with limits'; events: number }
  | { does: 'call without storage'; calls: Call[] }
  | { does: 'call with another key'; calls: Call[]; user: Who }
  | { does: 'become many'; calls: Call[] }
  | { does: 'leap'; ahead: number }
  | { does: 'fail'; fault: Fault }
  | { does: 'give tokens'; mode: TokenMode }
  | { does: 'bar'; route?: string }
  | { does: 'wait'; milliseconds: number };

/** What happens to a visitor, the browser and the service: all of it decided by the seed. */
export interface Schedule {
  seed: number;
  troubles: string[];
  hasLocks: boolean;
  /** Whether the site is at an address that browsers do not trust. */
  isPlain: boolean;
  steps: Step[];
  /** The calls that need a message, by number. */
  messages: number[];
}
