import type { Operation } from '../calling/operation.js';
import type { Open } from '../../api/models/open-word.js';

/** Message types: the kinds of messages of a channel that users subscribe to. */
export const messageTypes = (operation: Operation) => ({
  /** Lists the project's message types. */
  list: operation<void, { messageTypes: MessageType[] }>('GET /api/messageTypes', {
    limit: { limit: 100, per: 'second', scope: 'project' },
  }),
});

/** A kind of message that users subscribe to and unsubscribe from. */
export interface MessageType {
  id: number;
  name: string;
  channelId: number;
  /** In milliseconds since the epoch. */
  createdAt: number;
  /** In milliseconds since the epoch. */
  updatedAt: number;
  /** Whether users get these messages once they ask to, or until they ask not to. */
  subscriptionPolicy: Open<'OptIn' | 'OptOut'>;
  frequencyCap?: FrequencyCap;
  /** How many messages leave in a minute at most. */
  rateLimitPerMinute?: number;
}

/** How many messages a user gets in so many days at most. */
export interface FrequencyCap {
  days: number;
  messages: number;
}
