import { z } from 'zod';
import type {
  BulkSubscription,
  SubscriptionGroupRef,
  SubscriptionOfEmail,
  SubscriptionOfUserId,
} from '../../admin/operations/subscriptions.js';
import type { UserRef } from '../../api/models/user.js';
import { received, success } from '../operation/answers.js';
import { channelsOf, listsOf, messageTypesOf } from '../state/subscribable.js';
import { doubleOptIn } from './double-opt-in.js';
import { requireOpenList } from './list-members.js';
import { operation, type Operation } from '../operation/operation.js';
import { findPerson, requirePerson } from '../people/people.js';
import type { Person } from '../people/person.js';
import { Refusal } from '../operation/refusal.js';
import { email, numberInText, userId } from '../operation/schemas.js';
import type { Service } from '../state/service.js';
import { changeSubscription, type Action } from './subscription-change.js';

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
      service.later(() =>
        people.forEach((person) => changeSubscription(service, person, path, query.action)),
      );
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
  service.later(() => changeSubscription(service, person, group, action));
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
