import type { DataFields } from '../api/data-fields.js';
import type { UserRef } from '../api/user.js';

/** Something the visitor did, or something learned about them, as it waits in the outbox. */
export type TrackedEvent = TrackedCustom | TrackedProfile;

interface Recorded {
  /** Makes a repeat safe: the service updates an event whose id it knows. */
  id: string;
  /** Whose it is: the user at the time of the call. */
  user: UserRef;
  /** When it was recorded, in milliseconds since the epoch. */
  recordedAt: number;
}

/** What the page calls `track` for. */
export interface TrackedCustom extends Recorded {
  kind: 'custom';
  name: string;
  data?: DataFields;
}

/** New values for the user's profile. */
export interface TrackedProfile extends Recorded {
  kind: 'profile';
  data: DataFields;
}
