import { z } from 'zod';
import type { BulkSubscriptionsResult, BulkSubscriptionsUpdate } from '../../admin/operations/users.js';
import type { SubscriptionsChange } from '../../api/models/user.js';
import { success } from '../operation/answers.js';
import { namesWith, runBatch } from '../people/batch.js';
import { channelsOf, listsOf, messageTypesOf } from '../state/subscribable.js';
import { addMembers, removeMembers, requireOpenList } from './list-members.js';
import { operation, type Operation } from '../operation/operation.js';
import { giveNames, presentPerson, requirePerson } from '../people/people.js';
import type { Names, Person } from '../people/person.js';
import { recordEvent } from '../events/event-store.js';
import { Refusal } from '../operation/refusal.js';
import type { Service } from '../state/service.js';
import { userInBatchOf, userOf } from '../people/user-schemas.js';

const ids = z.array(z.int()).exactOptional();

const subscriptionsChange = z.object({
  emailListIds: ids,
  unsubscribedChannelIds: ids,
  unsubscribedMessageTypeIds: ids,
  subscribedMessageTypeIds: ids,
  campaignId: z.int().exactOptional(),
  templateId: z.int().exactOptional(),
  validateChannelAlignment: z.boolean().exactOptional(),
}) satisfies z.ZodType<SubscriptionsChange>;

const subscriptionsUpdateOf = (service: Service) =>
  userOf(service).and(subscriptionsChange) satisfies z.ZodType<Names & SubscriptionsChange>;

/** A batch as it is taken: each user in it is judged alone. */
type Batch = Record<keyof BulkSubscriptionsUpdate, (Names & SubscriptionsChange)[]>;

const bulkSubscriptionsUpdateOf = (service: Service) =>
  z.object({
    updateSubscriptionsRequests: z.array(userInBatchOf(service).and(subscriptionsChange)),
  }) satisfies z.ZodType<Batch>;

/** What users are subscribed to, as a whole. */
export const userSubscriptions = (service: Service): Operation[] => [
  operation(
    'POST /api/users/updateSubscriptions',
    { keys: ['server', 'mobile', 'web'], body: subscriptionsUpdateOf(service) },
    ({ body }) => {
      const person = requirePerson(service, body, { forgottenStatus: 409 });
      service.later(prepareSubscriptions(service, person, body));
      return success();
    },
  ),
  operation(
    'POST /api/users/bulkUpdateSubscriptions',
    { keys: ['server'], body: bulkSubscriptionsUpdateOf(service) },
    ({ body }) => bulkUpdate(service, body.updateSubscriptionsRequests),
  ),
];

function bulkUpdate(service: Service, requests: (Names & SubscriptionsChange)[]): BulkSubscriptionsResult {
  const { done, failures } = runBatch(service, requests, (request) =>
    prepareSubscriptions(service, requirePerson(service, request), request),
  );
  service.later(() => done.forEach((write) => write()));
  const valid = failures.filter(({ code }) => !code.startsWith('Invalid'));
  const validCodes = [
    'BadParams',
    'ExternalKeyConflict',
    'ForgottenUserError',
    'UnknownEmailError',
    'UnknownUserIdError',
  ] as const;
  return {
    successCount: done.length,
    failCount: failures.length,
    invalidEmails: namesWith(failures, 'email', ['InvalidEmailAddressError']),
    invalidUserIds: namesWith(failures, 'userId', ['InvalidUserIdError']),
    validEmailFailures: namesWith(valid, 'email', validCodes),
    validUserIdFailures: namesWith(valid, 'userId', validCodes),
  };
}

/** Checks what a user is to be subscribed to; what is left is to write it. */
function prepareSubscriptions(
  service: Service,
  person: Person,
  change: Names & SubscriptionsChange,
): () => void {
  const { emailListIds, unsubscribedChannelIds, unsubscribedMessageTypeIds, subscribedMessageTypeIds } =
    change;
  for (const id of emailListIds ?? []) requireOpenList(service, id, 'emailListIds');
  checkKnown('unsubscribedChannelIds', unsubscribedChannelIds, channelsOf(service));
  checkKnown('unsubscribedMessageTypeIds', unsubscribedMessageTypeIds, messageTypesOf(service));
  checkKnown('subscribedMessageTypeIds', subscribedMessageTypeIds, messageTypesOf(service));
  checkOptIn(service, change);
  if (change.validateChannelAlignment ?? true) checkAlignment(service, person, change);
  giveNames(service, person, change);

  return () => {
    const present = presentPerson(service, person);
    if (present) writeSubscriptions(service, present, change);
  };
}

