import { z } from 'zod';
import type { PushOpen } from '../../admin/operations/events.js';
import type { WebPushClick } from '../../api/models/push.js';
import type { UserRef } from '../../api/models/user.js';
import { success } from '../operation/answers.js';
import { messagesOf } from '../state/project.js';
import { operation, type Operation } from '../operation/operation.js';
import { requirePerson } from '../people/people.js';
import { recordEvent } from '../events/event-store.js';
import { dataFields, secondsSinceEpoch, user } from '../operation/schemas.js';
import type { Service } from '../state/service.js';
import { without } from '../operation/without-fields.js';

const event = z.object({
  messageId: z.string().min(1),
  campaignId: z.int(),
  templateId: z.int().exactOptional(),
  createdAt: secondsSinceEpoch.exactOptional(),
});

const pushOpen = user.and(
  event.extend({ dataFields: dataFields.exactOptional() }),
) satisfies z.ZodType<PushOpen>;

const webPushClick = user.and(
  event.extend({ campaignId: z.int().exactOptional() }),
) satisfies z.ZodType<WebPushClick>;

/** What happens to push messages, which reach devices by another road than this service's calls. */
export const pushEvents = (service: Service): Operation[] => [
  operation('POST /api/events/trackPushOpen', { keys: ['mobile'], body: pushOpen }, ({ body }) => {
    track(service, 'pushOpen', body);
    return success();
  }),
  operation(
    'POST /api/events/trackWebPushClick',
    { keys: ['javascript', 'web'], body: webPushClick },
    ({ body }) => {
      track(service, 'webPushClick', body);
      return success();
    },
  ),
];

/** Records what happened to a push message. One that the service does not know is taken too, as others send as well. */
function track(
  service: Service,
  type: string,
  body: UserRef & { messageId: string; createdAt?: number },
): void {
  const person = requirePerson(service, body);
  const fields = without(body, 'email', 'userId', 'createdAt');
  if (messagesOf(service).get(body.messageId)?.isProof) return;
  service.later(() => recordEvent(service, type, person, { ...fields }, { createdAt: body.createdAt }));
}
