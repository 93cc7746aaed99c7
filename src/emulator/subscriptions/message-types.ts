import type { MessageType } from '../../admin/operations/message-types.js';
import { MEDIUMS, type TemplateChannel } from '../state/project.js';
import { channelsOf, messageTypesOf, type ChannelRow, type MessageTypeRow } from '../state/subscribable.js';
import { operation, type Operation } from '../operation/operation.js';
import type { Service } from '../state/service.js';

/** The kinds of messages of a channel that users subscribe to. */
export const messageTypes = (service: Service): Operation[] => [
  operation('GET /api/messageTypes', { keys: ['server', 'readOnly'] }, () => ({
    messageTypes: [...messageTypesOf(service).values()] satisfies MessageType[],
  })),
];

/** The message type of a template that names none; a project that has none for its channel gets one. */
export function defaultMessageType(service: Service, templateChannel: TemplateChannel): MessageTypeRow {
  const medium = subscribedMedium(templateChannel);
  const isOfMedium = ({ channelId }: MessageTypeRow) =>
    channelsOf(service).get(channelId)?.messageMedium === medium;
  const known = [...messageTypesOf(service).values()].find(isOfMedium);
  return known ?? createMessageType(service, medium);
}

/** The medium of the channels in which the message types of a template are found; channels have three mediums only. */
function subscribedMedium(templateChannel: TemplateChannel): ChannelRow['messageMedium'] {
  const medium = MEDIUMS[templateChannel];
  return medium === 'Embedded' || medium === 'InApp' ? 'Push' : medium;
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
