import type { EmbeddedClick, EmbeddedReceipt, EmbeddedVisit } from '../../api/models/embedded-events.js';
import type { EmbeddedMessages, EmbeddedQuery } from '../../api/models/embedded.js';
import type { Endpoint } from '../calling/endpoint.js';

/** Embedded messages: those that wait in a place set aside for them. */
export const embedded = (endpoint: Endpoint) => ({
  /** The embedded messages a user may see, by placement. */
  getMessages: endpoint<EmbeddedQuery, EmbeddedMessages>('GET /api/embedded-messaging/messages'),
  /** Records that a message reached the device. */
  trackReceived: endpoint<EmbeddedReceipt>('POST /api/embedded-messaging/events/received', {
    reachesPeople: false,
    retry: 'never',
    answer: 'nothing',
  }),
  /** Records a click on a message. */
  trackClick: endpoint<EmbeddedClick>('POST /api/embedded-messaging/events/click', {
    reachesPeople: false,
    retry: 'never',
    answer: 'nothing',
  }),
  /** Records a visit, and each message that was seen during it. */
  trackSession: endpoint<EmbeddedVisit>('POST /api/embedded-messaging/events/session', {
    reachesPeople: false,
    retry: 'never',
    answer: 'nothing',
  }),
});
