import { z } from 'zod';
import type { BulkUserResult } from '../../admin/operations/bulk-user-result.js';
import type {
  List,
  ListPreviewQuery,
  ListRef,
  ListSubscription,
  ListUnsubscription,
  ListUsersQuery,
  NewList,
} from '../../admin/operations/lists.js';
import type { ProfileChange } from '../../api/models/user.js';
import { success, text } from '../operation/answers.js';
import { runBatch, userBatchResult } from '../people/batch.js';
import { campaignsOf, templatesOf } from '../state/project.js';
import { listsOf, messageTypesOf, type ListRow } from '../state/subscribable.js';
import {
  addMembers,
  membersOf,
  presentOf,
  removeMembers,
  requireList,
  requireOpenList,
} from './list-members.js';
import { operation, type Operation } from '../operation/operation.js';
import { giveNames, requirePerson } from '../people/people.js';
import type { Names, Person } from '../people/person.js';
import { prepareUser } from '../people/profile.js';
import { recordEvent } from '../events/event-store.js';
import { conflict, Refusal } from '../operation/refusal.js';
import { booleanInText, numberInText } from '../operation/schemas.js';
import type { Service } from '../state/service.js';
import { profileChange, userInBatchOf } from '../people/user-schemas.js';

const listRef = z.object({ listId: numberInText }) satisfies z.ZodType<ListRef>;

const newList = z.object({
  name: z.string().min(1, 'is missing').max(255),
  description: z.string().exactOptional(),
}) satisfies z.ZodType<NewList>;

const listUsersQuery = listRef.extend({
  preferUserId: booleanInText.exactOptional(),
}) satisfies z.ZodType<ListUsersQuery>;

const listPreviewQuery = listUsersQuery.extend({
  size: numberInText.pipe(z.int().min(1, 'must be 1 or more').max(5_000, 'is over 5000')).exactOptional(),
}) satisfies z.ZodType<ListPreviewQuery>;

/** Batches as they are taken: each user in one is judged alone. */
type Subscription = Omit<ListSubscription, 'subscribers'> & { subscribers: (Names & ProfileChange)[] };
type Unsubscription = Omit<ListUnsubscription, 'subscribers'> & { subscribers: Names[] };

const subscriptionOf = (service: Service) =>
  z.object({
    listId: z.int(),
    subscribers: z.array(userInBatchOf(service).and(profileChange)),
    updateExistingUsersOnly: z.boolean().exactOptional(),
  }) satisfies z.ZodType<Subscription>;

const unsubscriptionOf = (service: Service) =>
  z.object({
    listId: z.int(),
    subscribers: z.array(userInBatchOf(service)),
    campaignId: z.int().exactOptional(),
    channelUnsubscribe: z.boolean().exactOptional(),
  }) satisfies z.ZodType<Unsubscription>;

/** Lists: named groups of users. */
export const lists = (service: Service): Operation[] => [...about(service), ...membership(service)];

const about = (service: Service): Operation[] => [
  operation('GET /api/lists', { keys: ['server', 'readOnly'] }, () => ({
    lists: [...listsOf(service).values()].map(details),
  })),
  operation('POST /api/lists', { keys: ['server'], body: newList }, ({ body }) => create(service, body)),
  operation('DELETE /api/lists/{listId}', { keys: ['server'], path: listRef }, ({ path }) =>
    remove(service, path),
  ),
  operation('GET /api/lists/{listId}/size', { keys: ['server', 'readOnly'], path: listRef }, ({ path }) =>
    text(String(membersOf(service, requireList(service, path.listId)).length)),
  ),
];

const membership = (service: Service): Operation[] => [
  operation('GET /api/lists/getUsers', { keys: ['server'], query: listUsersQuery }, ({ query }) =>
    text(identifiers(service, query).join('\n')),
  ),
  operation('GET /api/lists/previewUsers', { keys: ['server'], query: listPreviewQuery }, ({ query }) =>
    text(
      identifiers(service, query)
        .slice(0, query.size ?? 1_000)
        .join('\n'),
    ),
  ),
  operation('POST /api/lists/subscribe', { keys: ['server'], body: subscriptionOf(service) }, ({ body }) =>
    subscribe(service, body),
  ),
  operation(
    'POST /api/lists/unsubscribe',
    { keys: ['server'], body: unsubscriptionOf(service) },
    ({ body }) => unsubscribe(service, body),
  ),
];

