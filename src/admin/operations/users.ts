import { mustCount } from '../calling/counted-answer.js';
import type { Operation } from '../calling/operation.js';
import { mustSay } from '../calling/said-answer.js';
import type { Envelope } from '../../api/models/envelope.js';
import type { BrowserToken } from '../../api/models/push.js';
import type {
  EmailChange,
  NewFieldsPolicy,
  SubscriptionsUpdate,
  UserRef,
  UserUpdate,
  UserUpdateInBatch,
} from '../../api/models/user.js';
import type { DataFields } from '../../api/models/data-fields.js';
import type { BulkUserResult } from './bulk-user-result.js';
import type { DeviceRef, NewDevice } from './devices.js';

/** Users: who they are, what they are subscribed to, and the devices that reach them. */
export const users = (operation: Operation) => ({
  /** The user with an email; absent when there is none. */
  getByEmail: operation<{ email: string }, UserAnswer>('GET /api/users/getByEmail', {
    limit: { limit: 100, per: 'second', scope: 'project' },
  }),
  /** The user with an id; absent when there is none. */
  getByUserId: operation<{ userId: string }, UserAnswer>('GET /api/users/byUserId', {
    limit: { limit: 100, per: 'second', scope: 'project' },
  }),
  /** The same as `getByEmail`, with the email in the path, where proxies may log it. */
  getByPathEmail: operation<{ email: string }, UserAnswer>('GET /api/users/{email}', {
    limit: { limit: 100, per: 'second', scope: 'project' },
  }),
  /** The same as `getByUserId`, with the id in the path, where proxies may log it. */
  getByPathUserId: operation<{ userId: string }, UserAnswer>('GET /api/users/byUserId/{userId}', {
    limit: { limit: 100, per: 'second', scope: 'project' },
  }),
  /** Creates a user, or updates the profile. */
  update: operation<UserUpdate, Envelope>('POST /api/users/update', {
    reachesPeople: false,
    retry: 'repeatable',
    mend: mustSay,
    limit: { limit: 500, per: 'second', scope: 'project' },
  }),
  /** Creates or updates many users; those refused are told in the answer. */
  bulkUpdate: operation<BulkUserUpdate, BulkUserResult>('POST /api/users/bulkUpdate', {
    reachesPeople: false,
    retry: 'repeatable',
    limit: { limit: 5, per: 'second', scope: 'project' },
    mend: mustCount,
  }),
  /** Gives a user another email. */
  updateEmail: operation<EmailChange, Envelope>('POST /api/users/updateEmail', {
    reachesPeople: false,
    mend: mustSay,
  }),
  /** Replaces what a user is subscribed to. */
  updateSubscriptions: operation<SubscriptionsUpdate, Envelope>('POST /api/users/updateSubscriptions', {
    reachesPeople: false,
    retry: 'repeatable',
    mend: mustSay,
  }),
  /** Replaces what many users are subscribed to; those refused are told in the answer. */
  bulkUpdateSubscriptions: operation<BulkSubscriptionsUpdate, BulkSubscriptionsResult>(
    'POST /api/users/bulkUpdateSubscriptions',
    { reachesPeople: false, retry: 'repeatable', mend: mustCount },
  ),
  /** Moves what is known of one user to another, and deletes the first. */
  merge: operation<UserMerge, Envelope>('POST /api/users/merge', {
    reachesPeople: false,
    mend: mustSay,
    limit: { limit: 50, per: 'second', scope: 'apiKey' },
  }),
  /** Deletes the user with an email, who may come back. */
  deleteByEmail: operation<{ email: string }, Envelope>('DELETE /api/users/{email}', {
    mend: mustSay,
    limit: { limit: 100, per: 'second', scope: 'project' },
  }),
  /** Deletes the user with an id, who may come back. */
  deleteByUserId: operation<{ userId: string }, Envelope>('DELETE /api/users/byUserId/{userId}', {
    mend: mustSay,
    limit: { limit: 100, per: 'second', scope: 'project' },
  }),
  /** Deletes a user, and refuses all data of that user from now on. */
  forget: operation<UserRef, Envelope>('POST /api/users/forget', {
    reachesPeople: false,
    retry: 'repeatable',
    mend: mustSay,
    limit: { limit: 3, per: 'second', scope: 'project', dailyCap: 1000 },
  }),
  /** Takes data of a forgotten user again; what was deleted stays so. */
  unforget: operation<UserRef, Envelope>('POST /api/users/unforget', {
    reachesPeople: false,
    retry: 'repeatable',
    mend: mustSay,
    limit: { limit: 3, per: 'second', scope: 'project', dailyCap: 1000 },
  }),
  /** Lists the emails of forgotten users, as SHA-256 of the trimmed email in lower case. */
  listForgottenEmails: operation<void, { hashedEmails: string[] }>('GET /api/users/forgotten', {
    limit: { limit: 3, per: 'second', scope: 'project' },
  }),
  /** Lists the ids of forgotten users, as SHA-256 of the trimmed id in lower case. */
  listForgottenUserIds: operation<void, { hashedUserIds: string[] }>('GET /api/users/forgottenUserIds', {
    limit: { limit: 3, per: 'second', scope: 'project' },
  }),
  /** The names of all profile fields of the project, and their types. */
  getFields: operation<void, { fields: DataFields }>('GET /api/users/getFields', {
    limit: { limit: 3, per: 'second', scope: 'project' },
  }),
  /** The latest messages sent to a user. */
  getSentMessages: operation<SentMessageQuery, { messages: SentMessage[] }>(
    'GET /api/users/getSentMessages',
    {
      limit: { limit: 3, per: 'second', scope: 'project' },
    },
  ),
  /** Lets web pushes reach a user's browser; refuses server-side keys. */
  registerBrowserToken: operation<BrowserToken, Envelope>('POST /api/users/registerBrowserToken', {
    reachesPeople: false,
    retry: 'repeatable',
    mend: mustSay,
  }),
  /** Lets push messages reach a user's device; refuses server-side keys. */
  registerDeviceToken: operation<NewDevice, Envelope>('POST /api/users/registerDeviceToken', {
    reachesPeople: false,
    retry: 'repeatable',
    mend: mustSay,
    limit: { limit: 500, per: 'second', scope: 'project' },
  }),
  /** Keeps push messages from a device, for one user or for all who have it; refuses server-side keys. */
  disableDevice: operation<DeviceRef, Envelope>('POST /api/users/disableDevice', {
    reachesPeople: false,
    retry: 'repeatable',
    mend: mustSay,
  }),
});

