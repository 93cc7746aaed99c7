import { z } from 'zod';
import type { SentMessage, SentMessageQuery, UserAnswer } from '../../admin/operations/users.js';
import type { EmailChange, UserRef } from '../../api/models/user.js';
import { success } from '../operation/answers.js';
import { campaignsOf, messagesOf } from '../state/project.js';
import { devices } from './devices.js';
import { erasePerson } from './erase.js';
import { fieldTypes, type FieldType } from './field-types.js';
import { forget } from './forget.js';
import { operation, type Operation } from '../operation/operation.js';
import {
  checkKind,
  checkRef,
  findPerson,
  isForgotten,
  namesOf,
  refOf,
  renamePerson,
  requirePerson,
} from './people.js';
import { prepareUser, type UserChange } from './profile.js';
import { Refusal } from '../operation/refusal.js';
import { booleanInText, email, numberInText, oneOf, repeated, user, userId } from '../operation/schemas.js';
import type { Service } from '../state/service.js';
import { userSubscriptions } from '../subscriptions/subscriptions.js';
import { userUpdateOf } from './user-schemas.js';
import { usersBulk } from './users-bulk.js';
import { usersMerge } from './users-merge.js';

const byEmail = z.object({ email }) satisfies z.ZodType<UserRef>;
const byUserId = z.object({ userId }) satisfies z.ZodType<UserRef>;

const emailChange = z
  .object({ newEmail: email })
  .and(
    oneOf('currentEmail', 'currentUserId') as unknown as z.ZodType<
      { currentEmail: string } | { currentUserId: string }
    >,
  ) satisfies z.ZodType<EmailChange>;

const dateInText = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), 'is not a date and time in ISO 8601');

const sentMessageQuery = user.and(
  z.object({
    limit: numberInText.pipe(z.int().min(1, 'must be 1 or more').max(1_000, 'is over 1000')).exactOptional(),
    campaignIds: repeated(numberInText).exactOptional(),
    startDateTime: dateInText.exactOptional(),
    endDateTime: dateInText.exactOptional(),
    excludeBlastCampaigns: booleanInText.exactOptional(),
    messageMedium: z.enum(['Email', 'Push', 'InApp', 'SMS']).exactOptional(),
  }),
) satisfies z.ZodType<SentMessageQuery>;

/** Users: who they are, and all that is done to them. */
export const users = (service: Service): Operation[] => [
  ...reads(service),
  ...writes(service),
  ...usersBulk(service),
  ...usersMerge(service),
  ...userSubscriptions(service),
  ...forget(service),
  ...devices(service),
];

/** The fields that every profile has, as the service lists them beside those of your own (decision 50). */
const BUILT_IN_FIELDS: Record<string, FieldType> = {
  email: 'string',
  userId: 'string',
  profileUpdatedAt: 'date',
  signupDate: 'date',
  signupSource: 'string',
  phoneNumber: 'string',
  emailListIds: 'long',
  subscribedMessageTypeIds: 'long',
  unsubscribedMessageTypeIds: 'long',
  unsubscribedChannelIds: 'long',
  devices: 'object',
  browserTokens: 'string',
};

const reads = (service: Service): Operation[] => [
  operation('GET /api/users/getByEmail', { keys: ['server'], query: byEmail }, ({ query }) =>
    answerFor(service, query),
  ),
  operation('GET /api/users/byUserId', { keys: ['server'], query: byUserId }, ({ query }) =>
    answerFor(service, query),
  ),
  operation('GET /api/users/{email}', { keys: ['server'], path: byEmail }, ({ path }) =>
    answerFor(service, path),
  ),
  operation('GET /api/users/byUserId/{userId}', { keys: ['server'], path: byUserId }, ({ path }) =>
    answerFor(service, path),
  ),
  operation('GET /api/users/getFields', { keys: ['server', 'readOnly'] }, () => ({
    fields: { ...BUILT_IN_FIELDS, ...fieldTypes(service, 'user') },
  })),
  operation('GET /api/users/getSentMessages', { keys: ['server'], query: sentMessageQuery }, ({ query }) => ({
    messages: sentMessages(service, query),
  })),
];

const writes = (service: Service): Operation[] => [
  operation(
    'POST /api/users/update',
    { keys: ['server', 'javascript', 'mobile', 'web'], body: userUpdateOf(service) },
    ({ body }) => update(service, body),
  ),
  operation(
    'POST /api/users/updateEmail',
    { keys: ['server', 'mobile', 'web'], body: emailChange },
    ({ body }) => updateEmail(service, body),
  ),
  operation('DELETE /api/users/{email}', { keys: ['server'], path: byEmail }, ({ path }) =>
    remove(service, path),
  ),
  operation('DELETE /api/users/byUserId/{userId}', { keys: ['server'], path: byUserId }, ({ path }) =>
    remove(service, path),
  ),
];

/** The user; nothing for one the service does not know (decision 12). */
function answerFor(service: Service, ref: UserRef): UserAnswer {
  checkKind(service, ref);
  const person = findPerson(service, ref);
  return person ? { user: { ...namesOf(person), dataFields: person.dataFields } } : {};
}

function update(service: Service, body: UserChange) {
  const { cast, write } = prepareUser(service, body, { forgottenStatus: 409 });
  service.later(write);
  const { createdFields, filteredOutFields } = cast;
  return success({ createdFields, filteredOutFields });
}

function updateEmail(service: Service, { newEmail, currentEmail, currentUserId }: EmailChange) {
  const ref = refOf({ email: currentEmail, userId: currentUserId });
  const person = requirePerson(service, ref, { forgottenStatus: 409 });
  if (isForgotten(service, { email: newEmail })) {
    throw new Refusal('ForgottenUserError', '`newEmail` is of a user who was forgotten', { status: 409 });
  }
  const owner = findPerson(service, { email: newEmail });
  if (owner && owner !== person) throw new Refusal('EmailAlreadyExists', '`newEmail` is of another user');
  renamePerson(service, person, { email: newEmail });
  return success();
}

function remove(service: Service, ref: UserRef) {
  erasePerson(service, requirePerson(service, ref));
  return success();
}

/** The messages that were sent to a user, latest first; a proof is none (decision 38). None for someone unknown (12). */
function sentMessages(service: Service, query: SentMessageQuery): SentMessage[] {
  const { limit = 10, campaignIds, excludeBlastCampaigns = false, messageMedium } = query;
  const from = query.startDateTime === undefined ? -Infinity : Date.parse(query.startDateTime);
  const until = query.endDateTime === undefined ? Infinity : Date.parse(query.endDateTime);
  checkRef(service, query);
  const person = findPerson(service, query);
  const isBlast = (campaignId: number) => campaignsOf(service).get(campaignId)?.type === 'Blast';

  if (!person) return [];
  return messagesOf(service)
    .where('personId', person.id)
    .filter(({ isProof }) => !isProof)
    .filter(({ createdAt }) => createdAt >= from && createdAt < until)
    .filter(({ campaignId }) => !campaignIds || campaignIds.includes(campaignId))
    .filter(({ campaignId }) => !excludeBlastCampaigns || !isBlast(campaignId))
    .filter(({ medium }) => !messageMedium || medium === messageMedium)
    .reverse()
    .sort((a, b) => b.createdAt - a.createdAt)
    .slice(0, limit)
    .map(({ messageId, campaignId, templateId, createdAt }) => ({
      messageId,
      campaignId,
      templateId,
      createdAt: new Date(createdAt).toISOString(),
    }));
}
