import type { Operation } from '../calling/operation.js';
import { mustSay } from '../calling/said-answer.js';
import type { Envelope } from '../../api/models/envelope.js';
import type {
  InAppMessages,
  InAppQuery,
  PriorityInAppQuery,
  WebInAppQuery,
} from '../../api/models/in-app.js';
import type { ScheduledSend, SingleSend } from './single-sends.js';

/** In-app messages: those that interrupt, and those that wait in the inbox. */
export const inApp = (operation: Operation) => ({
  /** A user's in-app messages. */
  getMessages: operation<InAppQuery, InAppMessages>('GET /api/inApp/getMessages'),
  /** A user's most urgent in-app message, in a list of one or none. */
  getPriorityMessage: operation<PriorityInAppQuery, InAppMessages>('GET /api/inApp/getPriorityMessage'),
  /** A user's in-app messages for web pages. */
  getWebMessages: operation<WebInAppQuery, InAppMessages>('GET /api/inApp/web/getMessages'),
  /** Accepts an in-app message to send to one user, now or later. */
  target: operation<SingleSend, Envelope>('POST /api/inApp/target', {
    reachesPeople: true,
    retry: 'never',
    mend: mustSay,
  }),
  /** Calls off in-app messages that wait for their time. */
  cancel: operation<ScheduledSend, Envelope>('POST /api/inApp/cancel', {
    reachesPeople: false,
    retry: 'repeatable',
    mend: mustSay,
  }),
});
