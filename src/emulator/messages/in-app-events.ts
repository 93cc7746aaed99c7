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
import { messageEvent, type FromPage } from './message-event.js';
import { definedOnly } from '../events/event-store.js';
import { userIfNamed } from '../operation/schemas.js';
import { recordInboxLook } from '../reactions/sessions.js';
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
const inAppDelivery = userIfNamed.and(
  messageEvent.extend({ messageContext: context.exactOptional() }),
) satisfies z.ZodType<FromPage<InAppDelivery>>;
const inAppOpen = userIfNamed.and(open) satisfies z.ZodType<FromPage<InAppOpen>>;
const inAppClick = userIfNamed.and(click) satisfies z.ZodType<FromPage<InAppClick>>;
const inAppClose = userIfNamed.and(
  click.extend({ closeAction: z.string().exactOptional(), inboxSessionId: z.string().exactOptional() }),
) satisfies z.ZodType<FromPage<InAppClose>>;
const inAppConsumption = userIfNamed.and(
  open.extend({ deleteAction: z.string().exactOptional() }),
) satisfies z.ZodType<FromPage<InAppConsumption>>;

/** What happens to in-app messages. */
export function inAppEvents(service: Service): Operation[] {
  const keys: KeyType[] = ['mobile', 'web'];

  return [
    operation('POST /api/events/trackInAppDelivery', { keys, body: inAppDelivery }, (input) => {
      const { owned, fields, at } = happeningOf(service, input, 'InApp');
      service.later(() => recordArrival(service, 'inAppDelivery', owned, fields, at));
      return success();
    }),
    operation('POST /api/events/trackInAppOpen', { keys, body: inAppOpen }, (input) => {
      const { owned, fields, at } = happeningOf(service, input, 'InApp');
      service.later(() => {
        owned.message.isRead = true;
        recordMessageEvent(service, 'inAppOpen', owned, fields, at);
      });
      return success();
    }),
    operation('POST /api/events/trackInAppClick', { keys, body: inAppClick }, (input) => {
      const { owned, fields, at } = happeningOf(service, input, 'InApp');
      service.later(() => recordMessageEvent(service, 'inAppClick', owned, fields, at));
      return success();
    }),
    operation('POST /api/events/trackInAppClose', { keys, body: inAppClose }, (input) => {
      const { owned, fields, at } = happeningOf(service, input, 'InApp');
      service.later(() => {
        recordMessageEvent(service, 'inAppClose', owned, fields, at);
        const { inboxSessionId, deviceInfo } = input.body;
        if (inboxSessionId) recordInboxLook(service, owned, inboxSessionId, definedOnly({ deviceInfo }));
      });
      return success();
    }),
    operation('POST /api/events/inAppConsume', { keys, body: inAppConsumption }, (input) => {
      const { owned, fields, at } = happeningOf(service, input, 'InApp');
      service.later(() => {
        // A repeat of the call finds the message gone, and nothing to record.
        if (owned.message.isConsumed) return;
        owned.message.isConsumed = true;
        if (input.body.deleteAction !== undefined)
          recordMessageEvent(service, 'inAppDelete', owned, fields, at);
      });
      return success();
    }),
  ];
}
