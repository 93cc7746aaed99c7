import {
  messagesOf,
  templatesOf,
  type CampaignRow,
  type Medium,
  type TemplateRow,
} from '../state/project.js';
import { channelsOf, listsOf, messageTypesOf, type MessageTypeRow } from '../state/subscribable.js';
import type { Person } from '../people/person.js';
import { isMember } from '../subscriptions/list-members.js';
import type { Service } from '../state/service.js';
import { DAY } from '../time.js';

/** Why a message was not sent. */
export type SkipReason =
  | 'CampaignNotRunning'
  | 'NoAddress'
  | 'OnSuppressionList'
  | 'UnsubscribedChannel'
  | 'UnsubscribedMessageType'
  | 'NotSubscribedMessageType'
  | 'DuplicateMarketingMessage'
  | 'FrequencyCap'
  | 'NoPlacement'
  | 'TemplateError'
  | 'DataFeedError';

/** A message before it is sent. */
export interface Candidate {
  campaign: CampaignRow;
  medium: Medium;
  template: TemplateRow;
  person: Person;
  allowRepeat: boolean;
}

/** Why a person is not to get a message; none when they are. */
export function skipReason(service: Service, candidate: Candidate): SkipReason | undefined {
  const { campaign, medium, template, person, allowRepeat } = candidate;
  if (campaign.type === 'Triggered' && campaign.campaignState !== 'Running') return 'CampaignNotRunning';
  if (!hasAddress(person, medium)) return 'NoAddress';
  if (isSuppressed(service, campaign, person)) return 'OnSuppressionList';
  const messageType = messageTypesOf(service).get(template.messageTypeId);
  const unsubscribed = messageType && unsubscribedReason(person, messageType);
  if (unsubscribed) return unsubscribed;
  const mayRepeat = allowRepeat || (campaign.type === 'Triggered' && isTransactional(service, messageType));
  if (!mayRepeat && hasCampaign(service, campaign, person)) return 'DuplicateMarketingMessage';
  return messageType && isCapped(service, messageType, person) ? 'FrequencyCap' : undefined;
}

/** Why a person gets no messages of a type; none when they do. */
export function unsubscribedReason(
  person: Person,
  { id, channelId, subscriptionPolicy }: MessageTypeRow,
): SkipReason | undefined {
  if (person.unsubscribedChannelIds.includes(channelId)) return 'UnsubscribedChannel';
  if (person.unsubscribedMessageTypeIds.includes(id)) return 'UnsubscribedMessageType';
  const isOptedIn = subscriptionPolicy === 'OptOut' || person.subscribedMessageTypeIds.includes(id);
  return isOptedIn ? undefined : 'NotSubscribedMessageType';
}

/** Whether messages of a type are not marketing: someone waits for each of them. */
function isTransactional(service: Service, messageType: MessageTypeRow | undefined): boolean {
  return channelsOf(service).get(messageType?.channelId ?? 0)?.channelType === 'Transactional';
}

/** Whether a message of a medium has somewhere to go. */
function hasAddress({ email, dataFields, devices, browserTokens }: Person, medium: Medium): boolean {
  if (medium === 'Email') return email !== undefined;
  if (medium === 'Push') return devices.some(({ isEnabled }) => isEnabled);
  if (medium === 'WebPush') return browserTokens.length > 0;
  // In-app and embedded messages wait until they are read.
  return medium === 'InApp' || medium === 'Embedded' || Boolean(dataFields['phoneNumber']);
}

function isSuppressed(service: Service, { suppressionListIds }: CampaignRow, person: Person): boolean {
  return suppressionListIds.some((listId) => {
    const list = listsOf(service).get(listId);
    return list !== undefined && isMember(service, list, person);
  });
}

function hasCampaign(service: Service, { id }: CampaignRow, person: Person): boolean {
  const theirs = messagesOf(service).where('personId', person.id);
  return theirs.some(({ campaignId, isProof }) => campaignId === id && !isProof);
}

/** Whether a person got as many messages of a type as it may send within its days. */
function isCapped(service: Service, { id, frequencyCap }: MessageTypeRow, person: Person): boolean {
  if (!frequencyCap) return false;
  const from = service.clock.now() - frequencyCap.days * DAY;
  const recent = messagesOf(service)
    .where('personId', person.id)
    .filter(
      ({ templateId, createdAt, isProof }) =>
        createdAt > from && !isProof && templatesOf(service).get(templateId)?.messageTypeId === id,
    );
  return recent.length >= frequencyCap.messages;
}
