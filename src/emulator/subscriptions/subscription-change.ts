import type { BulkSubscription, SubscriptionGroupRef } from '../../admin/operations/subscriptions.js';
import type { DataFields } from '../../api/models/data-fields.js';
import { listsOf, messageTypesOf, type MessageTypeRow } from '../state/subscribable.js';
import { presentPerson } from '../people/people.js';
import type { Person } from '../people/person.js';
import { recordEvent } from '../events/event-store.js';
import type { Service } from '../state/service.js';
import { addMembers, removeMembers } from './list-members.js';

/** Whether someone is to be subscribed or unsubscribed. */
export type Action = BulkSubscription['action'];

/**
 * Changes one subscription of a person, unless they are gone by now, and records it if it was not so before; with what
 * led to it, such as a `campaignId`.
 */
export function changeSubscription(
  service: Service,
  person: Person,
  group: SubscriptionGroupRef,
  action: Action,
  credit: DataFields = {},
): void {
  const present = presentPerson(service, person);
  if (!present || !isChanged(service, present, group, action)) return;
  const name = { emailList: 'emailListIds', messageType: 'messageTypeIds', messageChannel: 'channelIds' };
  recordEvent(service, action === 'subscribe' ? 'emailSubscribe' : 'emailUnSubscribe', present, {
    [name[group.subscriptionGroup]]: [group.subscriptionGroupId],
    ...credit,
  });
}

/** Changes one subscription; says whether it was not so before. */
function isChanged(
  service: Service,
  person: Person,
  { subscriptionGroup, subscriptionGroupId: id }: SubscriptionGroupRef,
  action: Action,
): boolean {
  if (subscriptionGroup === 'messageType') return changeMessageType(service, person, id, action);
  if (subscriptionGroup === 'messageChannel')
    return move(person.unsubscribedChannelIds, id, action !== 'subscribe');
  const list = listsOf(service).get(id);
  const moveMembers = action === 'subscribe' ? addMembers : removeMembers;
  return list !== undefined && moveMembers(service, list, [person]).length > 0;
}

/** A message type is opted out of, and an opt-in one is opted into besides. */
function changeMessageType(service: Service, person: Person, id: number, action: Action): boolean {
  const type: MessageTypeRow | undefined = messageTypesOf(service).get(id);
  const isSubscribing = action === 'subscribe';
  const hasMoved = move(person.unsubscribedMessageTypeIds, id, !isSubscribing);
  if (type?.subscriptionPolicy !== 'OptIn') return hasMoved;
  return move(person.subscribedMessageTypeIds, id, isSubscribing) || hasMoved;
}

/** Puts an id into a list of ids, or takes it out; says whether that changed the list. */
function move(ids: number[], id: number, isIn: boolean): boolean {
  if (ids.includes(id) === isIn) return false;
  if (isIn) ids.push(id);
  else ids.splice(ids.indexOf(id), 1);
  return true;
}
