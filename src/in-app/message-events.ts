import type { Device } from '../api/models/device.js';
import type { InAppMessage } from '../api/models/in-app.js';
import type { Host } from '../host/host.js';
import { contextOf } from './message.js';

/** How a message came to be closed (decision 36). */
export type CloseAction = 'link' | 'button' | 'escape' | 'backdrop' | 'swipe' | 'timeout' | 'api';

/** Tells the service what messages are used for, through the outbox. Each call resolves once that is safe on the device. */
export interface MessageEvents {
  delivered(message: InAppMessage): Promise<void>;
  opened(message: InAppMessage, place: string): Promise<void>;
  clicked(message: InAppMessage, place: string, clickedUrl: string): Promise<void>;
  closed(message: InAppMessage, place: string, closeAction: CloseAction, clickedUrl?: string): Promise<void>;
  /** The message is done with; with a `deleteAction`, the visitor has deleted it. */
  consumed(message: InAppMessage, place: string, deleteAction?: CloseAction): Promise<void>;
}

/** Makes the functions that tell the service, from this site and device, of a user's messages. Default: those of the current one. */
export function createMessageEvents(
  host: Host,
  deviceOf: () => Promise<Device>,
  user = host.user,
): MessageEvents {
  async function tell(name: string, message: InAppMessage, place: string, facts: object = {}) {
    try {
      const { messageId } = message;
      const messageContext = contextOf(message, place);
      const deviceInfo = await deviceOf();
      const body = { messageId, messageContext, deviceInfo, ...facts };
      // Whoever the visitor has become, it was that one's message.
      if (user) await host.track(`POST /api/events/${name}`, body, user);
    } catch (error) {
      host.report(error); // No reason to show less.
    }
  }

  return {
    delivered(message) {
      const { location: place, ...messageContext } = contextOf(message, '');
      return tell('trackInAppDelivery', message, place, { messageContext });
    },
    opened: (message, place) => tell('trackInAppOpen', message, place),
    clicked: (message, place, clickedUrl) => tell('trackInAppClick', message, place, { clickedUrl }),
    closed: (message, place, closeAction, clickedUrl) =>
      tell('trackInAppClose', message, place, { closeAction, clickedUrl }),
    consumed: (message, place, deleteAction) => tell('inAppConsume', message, place, { deleteAction }),
  };
}
