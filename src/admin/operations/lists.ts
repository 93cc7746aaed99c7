import { mustCount } from '../calling/counted-answer.js';
import type { Operation } from '../calling/operation.js';
import type { Envelope } from '../../api/models/envelope.js';
import type { Open } from '../../api/models/open-word.js';
import type { UserRef, UserUpdateInBatch } from '../../api/models/user.js';
import { linesOf, streamed } from '../calling/streamed.js';
import { mustSay } from '../calling/said-answer.js';
import type { BulkUserResult } from './bulk-user-result.js';

/** Lists: named groups of users. */
export const lists = (operation: Operation) => ({
  /** Lists every list of the project. */
  list: operation<void, { lists: List[] }>('GET /api/lists', {
    limit: { limit: 100, per: 'second', scope: 'project' },
  }),
  /** Creates an empty list. */
  create: operation<NewList, ListRef>('POST /api/lists', { reachesPeople: false }),
  /** Deletes a list; its users stay. */
  delete: operation<ListRef, Envelope>('DELETE /api/lists/{listId}', { mend: mustSay }),
  /** Counts a list's users. */
  getSize: operation<ListRef, number>('GET /api/lists/{listId}/size', {
    limit: { limit: 5, per: 'minute', scope: 'project' },
  }),
  /** The email or id of every user of a list, one a line, as they come. */
  getUsers: streamed(
    operation<ListUsersQuery, ReadableStream<Uint8Array>>('GET /api/lists/getUsers', {
      limit: { limit: 5, per: 'minute', scope: 'project' },
      answer: 'stream',
    }),
    linesOf,
  ),
  /** The email or id of some users of a list, one a line. */
  previewUsers: operation<ListPreviewQuery, string>('GET /api/lists/previewUsers', {
    limit: { limit: 5, per: 'minute', scope: 'project' },
    answer: 'text',
  }),
  /** Adds users to a list, creating or updating their profiles. */
  subscribe: operation<ListSubscription, BulkUserResult>('POST /api/lists/subscribe', {
    reachesPeople: false,
    retry: 'repeatable',
    mend: mustCount,
  }),
  /** Removes users from a list. */
  unsubscribe: operation<ListUnsubscription, BulkUserResult>('POST /api/lists/unsubscribe', {
    reachesPeople: false,
    retry: 'repeatable',
    mend: mustCount,
  }),
});

/** Names a list. */
export interface ListRef {
  listId: number;
}

/** A list to make. */
export interface NewList {
  name: string;
  description?: string;
}

/** A list of users. */
export interface List extends NewList {
  id: number;
  /** In milliseconds since the epoch. */
  createdAt: number;
  listType: Open<'Standard' | 'Dynamic' | 'Suppression' | 'Internal'>;
  /** Whether every campaign leaves its users out; told of suppression lists only. */
  isGlobalSuppressionEnabled?: boolean;
}

/** Which list's users to get. */
export interface ListUsersQuery extends ListRef {
  /** Tell user ids instead of emails, in hybrid projects. Default: `false`. */
  preferUserId?: boolean;
}

/** How many of a list's users to get. */
export interface ListPreviewQuery extends ListUsersQuery {
  /** How many users at most, up to 5000. Default: 1000. */
  size?: number;
}

/** Whom to put on a list. */
export interface ListSubscription extends ListRef {
  subscribers: UserUpdateInBatch[];
  /** Leave out anyone who is not a user yet; heeded in userID-based and hybrid projects only. Default: `false`. */
  updateExistingUsersOnly?: boolean;
}

/** Whom to take off a list. */
export interface ListUnsubscription extends ListRef {
  subscribers: UserRef[];
  /** The campaign that made them unsubscribe. */
  campaignId?: number;
  /** Unsubscribe them from all messages of the campaign's channel too. Default: `false`. */
  channelUnsubscribe?: boolean;
}
