import type { DataFields } from '../../api/models/data-fields.js';
import { recordEvent } from '../events/event-store.js';
import type { Owned } from '../messages/person-messages.js';
import { templatesOf } from '../state/project.js';
import type { Service } from '../state/service.js';
import { messageTypesOf } from '../state/subscribable.js';
import { changeSubscription } from '../subscriptions/subscription-change.js';
import type { Act } from './acts.js';

/** What happened to a message, and what is known of it. */
interface Happened {
  act: Act;
  fields: DataFields;
}

/** What a text message says to get no more of them, in any case. */
const STOP = /^\s*(stop|unsubscribe|end|quit|cancel)\s*$/i;

/** What follows when something has happened to a message. Nothing of it is published. */
export function followUp(service: Service, owned: Owned, happened: Happened): void {
  const { person, message } = owned;
  const { act, fields } = happened;
  const reason = leavingReason(owned, happened);
  if (reason) leaveChannel(service, owned, reason);
  if (message.medium === 'Push' && act === 'bounce') disable(person.devices.slice(-1));
  if (act === 'uninstall') disable(person.devices);
  if (message.medium === 'InApp' && act === 'open') message.isRead = true;
  if (act === 'recall') message.isConsumed = true;
  if (message.medium === 'Embedded' && act === 'open') {
    const { start, end, sessionId } = fields;
    recordEvent(service, 'embeddedSession', person, { sessionId, start, end });
  }
}

/** Why a person gets no more messages by this channel; none when they go on. */
function leavingReason({ message: { medium } }: Owned, { act, fields }: Happened): string | undefined {
  if (act === 'unsubscribe') return 'EmailLink';
  if (act === 'complain') return 'Complaint';
  if (medium === 'Email' && act === 'bounce') return fields['isSoft'] === true ? undefined : 'HardBounce';
  return act === 'reply' && STOP.test(String(fields['message'])) ? 'Reply' : undefined;
}

/** Unsubscribes a person from the channel of a message; one without a message type has none. */
function leaveChannel(service: Service, { person, message }: Owned, unsubSource: string): void {
  const { messageId, campaignId, templateId } = message;
  const messageTypeId = templatesOf(service).get(templateId)?.messageTypeId ?? 0;
  const subscriptionGroupId = messageTypesOf(service).get(messageTypeId)?.channelId;
  if (subscriptionGroupId === undefined) return;
  const group = { subscriptionGroup: 'messageChannel', subscriptionGroupId } as const;
  const credit = { messageId, campaignId, templateId, unsubSource };
  changeSubscription(service, person, group, 'unsubscribe', credit);
}

function disable(devices: { isEnabled: boolean }[]): void {
  for (const device of devices) device.isEnabled = false;
}