/** A list as the service tells it; only of a suppression list does it say whether that is global. */
function details({ id, name, description, createdAt, listType, isGlobalSuppressionEnabled }: ListRow): List {
  return {
    id,
    name,
    ...(description !== undefined && { description }),
    createdAt,
    listType,
    ...(listType === 'Suppression' && { isGlobalSuppressionEnabled: isGlobalSuppressionEnabled ?? false }),
  };
}

function create(service: Service, list: NewList): ListRef {
  const id = service.tables.nextId();
  const createdAt = service.clock.now();
  listsOf(service).set(id, { id, ...list, createdAt, listType: 'Standard', members: [] });
  return { listId: id };
}

/** The states of a campaign that will not send again. */
const OVER: readonly string[] = ['Finished', 'Aborted', 'Archived'];

function remove(service: Service, { listId }: ListRef) {
  const list = requireList(service, listId);
  if (list.listType === 'Internal') throw new Refusal('BadParams', "`listId`: the list is the service's own");
  const user = [...campaignsOf(service).values()].find(
    ({ campaignState, listIds, suppressionListIds }) =>
      !OVER.includes(campaignState) && [...listIds, ...suppressionListIds].includes(listId),
  );
  if (user) throw conflict(`\`listId\`: campaign ${user.id} uses the list`);
  listsOf(service).delete(listId);
  return success();
}

/** What the members go by: in a hybrid project the email, unless the call prefers ids (decision 23). */
function identifiers(service: Service, { listId, preferUserId = false }: ListUsersQuery): string[] {
  const isByUserId = service.project === 'userId' || (service.project === 'hybrid' && preferUserId);
  return membersOf(service, requireList(service, listId)).flatMap(
    ({ email, userId }) => (isByUserId ? (userId ?? email) : (email ?? userId)) ?? [],
  );
}

function subscribe(service: Service, { listId, subscribers, updateExistingUsersOnly }: Subscription) {
  const list = requireOpenList(service, listId);
  const isExistingOnly = updateExistingUsersOnly === true && service.project !== 'email';
  const outcome = runBatch(service, subscribers, (subscriber) => {
    if (isExistingOnly) requirePerson(service, subscriber);
    return prepareUser(service, subscriber);
  });
  service.later(() => {
    for (const { write } of outcome.done) write();
    const people = outcome.done.map(({ person }) => person);
    for (const person of addMembers(service, list, people)) {
      recordEvent(service, 'emailSubscribe', person, { emailListIds: [listId] });
    }
  });
  return userBatchResult(outcome);
}

function unsubscribe(service: Service, body: Unsubscription): BulkUserResult {
  const { listId, campaignId } = body;
  const list = requireOpenList(service, listId);
  const channelId = channelToLeave(service, body);
  const { done, failures } = runBatch(service, body.subscribers, (subscriber) =>
    giveNames(service, requirePerson(service, subscriber), subscriber),
  );
  service.later(() => {
    const left = new Set(removeMembers(service, list, done));
    for (const person of presentOf(service, done)) {
      const isLeaving = channelId !== undefined && leaveChannel(person, channelId);
      if (!left.has(person) && !isLeaving) continue;
      const channelIds = isLeaving ? [channelId] : undefined;
      recordEvent(service, 'emailUnSubscribe', person, { emailListIds: [listId], channelIds, campaignId });
    }
  });
  const nothing = { fields: {}, createdFields: [], filteredOutFields: [] };
  return userBatchResult({ done: done.map(() => ({ cast: nothing })), failures });
}

/** The channel of the campaign that made users leave the list, when they leave that too. */
function channelToLeave(service: Service, { campaignId, channelUnsubscribe }: Unsubscription) {
  if (campaignId === undefined && !channelUnsubscribe) return undefined;
  if (campaignId === undefined) {
    throw new Refusal('BadParams', '`campaignId` is missing: `channelUnsubscribe` is about its channel');
  }
  const campaign = campaignsOf(service).get(campaignId);
  if (!campaign) throw new Refusal('BadParams', `\`campaignId\`: the project has no campaign ${campaignId}`);
  if (!channelUnsubscribe) return undefined;
  const messageTypeId = templatesOf(service).get(campaign.templateId)?.messageTypeId;
  return messageTypesOf(service).get(messageTypeId ?? 0)?.channelId;
}

/** Says whether the person had not left the channel before. */
function leaveChannel(person: Person, channelId: number): boolean {
  if (person.unsubscribedChannelIds.includes(channelId)) return false;
  person.unsubscribedChannelIds.push(channelId);
  return true;
}
