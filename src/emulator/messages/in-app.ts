import { z } from 'zod';
import type {
  InAppMessages,
  InAppQuery,
  PriorityInAppQuery,
  WebInAppQuery,
} from '../../api/models/in-app.js';
import type { UserRef } from '../../api/models/user.js';
import { inAppMessage, priorityOf } from './in-app-wire.js';
import { operation, type Operation } from '../operation/operation.js';
import { waitingMessages } from './person-messages.js';
import { numberInText, user } from '../operation/schemas.js';
import type { Service } from '../state/service.js';

const count = numberInText.refine((many) => many > 0, 'is not a number from 1');
const version = z.object({ packageName: z.string().exactOptional(), SDKVersion: z.string().exactOptional() });
const platform = z.object({ platform: z.enum(['iOS', 'Android', 'Web', 'OTT']).exactOptional() });

const webInAppQuery = user.and(version.extend({ count })) satisfies z.ZodType<WebInAppQuery>;
const inAppQuery = webInAppQuery.and(platform) satisfies z.ZodType<InAppQuery>;
const priorityInAppQuery = user.and(version).and(platform) satisfies z.ZodType<PriorityInAppQuery>;

/** In-app messages as their three reads give them (decision 32). */
export function inApp(service: Service): Operation[] {
  const read = (ref: UserRef, many: number) => messagesFor(service, ref, many);
  return [
    operation(
      'GET /api/inApp/getMessages',
      { keys: ['server', 'mobile', 'web'], query: inAppQuery },
      ({ query }) => read(query, query.count),
    ),
    operation(
      'GET /api/inApp/getPriorityMessage',
      { keys: ['server', 'mobile', 'web'], query: priorityInAppQuery },
      ({ query }) => read(query, 1),
    ),
    operation(
      'GET /api/inApp/web/getMessages',
      { keys: ['server', 'web'], query: webInAppQuery },
      ({ query }) => read(query, query.count),
    ),
  ];
}

/** The most urgent messages of a user; of two as urgent as each other, the older one first. */
function messagesFor(service: Service, ref: UserRef, many: number): InAppMessages {
  const rows = waitingMessages(service, ref, 'InApp').sort(
    (a, b) => priorityOf(service, a) - priorityOf(service, b) || a.createdAt - b.createdAt,
  );
  return { inAppMessages: rows.slice(0, many).map((row) => inAppMessage(service, row)) };
}
