import type { DataFields } from '../../api/models/data-fields.js';
import type { Device } from '../../api/models/device.js';
import type { OptionalUserRef, UserRef } from '../../api/models/user.js';
import { messagesOf, type Medium, type MessageRow } from '../state/project.js';
import { checkRef, findPerson, peopleOf, requirePerson } from '../people/people.js';
import type { Person } from '../people/person.js';
import { isRecorded, recordEvent, type EventOptions } from '../events/event-store.js';
import { Refusal } from '../operation/refusal.js';
import type { Service } from '../state/service.js';
import { without } from '../operation/without-fields.js';

/** The messages of a medium that wait for a user, oldest first; none for a user the service does not know. */
export function waitingMessages(service: Service, ref: UserRef, medium: Medium): MessageRow[] {
  checkRef(service, ref);
  const person = findPerson(service, ref);
  const theirs = person ? messagesOf(service).where('personId', person.id) : [];
  const now = service.clock.now();
  return theirs
    .filter(
      (message) => message.medium === medium && !message.isConsumed && (message.expiresAt ?? Infinity) > now,
    )
    .sort((a, b) => a.createdAt - b.createdAt);
}

/** What every event of a message says, beside whose it is. */
interface MessageEvent {
  messageId: string;
  createdAt?: number;
  deviceInfo?: Device;
}

/** Someone and a message of theirs. */
export interface Owned {
  person: Person;
  message: MessageRow;
}

/** Who says whose an event is: the call, else its token, else the message (decision 53). */
export interface Witness {
  body: OptionalUserRef;
  tokenUser: UserRef | undefined;
}

/** Whose an event is; refuses one of which nothing says so. */
export function ownerOf(
  service: Service,
  { body, tokenUser }: Witness,
  messageId: string | undefined,
): Person {
  const named = body.email === undefined && body.userId === undefined ? tokenUser : body;
  if (named) return requirePerson(service, named);
  const person = peopleOf(service).get(messagesOf(service).get(messageId ?? '')?.personId ?? 0);
  if (person) return person;
  const msg =
    '`email` or `userId` is missing: give one of them, or a token, or a `messageId` of a message that was sent';
  throw new Refusal('BadParams', msg);
}

/** Someone and the message of theirs that a call names; refuses one that was not sent to them. */
export function requireMessage(
  service: Service,
  person: Person,
  messageId: string,
  medium: Medium,
  field = 'messageId',
): Owned {
  const message = messagesOf(service).get(messageId);
  if (message?.personId === person.id && message.medium === medium) return { person, message };
  throw new Refusal('BadParams', `\`${field}\`: this user was sent no such message`);
}

/** What a call says happened to a message. */
export interface Happening {
  owned: Owned;
  /** What else it says. */
  fields: DataFields & { deviceInfo?: Device };
  at: EventOptions;
}

/** Reads what a call says happened to a message; refuses it when the message is not one of this user. */
export function happeningOf(
  service: Service,
  { body, tokenUser }: Witness & { body: MessageEvent },
  medium: Medium,
): Happening {
  const { messageId, createdAt } = body;
  const person = ownerOf(service, { body, tokenUser }, messageId);
  const owned = requireMessage(service, person, messageId, medium);
  const fields = without(body, 'email', 'userId', 'messageId', 'createdAt');
  return { owned, fields: { ...fields }, at: { createdAt } };
}

/** Records what happened to a message, unless it was sent as a proof (decision 38). */
export function recordMessageEvent(
  service: Service,
  type: string,
  { person, message }: Owned,
  fields: DataFields,
  options: EventOptions = {},
): void {
  if (message.isProof) return;
  const { messageId, campaignId, templateId } = message;
  recordEvent(service, type, person, { messageId, campaignId, templateId, ...fields }, options);
}

/** Records that a message reached a device: once for each message, user and device (decision 38). */
export function recordArrival(
  service: Service,
  type: string,
  owned: Owned,
  fields: DataFields & { deviceInfo?: Device },
  { createdAt }: EventOptions = {},
): void {
  const id = [owned.message.messageId, owned.person.id, fields.deviceInfo?.deviceId ?? ''].join(' ');
  if (isRecorded(service, type, id)) return;
  recordMessageEvent(service, type, owned, fields, { id, createdAt });
}
