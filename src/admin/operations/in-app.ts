import type { Endpoint } from '../calling/endpoint.js';
import type { Envelope } from '../../api/models/envelope.js';
import type {
  InAppMessages,
  InAppQuery,
  PriorityInAppQuery,
  WebInAppQuery,
} from '../../api/models/in-app.js';
import type { ScheduledSend, SingleSend } from './single-sends.js';

/** In-app messages: those that interrupt, and those that wait in the inbox. */
export const inApp = (endpoint: Endpoint) => ({
  /** A user's in-app messages. */
  getMessages: endpoint<InAppQuery, InAppMessages>('GET /api/inApp/getMessages'),
  /** A user's most urgent in-app message, in a list of one or none. */
  getPriorityMessage: endpoint<PriorityInAppQuery, InAppMessages>('GET /api/inApp/getPriorityMessage'),
  /** A user's in-app messages for web pages. */
  getWebMessages: endpoint<WebInAppQuery, InAppMessages>('GET /api/inApp/web/getMessages'),
  /** Accepts an in-app message to send to one user, now or later. */
  target: endpoint<SingleSend, Envelope>('POST /api/inApp/target', { reachesPeople: true, retry: 'never' }),
  /** Calls off in-app messages that wait for their time. */
  cancel: endpoint<ScheduledSend, Envelope>('POST /api/inApp/cancel', {
    reachesPeople: false,
    retry: 'repeatable',
  }),
});
