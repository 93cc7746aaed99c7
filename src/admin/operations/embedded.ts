import type { EmbeddedClick, EmbeddedReceipt, EmbeddedVisit } from '../../api/models/embedded-events.js';
import type { EmbeddedMessages, EmbeddedQuery } from '../../api/models/embedded.js';
import type { Operation } from '../calling/operation.js';

/** Embedded messages: those that wait in a place set aside for them. */
export const embedded = (operation: Operation) => ({
  /** The embedded messages a user may see, by placement. */
  getMessages: operation<EmbeddedQuery, EmbeddedMessages>('GET /api/embedded-messaging/messages'),
  /** Records that a message reached the device. */
  trackReceived: operation<EmbeddedReceipt>('POST /api/embedded-messaging/events/received', {
    reachesPeople: false,
    retry: 'never',
    answer: 'nothing',
  }),
  /** Records a click on a message. */
  trackClick: operation<EmbeddedClick>('POST /api/embedded-messaging/events/click', {
    reachesPeople: false,
    retry: 'never',
    answer: 'nothing',
  }),
  /** Records a visit, and each message that was seen during it. */
  trackSession: operation<EmbeddedVisit>('POST /api/embedded-messaging/events/session', {
    reachesPeople: false,
    retry: 'never',
    answer: 'nothing',
  }),
});
