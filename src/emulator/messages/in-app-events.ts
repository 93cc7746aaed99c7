import { z } from 'zod';
import type {
  InAppClick,
  InAppClose,
  InAppConsumption,
  InAppDelivery,
  InAppOpen,
  InboxMessageContext,
  MessageContext,
} from '../../api/models/in-app-events.js';
import { success } from '../operation/answers.js';
import type { KeyType } from '../operation/keys.js';
import { operation, type Operation } from '../operation/operation.js';
import { happeningOf, recordArrival, recordMessageEvent } from './person-messages.js';
import { messageEvent } from './message-event.js';
import { user } from '../operation/schemas.js';
import type { Service } from '../state/service.js';

const context = z.object({
  saveToInbox: z.boolean().exactOptional(),
  silentInbox: z.boolean().exactOptional(),
}) satisfies z.ZodType<MessageContext>;

const inboxContext = context.extend({
  location: z.string().exactOptional(),
}) satisfies z.ZodType<InboxMessageContext>;

const open = messageEvent.extend({ messageContext: inboxContext.exactOptional() });
const click = open.extend({ clickedUrl: z.string().exactOptional() });
const inAppDelivery = user.and(
  messageEvent.extend({ messageContext: context.exactOptional() }),
) satisfies z.ZodType<InAppDelivery>;
const inAppOpen = user.and(open) satisfies z.ZodType<InAppOpen>;
const inAppClick = user.and(click) satisfies z.ZodType<InAppClick>;
const inAppClose = user.and(
  click.extend({ closeAction: z.string().exactOptional(), inboxSessionId: z.string().exactOptional() }),
) satisfies z.ZodType<InAppClose>;
const inAppConsumption = user.and(
  open.extend({ deleteAction: z.string().exactOptional() }),
) satisfies z.ZodType<InAppConsumption>;

/** What happens to in-app messages. */
export function inAppEvents(service: Service): Operation[] {
  const keys: KeyType[] = ['mobile', 'web'];

  return [
    operation('POST /api/events/trackInAppDelivery', { keys, body: inAppDelivery }, ({ body }) => {
      const { owned, fields, at } = happeningOf(service, body, 'InApp');
      service.later(() => recordArrival(service, 'inAppDelivery', owned, fields, at));
      return success();
    }),
    operation('POST /api/events/trackInAppOpen', { keys, body: inAppOpen }, ({ body }) => {
      const { owned, fields, at } = happeningOf(service, body, 'InApp');
      service.later(() => {
        owned.message.isRead = true;
        recordMessageEvent(service, 'inAppOpen', owned, fields, at);
      });
      return success();
    }),
    operation('POST /api/events/trackInAppClick', { keys, body: inAppClick }, ({ body }) => {
      const { owned, fields, at } = happeningOf(service, body, 'InApp');
      service.later(() => recordMessageEvent(service, 'inAppClick', owned, fields, at));
      return success();
    }),
    operation('POST /api/events/trackInAppClose', { keys, body: inAppClose }, ({ body }) => {
      const { owned, fields, at } = happeningOf(service, body, 'InApp');
      service.later(() => recordMessageEvent(service, 'inAppClose', owned, fields, at));
      return success();
    }),
    operation('POST /api/events/inAppConsume', { keys, body: inAppConsumption }, ({ body }) => {
      const { owned, fields, at } = happeningOf(service, body, 'InApp');
      service.later(() => {
        // A repeat of the call finds the message gone, and nothing to record.
        if (owned.message.isConsumed) return;
        owned.message.isConsumed = true;
        if (body.deleteAction !== undefined) recordMessageEvent(service, 'inAppDelete', owned, fields, at);
      });
      return success();
    }),
  ];
}
