import type { CommerceItem } from '../api/models/commerce.js';
import type { DataFields } from '../api/models/data-fields.js';
import type { Route } from '../api/address.js';
import type { SubscriptionsChange, UserRef } from '../api/models/user.js';

/** Something the visitor did, or something learned about them, as it waits in the outbox. */
export type TrackedEvent =
  | TrackedCart
  | TrackedCustom
  | TrackedMessage
  | TrackedProfile
  | TrackedPurchase
  | TrackedSubscriptions;

/** What is known of every event. */
export interface Recorded {
  /** Makes a repeat safe: the service updates a custom event or a purchase whose id it knows. */
  id: string;
  /** Whose it is: the user at the time of the call. Absent until the visitor is identified. */
  user?: UserRef | undefined;
  /** When it was recorded, in milliseconds since the epoch. */
  recordedAt: number;
}

/** Which message an event is credited to, and when it happened. */
export interface Circumstances {
  /** The campaign it is credited to. */
  campaignId?: number;
  /** The template it is credited to. */
  templateId?: number;
  /** When it happened, in seconds since the epoch. Default: when it was recorded. */
  createdAt?: number;
}

/** What the page calls `track` for. */
export interface TrackedCustom extends Recorded, Circumstances {
  kind: 'custom';
  name: string;
  dataFields?: DataFields;
  /** Whether fields that the project does not know are created, or dropped. Default: as the project is set. */
  createNewFields?: boolean;
}

/** Something was bought. */
export interface TrackedPurchase extends Recorded, Circumstances {
  kind: 'purchase';
  items: CommerceItem[];
  total: number;
  dataFields?: DataFields;
}

/** All that is in the cart now. */
export interface TrackedCart extends Recorded {
  kind: 'cart';
  items: CommerceItem[];
}

/** New values for the user's profile. */
export interface TrackedProfile extends Recorded {
  kind: 'profile';
  dataFields: DataFields;
  /** Whether objects are merged into those of the profile, instead of replacing them. */
  mergeNestedObjects?: boolean;
  /** Whether a user id that the service does not know makes a new user. */
  create?: boolean;
}

/** What the user is subscribed to. */
export interface TrackedSubscriptions extends Recorded {
  kind: 'subscriptions';
  change: SubscriptionsChange;
}

/** What a message of the service was used for. The service cannot tell a repeat from a second time. */
export interface TrackedMessage extends Recorded {
  kind: 'message';
  route: Route;
  body: DataFields;
}
