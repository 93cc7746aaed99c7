import { z } from 'zod';
import type { DoubleOptIn } from '../../admin/subscriptions.js';
import { channelsOf, messageTypesOf, type MessageTypeRow } from '../content.js';
import { operation, type Operation } from '../operation.js';
import { requirePerson } from '../people/people.js';
import { Refusal } from '../refusal.js';
import { user } from '../schemas.js';
import type { Service } from '../service.js';

/** A question to a user, by text message, whether a subscription is wanted. */
export interface DoubleOptInRow {
  id: number;
  personId: number;
  messageTypeIds: number[];
  phoneNumber: string;
  brandName: string;
  /** In milliseconds since the epoch. */
  createdAt: number;
}

const question = user.and(
  z.object({
    messageTypeIds: z.array(z.int()).min(1, 'is empty'),
    phoneNumber: z.string().min(1).exactOptional(),
    brandName: z.string().min(1).exactOptional(),
  }),
) satisfies z.ZodType<DoubleOptIn>;

const questionsOf = (service: Service) => service.tables.table<DoubleOptInRow>('doubleOptIns');

/** Subscriptions to text messages, which users confirm by one. */
export const doubleOptIn = (service: Service): Operation[] => [
  operation(
    'POST /api/subscriptions/subscribeToDoubleOptIn',
    { keys: ['server'], body: question },
    ({ body }) => ask(service, body),
  ),
];

function ask(service: Service, body: DoubleOptIn): Response {
  const types = body.messageTypeIds.map((id) => requireType(service, id));
  const person = requirePerson(service, body);
  const unfit = types.find((type) => !isDoubleOptIn(service, type));
  if (unfit) return inWords(400, `Message type ${unfit.id} is no double opt-in type for text messages`);
  const phoneNumber = body.phoneNumber ?? person.dataFields['phoneNumber'];
  if (typeof phoneNumber !== 'string') return inWords(400, 'No phone number in the request or the profile');

  const createdAt = service.clock.now();
  service.later(() => {
    const id = service.tables.nextId();
    const { messageTypeIds, brandName = brandOf(types) } = body;
    questionsOf(service).set(id, {
      id,
      personId: person.id,
      messageTypeIds,
      phoneNumber,
      brandName,
      createdAt,
    });
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

/** This operation answers with a sentence, also when it refuses (decision 26 and the contract). */
function inWords(status: number, words: string): Response {
  return new Response(words, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}
