import { z } from 'zod';
import type {
  EventLimit,
  EventsOfEmail,
  EventsOfUserId,
  TrackedEvents,
  UserEvents,
} from '../../admin/operations/events.js';
import type { EventDetails } from '../../api/models/event.js';
import type { UserRef } from '../../api/models/user.js';
import { success } from '../operation/answers.js';
import { failedEvents, fieldsOf, oldNames, runBatch } from '../people/batch.js';
import { startJourneys } from '../campaigns/journeys.js';
import { eventId } from './event-id.js';
import { OWN_EVENT_NAMES } from './event-names.js';
import { planFields, type CastFields } from '../people/field-types.js';
import { operation, type Operation } from '../operation/operation.js';
import { checkPerson, checkRef, ensurePerson, findPerson } from '../people/people.js';
import type { Names } from '../people/person.js';
import { definedOnly, isRecorded, recordEvent, eventsOfPerson } from './event-store.js';
import type { EventRecord } from './event-record.js';
import { Refusal } from '../operation/refusal.js';
import { dataFields, email, numberInText, secondsSinceEpoch, userId } from '../operation/schemas.js';
import type { Service } from '../state/service.js';
import { nameInBatch, userOf } from '../people/user-schemas.js';
import { SECOND } from '../time.js';

const eventDetails = z.object({
  eventName: z.string().min(1, 'is missing').max(255),
  id: eventId(z.string().min(1, 'is empty')).exactOptional(),
  createdAt: secondsSinceEpoch.exactOptional(),
  dataFields: dataFields.exactOptional(),
  campaignId: z.int().exactOptional(),
  templateId: z.int().exactOptional(),
  createNewFields: z.boolean().exactOptional(),
}) satisfies z.ZodType<EventDetails>;

const newEventOf = (service: Service) =>
  userOf(service).and(eventDetails) satisfies z.ZodType<Names & EventDetails>;

const eventInBatch = nameInBatch.and(eventDetails) satisfies z.ZodType<Names & EventDetails>;

/** A batch as it is taken: each event in it is judged alone. */
interface Batch {
  events: unknown[];
}

const newEvents = z.object({ events: z.array(z.unknown()) }) satisfies z.ZodType<Batch>;

const eventLimit = z.object({
  limit: numberInText.pipe(z.int().min(1, 'must be 1 or more').max(200, 'is over 200')).exactOptional(),
}) satisfies z.ZodType<EventLimit>;

const ofEmail = z.object({ email }) satisfies z.ZodType<EventsOfEmail>;
const ofUserId = z.object({ userId }) satisfies z.ZodType<EventsOfUserId>;

/** What users do, and what the service knows of it. */
export const events = (service: Service): Operation[] => [
  operation(
    'POST /api/events/track',
    { keys: ['server', 'javascript', 'mobile', 'web'], body: newEventOf(service) },
    ({ body }) => track(service, body),
  ),
  operation('POST /api/events/trackBulk', { keys: ['server'], body: newEvents }, ({ body }) =>
    trackBulk(service, body),
  ),
  operation('GET /api/events/{email}', { keys: ['server'], path: ofEmail, query: eventLimit }, (input) =>
    latest(service, input.path, input.query),
  ),
  operation(
    'GET /api/events/byUserId/{userId}',
    { keys: ['server'], path: ofUserId, query: eventLimit },
    (input) => latest(service, input.path, input.query),
  ),
];

function track(service: Service, event: Names & EventDetails) {
  if (OWN_EVENT_NAMES.has(event.eventName)) {
    throw new Refusal('BadParams', `\`eventName\`: ${event.eventName} is an event of the service itself`);
  }
  const { cast, write } = prepareEvent(service, event);
  service.later(write);
  const { createdFields, filteredOutFields } = cast;
  return success({ createdFields, filteredOutFields });
}

function trackBulk(service: Service, { events }: Batch): TrackedEvents {
  // The answer has no word for an event that is none: it is counted.
  const readable = events.flatMap((event) => eventInBatch.safeParse(event).data ?? []);
  const allowed = readable.filter(({ eventName }) => !OWN_EVENT_NAMES.has(eventName));
  const disallowed = readable.filter(({ eventName }) => OWN_EVENT_NAMES.has(eventName));
  const { done, failures } = runBatch(service, allowed, (event) => prepareEvent(service, event));
  service.later(() => done.forEach(({ write }) => write()));
  const failedUpdates = failedEvents(failures);
  return {
    successCount: done.length,
    failCount: events.length - done.length,
    ...fieldsOf(done),
    disallowedEventNames: [...new Set(disallowed.map(({ eventName }) => eventName))],
    failedUpdates,
    ...oldNames(failedUpdates),
  };
}

/** Checks an event and makes its user when new; what is left is to record it. */
function prepareEvent(service: Service, event: Names & EventDetails): { cast: CastFields; write(): void } {
  const { eventName, id, createdAt, campaignId, templateId, createNewFields } = event;
  checkPerson(service, event);
  const { commit, ...cast } = planFields(service, event.dataFields ?? {}, { kind: 'event', createNewFields });
  const person = ensurePerson(service, event);
  commit();
  const receivedAt = service.clock.now();

  return {
    cast,
    write() {
      const credit = definedOnly({ campaignId, templateId });
      const fields = { ...cast.fields, eventName, ...credit };
      const isRepeat = isRecorded(service, 'customEvent', id);
      recordEvent(service, 'customEvent', person, fields, { id, createdAt, receivedAt });
      if (!isRepeat) startJourneys(service, person, { eventName, dataFields: cast.fields });
    },
  };
}

function latest(service: Service, ref: UserRef, { limit = 30 }: EventLimit): UserEvents {
  checkRef(service, ref);
  // Nothing happened to someone unknown, as there is nothing to tell of them (decision 12).
  const person = findPerson(service, ref);
  return { events: person ? eventsOfPerson(service, person).slice(0, limit).map(told) : [] };
}

/** An event as the service tells it: its fields, what kind it is of, and when it was, in Unix seconds. */
function told({ id, type, email, userId, createdAt, fields }: EventRecord) {
  return { ...fields, id, eventType: type, email, userId, createdAt: Math.floor(createdAt / SECOND) };
}
