import { z } from 'zod';
import type {
  BulkSubscription,
  SubscriptionGroupRef,
  SubscriptionOfEmail,
  SubscriptionOfUserId,
} from '../../admin/subscriptions.js';
import type { UserRef } from '../../api/user.js';
import { received, success } from '../answers.js';
import { channelsOf, listsOf, messageTypesOf, type MessageTypeRow } from '../content.js';
import { doubleOptIn } from './double-opt-in.js';
import { addMembers, removeMembers, requireOpenList } from './list-members.js';
import { operation, type Operation } from '../operation.js';
import { findPerson, presentPerson, requirePerson, type Person } from '../people/people.js';
import { record } from '../people/records.js';
import { Refusal } from '../refusal.js';
import { email, numberInText, userId } from '../schemas.js';
import type { Service } from '../service.js';

/** The groups by their names in any case (decision 26). */
const groupNames = {
  emaillist: 'emailList',
  messagetype: 'messageType',
  messagechannel: 'messageChannel',
} as const;

const subscriptionGroupRef = z.object({
  subscriptionGroup: z
    .string()
    .transform((name) => name.toLowerCase())
    .pipe(
      z.enum(
        ['emaillist', 'messagetype', 'messagechannel'],
        'is none of emailList, messageType, messageChannel',
      ),
    )
    .transform((name) => groupNames[name]),
  subscriptionGroupId: numberInText,
}) satisfies z.ZodType<SubscriptionGroupRef>;

const ofEmail = subscriptionGroupRef.extend({ userEmail: email }) satisfies z.ZodType<SubscriptionOfEmail>;
const ofUserId = subscriptionGroupRef.extend({ userId }) satisfies z.ZodType<SubscriptionOfUserId>;

type Action = BulkSubscription['action'];

const action = z.object({
  action: z.enum(['subscribe', 'unsubscribe'], 'must be subscribe or unsubscribe'),
}) satisfies z.ZodType<Pick<BulkSubscription, 'action'>>;

const someone = z
  .object({ users: z.array(email).exactOptional(), usersByUserId: z.array(userId).exactOptional() })
  .refine(
    ({ users, usersByUserId }) => users ?? usersByUserId,
    '`users` or `usersByUserId` is missing',
  ) satisfies z.ZodType<Pick<BulkSubscription, 'users' | 'usersByUserId'>>;

/** Subscriptions to one list, message type or channel. */
export const subscriptions = (service: Service): Operation[] => [
  operation(
    'PUT /api/subscriptions/{subscriptionGroup}/{subscriptionGroupId}',
    { keys: ['server'], path: subscriptionGroupRef, query: action, body: someone },
    ({ path, query, body }) => {
      requireGroup(service, path);
      const people = knownAmong(service, body);
      service.later(() => people.forEach((person) => change(service, person, path, query.action)));
      return received();
    },
  ),
  ...single(service, 'PATCH', 'subscribe'),
  ...single(service, 'DELETE', 'unsubscribe'),
  ...doubleOptIn(service),
];

const single = (service: Service, method: 'PATCH' | 'DELETE', action: Action): Operation[] => {
  const route = `${method} /api/subscriptions/{subscriptionGroup}/{subscriptionGroupId}`;
  return [
    operation(`${route}/user/{userEmail}`, { keys: ['server'], path: ofEmail }, ({ path }) =>
      changeOne(service, path, { ref: { email: path.userEmail }, action }),
    ),
    operation(`${route}/byUserId/{userId}`, { keys: ['server'], path: ofUserId }, ({ path }) =>
      changeOne(service, path, { ref: { userId: path.userId }, action }),
    ),
  ];
};

function changeOne(
  service: Service,
  group: SubscriptionGroupRef,
  { ref, action }: { ref: UserRef; action: Action },
) {
  requireGroup(service, group);
  const person = requirePerson(service, ref, { forgottenStatus: 409 });
  service.later(() => change(service, person, group, action));
  return success();
}

/** The users of a batch that can be subscribed; the answer has no place to tell of the others. */
function knownAmong(service: Service, { users = [], usersByUserId = [] }: z.infer<typeof someone>): Person[] {
  const refs: UserRef[] = [
    ...users.map((email) => ({ email })),
    ...usersByUserId.map((userId) => ({ userId })),
  ];
  return refs.flatMap((ref) => findPerson(service, ref) ?? []);
}

function requireGroup(
  service: Service,
  { subscriptionGroup, subscriptionGroupId: id }: SubscriptionGroupRef,
) {
  const tables = { emailList: listsOf, messageType: messageTypesOf, messageChannel: channelsOf };
  if (!tables[subscriptionGroup](service).has(id)) {
    throw new Refusal('NotFound', `\`subscriptionGroupId\`: the project has no ${subscriptionGroup} ${id}`);
  }
  if (subscriptionGroup === 'emailList') requireOpenList(service, id, 'subscriptionGroupId');
}

function change(service: Service, person: Person, group: SubscriptionGroupRef, action: Action): void {
  const present = presentPerson(service, person);
  if (!present || !isChanged(service, present, group, action)) return;
  const name = { emailList: 'emailListIds', messageType: 'messageTypeIds', messageChannel: 'channelIds' };
  record(service, action === 'subscribe' ? 'emailSubscribe' : 'emailUnSubscribe', present, {
    [name[group.subscriptionGroup]]: [group.subscriptionGroupId],
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
