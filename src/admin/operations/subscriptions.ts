import type { Operation } from '../calling/operation.js';
import type { Envelope } from '../../api/models/envelope.js';
import type { UserRef } from '../../api/models/user.js';

/** Subscriptions: who gets what a list, a message type or a channel sends. */
export const subscriptions = (operation: Operation) => ({
  /** Accepts users to subscribe or unsubscribe later. */
  updateMany: operation<BulkSubscription, Envelope>(
    'PUT /api/subscriptions/{subscriptionGroup}/{subscriptionGroupId}',
    { query: ['action'] },
  ),
  /** Subscribes the user with an email. */
  subscribeByEmail: operation<SubscriptionOfEmail, Envelope>(
    'PATCH /api/subscriptions/{subscriptionGroup}/{subscriptionGroupId}/user/{userEmail}',
  ),
  /** Unsubscribes the user with an email. */
  unsubscribeByEmail: operation<SubscriptionOfEmail, Envelope>(
    'DELETE /api/subscriptions/{subscriptionGroup}/{subscriptionGroupId}/user/{userEmail}',
  ),
  /** Subscribes the user with an id. */
  subscribeByUserId: operation<SubscriptionOfUserId, Envelope>(
    'PATCH /api/subscriptions/{subscriptionGroup}/{subscriptionGroupId}/byUserId/{userId}',
  ),
  /** Unsubscribes the user with an id. */
  unsubscribeByUserId: operation<SubscriptionOfUserId, Envelope>(
    'DELETE /api/subscriptions/{subscriptionGroup}/{subscriptionGroupId}/byUserId/{userId}',
  ),
  /** Asks a user by text message to confirm a subscription; the answer is a sentence. */
  subscribeToDoubleOptIn: operation<DoubleOptIn, string>('POST /api/subscriptions/subscribeToDoubleOptIn', {
    reachesPeople: true,
    retry: 'never',
    answer: 'text',
  }),
});

/** What users are subscribed to. */
export interface SubscriptionGroupRef {
  subscriptionGroup: 'emailList' | 'messageType' | 'messageChannel';
  /** The id of the list, the message type or the channel. */
  subscriptionGroupId: number;
}

/** Whom to subscribe to something, or to unsubscribe from it. */
export interface BulkSubscription extends SubscriptionGroupRef {
  action: 'subscribe' | 'unsubscribe';
  /** Users by email. */
  users?: string[];
  /** Users by id. */
  usersByUserId?: string[];
}

/** One user's subscription, named by email. */
export interface SubscriptionOfEmail extends SubscriptionGroupRef {
  userEmail: string;
}

/** One user's subscription, named by your own id. */
export interface SubscriptionOfUserId extends SubscriptionGroupRef {
  userId: string;
}

/** A subscription to text messages that the user is to confirm. */
export type DoubleOptIn = UserRef & {
  /** Message types of text messages that need a second opt-in. */
  messageTypeIds: number[];
  /** Where to ask. */
  phoneNumber?: string;
  /** The sender's name in the question. Default: the brand of the message types. */
  brandName?: string;
};
