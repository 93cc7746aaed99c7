import type { DataFields } from '../../api/models/data-fields.js';
import type { Operation } from '../calling/operation.js';
import { mustSay } from '../calling/said-answer.js';
import type { Envelope } from '../../api/models/envelope.js';
import type { UserRef } from '../../api/models/user.js';

/** Emails to one user. */
export const email = (operation: Operation) => ({
  /** Accepts an email to send to one user, now or later. */
  target: operation<SingleSendWithMetadata, Envelope>('POST /api/email/target', {
    reachesPeople: true,
    retry: 'never',
    mend: mustSay,
  }),
  /** Calls off emails that wait for their time. */
  cancel: operation<ScheduledSend, Envelope>('POST /api/email/cancel', {
    reachesPeople: false,
    retry: 'repeatable',
    mend: mustSay,
  }),
  /** The HTML of an email as it was sent to a user. */
  viewInBrowser: operation<SentEmail, string>('GET /api/email/viewInBrowser', {
    limit: { limit: 100, per: 'second', scope: 'project' },
    answer: 'text',
  }),
});

/** Push messages to one user. */
export const push = (operation: Operation) => ({
  /** Accepts a push message to send to one user, now or later. */
  target: operation<SingleSendWithMetadata, Envelope>('POST /api/push/target', {
    reachesPeople: true,
    retry: 'never',
    mend: mustSay,
  }),
  /** Calls off push messages that wait for their time. */
  cancel: operation<ScheduledSend, Envelope>('POST /api/push/cancel', {
    reachesPeople: false,
    retry: 'repeatable',
    mend: mustSay,
  }),
});

/** Web pushes to one user. */
export const webPush = (operation: Operation) => ({
  /** Accepts a web push to send to one user, now or later. */
  target: operation<SingleSend, Envelope>('POST /api/webPush/target', {
    reachesPeople: true,
    retry: 'never',
    mend: mustSay,
  }),
  /** Calls off web pushes that wait for their time. */
  cancel: operation<ScheduledSend, Envelope>('POST /api/webPush/cancel', {
    reachesPeople: false,
    retry: 'repeatable',
    mend: mustSay,
  }),
});

/** Text messages to one user. */
export const sms = (operation: Operation) => ({
  /** Accepts a text message to send to one user, now or later. */
  target: operation<SingleSend, Envelope>('POST /api/sms/target', {
    reachesPeople: true,
    retry: 'never',
    mend: mustSay,
  }),
  /** Calls off text messages that wait for their time. */
  cancel: operation<ScheduledSend, Envelope>('POST /api/sms/cancel', {
    reachesPeople: false,
    retry: 'repeatable',
    mend: mustSay,
  }),
});

/** RCS messages to one user. */
export const rcs = (operation: Operation) => ({
  /** Accepts an RCS message to send to one user, now or later. */
  target: operation<RcsSend, Envelope>('POST /api/rcs/target', {
    reachesPeople: true,
    retry: 'never',
    mend: mustSay,
  }),
  /** Calls off RCS messages that wait for their time. */
  cancel: operation<ScheduledSend, Envelope>('POST /api/rcs/cancel', {
    reachesPeople: false,
    retry: 'repeatable',
    mend: mustSay,
  }),
});

/** Messages in chat apps to one user. */
export const chatApp = (operation: Operation) => ({
  /** Accepts a chat message to send to one user, now or later. */
  target: operation<SingleSend, Envelope>('POST /api/chatApp/target', {
    reachesPeople: true,
    retry: 'never',
    mend: mustSay,
  }),
  /** Calls off chat messages that wait for their time. */
  cancel: operation<ScheduledSend, Envelope>('POST /api/chatApp/cancel', {
    reachesPeople: false,
    retry: 'repeatable',
    mend: mustSay,
  }),
});

/** Who gets a message: an email or a user id, never both. */
export type RecipientRef =
  | { recipientEmail: string; recipientUserId?: never }
  | { recipientUserId: string; recipientEmail?: never };

/** What to send, and with what. */
export interface SendOptions {
  /** The triggered campaign to send. */
  campaignId: number;
  /** Merged into the template; goes before the profile's fields of the same name. */
  dataFields?: DataFields;
  /** Send also when the user got the campaign before. Default: `true`. */
  allowRepeatMarketingSends?: boolean;
}

/** A message for one user. */
export type SingleSend = RecipientRef &
  SendOptions & {
    /** When to send, as `YYYY-MM-DD HH:MM:SS` in UTC, at most 365 days ahead. Default: now, as for a time in the past. */
    sendAt?: string;
  };

/** A message for one user, with what your webhooks want to know of it. */
export type SingleSendWithMetadata = SingleSend & {
  /** Handed to your webhooks; no part of the message. */
  metadata?: DataFields;
};

/** An RCS message for one user. */
export type RcsSend = RecipientRef &
  SendOptions & {
    /** When to send, as `YYYY-MM-DD HH:MM:SS +0000`, at most 365 days ahead. Default: now, as for a time in the past. */
    sendAt?: string;
  };

/** Messages that wait for their time: those of a campaign for a user, or a single one. */
export type ScheduledSend =
  | (UserRef & { campaignId: number; scheduledMessageId?: never })
  | { scheduledMessageId: number; campaignId?: never; email?: never; userId?: never };

/** An email that was sent, and to whom. */
export type SentEmail = UserRef & { messageId: string };
