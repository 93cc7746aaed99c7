import type { UserRef } from '../api/models/user.js';
import type { Consent } from '../identity/visitor.js';
import type { TrackedEvent } from '../events/event.js';
import type { Drop } from '../events/outbox/ledger.js';

/** What a client tells of. */
export interface Told {
  /** This event is safe on this device; without consent yet, in this page. */
  recorded: TrackedEvent;
  /** The service has this event. */
  delivered: TrackedEvent;
  /** This event will never be delivered. */
  dropped: Drop;
  /** Something went wrong. What was recorded is kept, and goes out later. */
  error: Error;
  /** Who the visitor is from now on; `undefined` once nobody knows. */
  user: UserRef | undefined;
  /** What the visitor agreed to. */
  consent: Consent;
}
