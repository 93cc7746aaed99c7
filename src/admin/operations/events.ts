import type { DataFields } from '../../api/models/data-fields.js';
import { mustCount } from '../calling/counted-answer.js';
import type { Operation } from '../calling/operation.js';
import { mustSay } from '../calling/said-answer.js';
import type { Envelope } from '../../api/models/envelope.js';
import type { NewEvent } from '../../api/models/event.js';
import type {
  InAppClick,
  InAppClose,
  InAppConsumption,
  InAppDelivery,
  InAppOpen,
} from '../../api/models/in-app-events.js';
import type { WebPushClick } from '../../api/models/push.js';
import type { UserRef } from '../../api/models/user.js';

/** Events: what users did. */
export const events = (operation: Operation) => ({
  /** Records something a user did. */
  track: operation<NewEvent, Envelope>('POST /api/events/track', {
    reachesPeople: false,
    retry: 'never',
    mend: mustSay,
    limit: { limit: 2000, per: 'second', scope: 'project' },
    records: 'itself',
  }),
  /** Records many events; those refused are told in the answer. */
  trackBulk: operation<{ events: NewEvent[] }, TrackedEvents>('POST /api/events/trackBulk', {
    reachesPeople: false,
    retry: 'never',
    limit: { limit: 10, per: 'second', scope: 'project' },
    records: 'events',
    mend: mustCount,
  }),
  /** The latest events of the user with an email. */
  listByEmail: operation<EventsOfEmail, UserEvents>('GET /api/events/{email}', {
    limit: { limit: 100, per: 'second', scope: 'project' },
  }),
  /** The latest events of the user with an id. */
  listByUserId: operation<EventsOfUserId, UserEvents>('GET /api/events/byUserId/{userId}', {
    limit: { limit: 100, per: 'second', scope: 'project' },
  }),
  /** Records that an in-app message reached the device; refuses server-side keys. */
  trackInAppDelivery: operation<InAppDelivery, Envelope>('POST /api/events/trackInAppDelivery', {
    reachesPeople: false,
    retry: 'never',
    mend: mustSay,
  }),
  /** Records that an in-app message was opened; refuses server-side keys. */
  trackInAppOpen: operation<InAppOpen, Envelope>('POST /api/events/trackInAppOpen', {
    reachesPeople: false,
    retry: 'never',
    mend: mustSay,
  }),
  /** Records a click in an in-app message; refuses server-side keys. */
  trackInAppClick: operation<InAppClick, Envelope>('POST /api/events/trackInAppClick', {
    reachesPeople: false,
    retry: 'never',
    mend: mustSay,
  }),
  /** Records that an in-app message was closed; refuses server-side keys. */
  trackInAppClose: operation<InAppClose, Envelope>('POST /api/events/trackInAppClose', {
    reachesPeople: false,
    retry: 'never',
    mend: mustSay,
  }),
  /** Takes an in-app message from a user, for good; refuses server-side keys. */
  consumeInApp: operation<InAppConsumption, Envelope>('POST /api/events/inAppConsume', {
    reachesPeople: false,
    retry: 'never',
    mend: mustSay,
  }),
  /** Records that a push message was opened; refuses server-side keys. */
  trackPushOpen: operation<PushOpen, Envelope>('POST /api/events/trackPushOpen', {
    reachesPeople: false,
    retry: 'never',
    mend: mustSay,
  }),
  /** Records a click on a web push; refuses server-side keys. */
  trackWebPushClick: operation<WebPushClick, Envelope>('POST /api/events/trackWebPushClick', {
    reachesPeople: false,
    retry: 'never',
    mend: mustSay,
  }),
});

/** How many events to list. */
export interface EventLimit {
  /** How many events at most, from 1 to 200. Default: 30. */
  limit?: number;
}

/** Which events to list, of a user named by email. */
export interface EventsOfEmail extends EventLimit {
  email: string;
}

/** Which events to list, of a user named by your own id. */
export interface EventsOfUserId extends EventLimit {
  userId: string;
}

/** Events of a user, as they were recorded. */
export interface UserEvents {
  events: DataFields[];
}

/** A push message that was opened. */
export type PushOpen = UserRef & {
  messageId: string;
  campaignId: number;
  templateId?: number;
  /** When it was opened, in seconds since the epoch. Default: when the service gets it. */
  createdAt?: number;
  dataFields?: DataFields;
};

/** How many events of a batch were recorded, and which were not. */
export interface TrackedEvents {
  successCount: number;
  failCount: number;
  /** Fields the project did not know, and now does. */
  createdFields?: string[];
  /** Fields the project does not know, and dropped. */
  filteredOutFields?: string[];
  /** Names of events the project does not take. */
  disallowedEventNames?: string[];
  failedUpdates?: FailedEvents;
  /** @deprecated See `failedUpdates`. */
  invalidEmails?: string[];
  /** @deprecated See `failedUpdates`. */
  invalidUserIds?: string[];
}

/** Whose events were not recorded, by reason. */
export interface FailedEvents {
  forgottenEmails?: string[];
  forgottenUserIds?: string[];
  invalidEmails?: string[];
  invalidUserIds?: string[];
  notFoundEmails?: string[];
  notFoundUserIds?: string[];
}
