import type { DataFields } from './data-fields.js';

/** A user, named by email. */
export interface ByEmail {
  email: string;
  userId?: never;
}

/** A user, named by your own id. */
export interface ByUserId {
  userId: string;
  email?: never;
}

/** Who a call is about: an email or a user id, never both. */
export type UserRef = ByEmail | ByUserId;

/** A user where none need be named. */
export type OptionalUserRef = UserRef | { email?: never; userId?: never };

/** What to write into a profile. */
export interface ProfileChange {
  /** The profile's fields to set. */
  dataFields?: DataFields;
  /** Merge objects into those the profile has, instead of replacing them. Default: `false`. */
  mergeNestedObjects?: boolean;
  /** Create a user whose id is unknown; heeded in email-based projects only. Default: `false`. */
  preferUserId?: boolean;
}

/** Whether a profile may get fields its project does not know. */
export interface NewFieldsPolicy {
  /** Allow fields unknown to the project, or drop them. Default: as the project is set. */
  createNewFields?: boolean;
}

/** A user of a batch, and what to write into the profile. */
export type UserUpdateInBatch = UserRef & ProfileChange;

/** A user, and what to write into the profile; one who is new is created. */
export type UserUpdate = UserUpdateInBatch & NewFieldsPolicy;

/** A new email for a user named by the current one, or by id. */
export type EmailChange = { newEmail: string } & (
  | { currentEmail: string; currentUserId?: never }
  | { currentUserId: string; currentEmail?: never }
);

/** What a user is subscribed to; each list that is sent replaces the one before, whole. */
export interface SubscriptionsChange {
  emailListIds?: number[];
  unsubscribedChannelIds?: number[];
  unsubscribedMessageTypeIds?: number[];
  /** Message types the user opted in to; an error unless the project has that feature. */
  subscribedMessageTypeIds?: number[];
  /** The campaign that made the user unsubscribe. */
  campaignId?: number;
  /** The template that made the user unsubscribe. */
  templateId?: number;
  /** Refuse a message type of a channel the user left. Default: `true`. */
  validateChannelAlignment?: boolean;
}

/** A user, and what to subscribe to. */
export type SubscriptionsUpdate = UserRef & SubscriptionsChange;
