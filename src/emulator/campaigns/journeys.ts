import { z } from 'zod';
import type { Journey, JourneyQuery, Journeys, JourneyTrigger } from '../../admin/operations/journeys.js';
import type { DataFields } from '../../api/models/data-fields.js';
import type { UserRef } from '../../api/models/user.js';
import { success } from '../operation/answers.js';
import { audienceOf, checkAudience } from './audience.js';
import { sendTo } from './blasts.js';
import { campaignsOf, journeysOf, type JourneyRow } from '../state/project.js';
import { operation, type Operation } from '../operation/operation.js';
import { pageOf, pageQuery, requireRow, sortBy } from '../operation/paging.js';
import { presentPerson, requirePerson } from '../people/people.js';
import type { Person } from '../people/person.js';
import { recordEvent } from '../events/event-store.js';
import { Refusal } from '../operation/refusal.js';
import { dataFields, repeated, user } from '../operation/schemas.js';
import type { Service } from '../state/service.js';
import { without } from '../operation/without-fields.js';

const journeyQuery = z.object({
  ...pageQuery(50),
  sort: sortBy('id', 'name', 'createdAt', 'updatedAt').exactOptional(),
  state: repeated(z.literal('Archived')).exactOptional(),
}) satisfies z.ZodType<JourneyQuery>;

const entry = z.object({ workflowId: z.int(), dataFields: dataFields.exactOptional() });
const ofList = entry.extend({ listId: z.int() });
const ofUser = (user satisfies z.ZodType<UserRef>).and(entry);

/** Whoever comes: one user, or those of a list. */
const journeyTrigger = z
  .looseObject({})
  .refine((body) => body['listId'] === undefined || !(body['email'] ?? body['userId']), {
    message: '`listId`: must not be given beside `email` or `userId`',
  })
  .transform((body) => body as unknown)
  .pipe(z.union([ofList, ofUser])) satisfies z.ZodType<JourneyTrigger>;

/** The kind of task by which a stay in a journey ends. */
const STAY = 'journey-stay';

/** A person who waits in a journey. */
interface Stay {
  journeyId: number;
  personId: number;
  dataFields?: DataFields;
}

/** The steps users go through after something happened. */
export const journeys = (service: Service): Operation[] => {
  service.clock.on<Stay>(STAY, (stay) => endStay(service, stay));
  return journeyOperations(service);
};

const journeyOperations = (service: Service): Operation[] => [
  operation('GET /api/journeys', { keys: ['server', 'readOnly'], query: journeyQuery }, ({ query }) =>
    listJourneys(service, query),
  ),
  operation('POST /api/workflows/triggerWorkflow', { keys: ['server'], body: journeyTrigger }, ({ body }) => {
    const journey = requireJourney(service, body.workflowId);
    const people = peopleIn(service, body);
    service.later(() => {
      for (const person of people) enterJourney(service, { journey, person, dataFields: body.dataFields });
    });
    return success();
  }),
];

/** Starts the journeys that an event starts, such as a custom event or a purchase. */
export function startJourneys(
  service: Service,
  person: Person,
  { eventName, dataFields }: { eventName: string; dataFields?: DataFields },
): void {
  for (const journey of journeysOf(service).values()) {
    const isMeant = isOpen(journey) && journey.triggerEventNames.includes(eventName);
    if (isMeant) enterJourney(service, { journey, person, dataFields });
  }
}

/** Why a person enters a journey, and what they bring. */
export interface JourneyEntry {
  journey: JourneyRow;
  person: Person;
  /** For the journey's messages to merge. */
  dataFields?: DataFields | undefined;
}

/** Takes a person into a journey, unless they have been there, or are, as often as it lets them. */
export function enterJourney(service: Service, { journey, person, dataFields }: JourneyEntry): void {
  const { id: journeyId, delay = 0, lifetimeLimit = Infinity, simultaneousLimit = Infinity } = journey;
  const key = entryKey(journey, person);
  const before = entriesOf(service).get(key) ?? 0;
  const inside = staysOf(service).get(key) ?? 0;
  if (before >= lifetimeLimit || inside >= simultaneousLimit) return;
  entriesOf(service).set(key, before + 1);
  if (delay <= 0) {
    finishJourney(service, { journey, person, dataFields });
    return;
  }
  staysOf(service).set(key, inside + 1);
  const stay: Stay = { journeyId, personId: person.id, ...(dataFields && { dataFields }) };
  service.clock.plan(service.clock.now() + delay, STAY, stay);
}

/** Ends a stay in a journey; whoever was deleted meanwhile gets nothing. */
function endStay(service: Service, { journeyId, personId, dataFields }: Stay): void {
  const journey = journeysOf(service).get(journeyId);
  const person = presentPerson(service, { id: personId });
  if (!journey || !person) return;
  const key = entryKey(journey, person);
  staysOf(service).set(key, (staysOf(service).get(key) ?? 1) - 1);
  finishJourney(service, { journey, person, dataFields });
}

/** Sends a person the messages of a journey, at whose end they are then. */
function finishJourney(service: Service, { journey, person, dataFields }: JourneyEntry): void {
  for (const campaign of campaignsOf(service).values()) {
    if (campaign.workflowId !== journey.id || campaign.campaignState !== 'Running') continue;
    sendTo(service, campaign, [person], dataFields && { dataFields });
  }
  recordEvent(service, 'journeyExit', person, { workflowId: journey.id, journeyName: journey.name });
}

/** Counts a person's entries and stays for another, beside those of their own. */
export function moveEntries(service: Service, from: Person, into: Person): void {
  for (const counts of [entriesOf(service), staysOf(service)]) {
    for (const journey of journeysOf(service).values()) {
      const key = entryKey(journey, from);
      const other = entryKey(journey, into);
      const moved = counts.get(key);
      if (moved === undefined) continue;
      counts.delete(key);
      counts.set(other, (counts.get(other) ?? 0) + moved);
    }
  }
}

/** How often each person entered each journey. */
const entriesOf = (service: Service) => service.tables.table<number, string>('journeyEntries');
/** How often each person is in each journey now. */
const staysOf = (service: Service) => service.tables.table<number, string>('journeyStays');
const entryKey = (journey: JourneyRow, person: Person) => `${journey.id} ${person.id}`;

function listJourneys(service: Service, query: JourneyQuery): Journeys {
  const found = [...journeysOf(service).values()].filter(
    ({ isArchived }) => isArchived === !!query.state?.length,
  );
  const { rows, links } = pageOf(found, query, { path: '/api/journeys', pageSize: 10 });
  const journeys = rows.map((row): Journey => without(row, 'delay'));
  return { journeys, totalJourneysCount: found.length, ...links };
}

function requireJourney(service: Service, workflowId: number): JourneyRow {
  const journey = requireRow(journeysOf(service), workflowId, 'workflowId', 'journey');
  if (isOpen(journey)) return journey;
  throw new Refusal('BadParams', '`workflowId`: the journey is not published, not enabled, or archived');
}

function isOpen({ enabled, isArchived, journeyType }: JourneyRow): boolean {
  return enabled && !isArchived && journeyType === 'published';
}

function peopleIn(service: Service, body: JourneyTrigger): Person[] {
  if (body.listId === undefined) return [requirePerson(service, body)];
  const audience = { listIds: [body.listId] };
  checkAudience(service, audience, 'listId');
  return audienceOf(service, audience);
}
