import type { MessageType } from '../../admin/operations/message-types.js';
import {
  channelsOf,
  messageTypesOf,
  type Channel,
  type ChannelRow,
  type MessageTypeRow,
} from '../state/project.js';
import { operation, type Operation } from '../operation/operation.js';
import type { Service } from '../state/service.js';

/** The kinds of messages of a channel that users subscribe to. */
export const messageTypes = (service: Service): Operation[] => [
  operation('GET /api/messageTypes', { keys: ['server', 'readOnly'] }, () => ({
    messageTypes: [...messageTypesOf(service).values()] satisfies MessageType[],
  })),
];

/** The medium whose channels the message types of a template are found in; channels have three mediums only. */
const mediums: Record<Channel, ChannelRow['messageMedium']> = {
  email: 'Email',
  embedded: 'Push',
  inApp: 'Push',
  push: 'Push',
  sms: 'SMS',
};

/** The message type of a template that names none; a project that has none for its channel gets one. */
export function defaultMessageType(service: Service, channel: Channel): MessageTypeRow {
  const medium = mediums[channel];
  const isOfMedium = ({ channelId }: MessageTypeRow) =>
    channelsOf(service).get(channelId)?.messageMedium === medium;
  const known = [...messageTypesOf(service).values()].find(isOfMedium);
  return known ?? createMessageType(service, medium);
}

function createMessageType(service: Service, medium: ChannelRow['messageMedium']): MessageTypeRow {
  const channelId = service.tables.nextId();
  const id = service.tables.nextId();
  const now = service.clock.now();
  const name = `Marketing ${medium}`;
  const messageType: MessageTypeRow = {
    id,
    name,
    channelId,
    createdAt: now,
    updatedAt: now,
    subscriptionPolicy: 'OptOut',
  };
  channelsOf(service).set(channelId, {
    id: channelId,
    name,
    channelType: 'Marketing',
    messageMedium: medium,
  });
  messageTypesOf(service).set(id, messageType);
  return messageType;
}
