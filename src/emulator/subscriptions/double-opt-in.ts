import { z } from 'zod';
import type { DoubleOptIn } from '../../admin/operations/subscriptions.js';
import { channelsOf, messageTypesOf, type MessageTypeRow } from '../state/subscribable.js';
import { operation, type Operation } from '../operation/operation.js';
import type { Names } from '../people/person.js';
import { giveNames, presentPerson, requirePerson } from '../people/people.js';
import { recordEvent } from '../events/event-store.js';
import { Refusal } from '../operation/refusal.js';
import { userOf } from '../people/user-schemas.js';
import type { Service } from '../state/service.js';
import { changeSubscription } from './subscription-change.js';

/** A question to a user, by text message, whether a subscription is wanted. */
export const doubleOptInRow = z.object({
  id: z.number(),
  personId: z.number(),
  messageTypeIds: z.array(z.number()),
  phoneNumber: z.string(),
  brandName: z.string(),
  /** In milliseconds since the epoch. */
  createdAt: z.number(),
});
/** A question to a user, by text message, whether a subscription is wanted. */
export type DoubleOptInRow = z.infer<typeof doubleOptInRow>;

/** Whom to ask, and what. */
type Question = Names & Omit<DoubleOptIn, keyof Names>;

const questionOf = (service: Service) =>
  userOf(service).and(
    z.object({
      messageTypeIds: z.array(z.int()).min(1, 'is empty'),
      phoneNumber: z.string().min(1).exactOptional(),
      brandName: z.string().min(1).exactOptional(),
    }),
  ) satisfies z.ZodType<Question>;

const questionsOf = (service: Service) => service.tables.table<DoubleOptInRow>('doubleOptIns');

/** What a user answers to subscribe, in any case. Nothing is published. */
const CONSENT = 'yes';

/** Subscriptions to text messages, which users confirm by one. */
export const doubleOptIn = (service: Service): Operation[] => [
  operation(
    'POST /api/subscriptions/subscribeToDoubleOptIn',
    { keys: ['server'], body: questionOf(service), refused: refusedInWords },
    ({ body }) => ask(service, body),
  ),
];

/** A text message from a phone to the service. */
export interface TextMessage {
  /** The phone's number. */
  from: string;
  text: string;
}

/** Takes a text message as the answer to what was asked at its phone; gives the message types that it subscribes to. */
export function receiveText(service: Service, { from, text }: TextMessage): number[] {
  const asked = [...questionsOf(service).values()].filter(
    ({ phoneNumber }) => digitsOf(phoneNumber) === digitsOf(from),
  );
  const people = new Set(asked.flatMap(({ personId: id }) => presentPerson(service, { id }) ?? []));
  for (const person of people) {
    recordEvent(service, 'smsReceived', person, { phoneNumber: from, message: text });
  }
  return text.trim().toLowerCase() === CONSENT ? asked.flatMap((question) => confirm(service, question)) : [];
}

/** Forgets what a person was asked. */
export function dropQuestions(service: Service, personId: number): void {
  for (const question of questionsOf(service).values()) {
    if (presentPerson(service, { id: question.personId })?.id !== personId) continue;
    questionsOf(service).delete(question.id);
  }
}

function confirm(service: Service, { id, personId, messageTypeIds }: DoubleOptInRow): number[] {
  questionsOf(service).delete(id);
  const person = presentPerson(service, { id: personId });
  if (!person) return [];
  for (const subscriptionGroupId of messageTypeIds) {
    const group = { subscriptionGroup: 'messageType', subscriptionGroupId } as const;
    changeSubscription(service, person, group, 'subscribe');
  }
  return messageTypeIds;
}

/** A phone number counts as the same however it is written. */
function digitsOf(phoneNumber: string): string {
  return phoneNumber.replace(/\D/g, '');
}

function ask(service: Service, body: Question): Response {
  const types = body.messageTypeIds.map((id) => requireType(service, id));
  const person = requirePerson(service, body);
  const unfit = types.find((type) => !isDoubleOptIn(service, type));
  if (unfit)
    throw new Refusal('BadParams', `Message type ${unfit.id} is no double opt-in type for text messages`);
  const phoneNumber = body.phoneNumber ?? person.dataFields['phoneNumber'];
  if (typeof phoneNumber !== 'string')
    throw new Refusal('BadParams', 'No phone number in the request or the profile');

  giveNames(service, person, body);
  const createdAt = service.clock.now();
  service.later(() => {
    const id = service.tables.nextId();
    const { messageTypeIds, brandName = brandOf(types) } = body;
    const asked = { messageTypeIds, phoneNumber, brandName };
    questionsOf(service).set(id, { id, personId: person.id, ...asked, createdAt });
    recordEvent(service, 'smsSend', person, asked, { receivedAt: createdAt });
  });
  return inWords(202, 'The double opt-in message is on its way');
}

function requireType(service: Service, id: number): MessageTypeRow {
  const type = messageTypesOf(service).get(id);
  if (type) return type;
  throw new Refusal('NotFound', `\`messageTypeIds\`: the project has no message type ${id}`);
}

/** The emulator has no setting for it: an opt-in type on a channel of text messages is a double opt-in one. */
function isDoubleOptIn(service: Service, { channelId, subscriptionPolicy }: MessageTypeRow): boolean {
  return subscriptionPolicy === 'OptIn' && channelsOf(service).get(channelId)?.messageMedium === 'SMS';
}

/** The brand that the message types have in common, or all of theirs; here a type's brand is its name. */
function brandOf(types: readonly MessageTypeRow[]): string {
  return [...new Set(types.map(({ name }) => name))].join(',');
}

/** Says in a sentence what is wrong with a call; the contract has the envelope for all else. */
function refusedInWords(error: unknown): Response | undefined {
  return error instanceof Refusal && error.status === 400 ? inWords(400, error.message) : undefined;
}

/** This operation answers with a sentence, also when it refuses (decision 26 and the contract). */
function inWords(status: number, words: string): Response {
  return new Response(words, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}