/** The user asked for; none when there is no such user. */
export interface UserAnswer {
  user?: User;
}

/** A user, and what is known of them. */
export interface User {
  /** Absent when the user is known by id only. */
  email?: string;
  userId?: string;
  /** The profile. */
  dataFields?: DataFields;
}

/** Users to write, all in one call. */
export interface BulkUserUpdate extends NewFieldsPolicy {
  /** At most 4 MB in all. */
  users: UserUpdateInBatch[];
}

/** Subscriptions to write, all in one call. */
export interface BulkSubscriptionsUpdate {
  updateSubscriptionsRequests: SubscriptionsUpdate[];
}

/** How many subscriptions were written, and whose were not. */
export interface BulkSubscriptionsResult {
  successCount: number;
  failCount: number;
  invalidEmails: string[];
  invalidUserIds: string[];
  /** Emails that are fine, of users who could not be updated. */
  validEmailFailures: string[];
  /** Ids that are fine, of users who could not be updated. */
  validUserIdFailures: string[];
}

/** The user to take from, the user to give to, and how to join their arrays. */
export type UserMerge = MergeSource & MergeDestination & { arrayMerge?: ArrayMerge[] };

/** The user who goes. */
export type MergeSource =
  | { sourceEmail: string; sourceUserId?: never }
  | { sourceUserId: string; sourceEmail?: never };

/** The user who stays. */
export type MergeDestination =
  | { destinationEmail: string; destinationUserId?: never }
  | { destinationUserId: string; destinationEmail?: never };

/** An array of the profile to join; other fields are taken from the destination where both have them. */
export interface ArrayMerge {
  /** An array at the top of the profile. */
  field: string;
  /** The field by which objects in it are the same; refused unless it holds objects. Default: all of them. */
  dedupeBy?: string;
}

/** Which messages to list, and to whom they went. */
export type SentMessageQuery = UserRef & {
  /** How many messages at most, up to 1000. Default: 10. */
  limit?: number;
  /** Only messages of these campaigns. */
  campaignIds?: number[];
  /** ISO 8601. */
  startDateTime?: string;
  /** ISO 8601. */
  endDateTime?: string;
  /** Leave out messages of blasts. Default: `false`. */
  excludeBlastCampaigns?: boolean;
  messageMedium?: 'Email' | 'Push' | 'InApp' | 'SMS';
};

/** A message that was sent to a user. */
export interface SentMessage {
  messageId: string;
  campaignId: number;
  templateId: number;
  /** When it was sent, as a date and time. */
  createdAt: string;
}