function checkKnown(field: string, ids: readonly number[] = [], known: ReadonlyMap<number, unknown>): void {
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw new Refusal('BadParams', `\`${field}\`: the project has no ${unknown}`);
}

/** A project has opt-in message types enabled when it has any. */
function checkOptIn(service: Service, { subscribedMessageTypeIds }: SubscriptionsChange): void {
  if (!subscribedMessageTypeIds) return;
  const hasAny = [...messageTypesOf(service).values()].some(
    ({ subscriptionPolicy }) => subscriptionPolicy === 'OptIn',
  );
  if (!hasAny) {
    throw new Refusal('BadParams', '`subscribedMessageTypeIds`: the project has no opt-in message types');
  }
}

/** Refuses preferences for message types of a channel that the user has left or leaves now. */
function checkAlignment(service: Service, person: Person, change: SubscriptionsChange): void {
  const channelIds = change.unsubscribedChannelIds ?? person.unsubscribedChannelIds;
  for (const field of ['subscribedMessageTypeIds', 'unsubscribedMessageTypeIds'] as const) {
    const misplaced = change[field]?.find((id) =>
      channelIds.includes(messageTypesOf(service).get(id)?.channelId ?? 0),
    );
    if (misplaced === undefined) continue;
    throw new Refusal(
      'BadParams',
      `\`${field}\`: the user has left the channel of message type ${misplaced}`,
    );
  }
}

/** Overwrites every field that was sent (decision 29), and records what changed by it. */
function writeSubscriptions(service: Service, person: Person, change: SubscriptionsChange): void {
  const { campaignId, templateId, emailListIds } = change;
  const { joined, left } = writeLists(service, person, emailListIds);
  const channelIds = newOnes(person.unsubscribedChannelIds, change.unsubscribedChannelIds);
  const messageTypeIds = newOnes(person.unsubscribedMessageTypeIds, change.unsubscribedMessageTypeIds);
  const subscribed = newOnes(person.subscribedMessageTypeIds, change.subscribedMessageTypeIds);
  person.unsubscribedChannelIds = change.unsubscribedChannelIds ?? person.unsubscribedChannelIds;
  person.unsubscribedMessageTypeIds = change.unsubscribedMessageTypeIds ?? person.unsubscribedMessageTypeIds;
  person.subscribedMessageTypeIds = change.subscribedMessageTypeIds ?? person.subscribedMessageTypeIds;

  if (joined.length || subscribed.length) {
    recordEvent(service, 'emailSubscribe', person, { emailListIds: joined, messageTypeIds: subscribed });
  }
  if (left.length || channelIds.length || messageTypeIds.length) {
    const fields = { emailListIds: left, channelIds, messageTypeIds, campaignId, templateId };
    recordEvent(service, 'emailUnSubscribe', person, fields);
  }
}

function newOnes(before: readonly number[], after: readonly number[] = []): number[] {
  return after.filter((id) => !before.includes(id));
}

/** Puts a person on these standard lists, and on no other. */
function writeLists(service: Service, person: Person, listIds: readonly number[] | undefined) {
  const standard = [...listsOf(service).values()].filter(({ listType }) => listType === 'Standard');
  const lists = listIds ? [...listsOf(service).values()].filter(({ id }) => listIds.includes(id)) : [];
  const others = listIds ? standard.filter((list) => !lists.includes(list)) : [];
  const joined: number[] = [];
  const left: number[] = [];
  for (const list of lists) {
    const added = addMembers(service, list, [person]);
    if (added.length) joined.push(list.id);
  }
  for (const list of others) {
    const removed = removeMembers(service, list, [person]);
    if (removed.length) left.push(list.id);
  }
  return { joined, left };
}
