import type { UserRef } from '../api/models/user.js';
import type { TrackedEvent } from './event.js';
import type { Drop, Limits } from './outbox/ledger.js';
import { RANKS, sizeOf } from './outbox/row.js';

/** What a visitor does before they are asked. Nothing of it may be on the device, so it waits in memory. */
export interface BeforeConsent {
  add(event: TrackedEvent): void;
  /** Lets the events of nobody be a user's; without one, forgets them. */
  adopt(user?: UserRef): void;
  /** Gives all of it, and forgets it. */
  take(): TrackedEvent[];
  /** How many events wait. */
  readonly waiting: number;
  /** How many were given up, for want of room. */
  readonly full: number;
}

/** Makes a place in memory that keeps no more than a device may keep. */
export function createBeforeConsent(limits: Limits, onDropped: (drop: Drop) => void): BeforeConsent {
  const events: TrackedEvent[] = [];
  let bytes = 0;
  let full = 0;

  /** Gives up the oldest of what matters least. */
  function giveUp() {
    const event = events.reduce((least, next) => (RANKS[next.kind] < RANKS[least.kind] ? next : least));
    events.splice(events.indexOf(event), 1);
    bytes -= sizeOf(event);
    full += 1;
    onDropped({ event, reason: 'full' });
  }

  function add(event: TrackedEvent) {
    events.push(event);
    bytes += sizeOf(event);
    while (events.length > limits.events || bytes > limits.bytes) giveUp();
  }

  function take() {
    bytes = 0;
    return events.splice(0);
  }

  return {
    add,
    adopt(user) {
      for (const event of take()) if (event.user || user) add({ user, ...event });
    },
    take,
    get waiting() {
      return events.length;
    },
    get full() {
      return full;
    },
  };
}
