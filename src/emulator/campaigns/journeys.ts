import { z } from 'zod';
import type { Journey, JourneyQuery, Journeys, JourneyTrigger } from '../../admin/operations/journeys.js';
import type { DataFields } from '../../api/models/data-fields.js';
import type { UserRef } from '../../api/models/user.js';
import { success } from '../operation/answers.js';
import { audienceOf, checkAudience } from './audience.js';
import { sendTo } from './blasts.js';
import {
  followJourneys,
  leaveJourneysBy,
  moveVisits,
  recordExit,
  startVisit,
  visitsIn,
} from './journey-visits.js';
import { campaignsOf, journeysOf, type JourneyRow } from '../state/project.js';
import { operation, type Operation } from '../operation/operation.js';
import { pageOf, pageQuery, requireRow, sortBy } from '../operation/paging.js';
import { requirePerson } from '../people/people.js';
import type { Person } from '../people/person.js';
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

/** The steps users go through after something happened. */
export const journeys = (service: Service): Operation[] => {
  followJourneys(service);
  return [listing(service), triggering(service)];
};

const listing = (service: Service) =>
  operation('GET /api/journeys', { keys: ['server', 'readOnly'], query: journeyQuery }, ({ query }) =>
    listJourneys(service, query),
  );

const triggering = (service: Service) =>
  operation('POST /api/workflows/triggerWorkflow', { keys: ['server'], body: journeyTrigger }, ({ body }) => {
    const journey = requireJourney(service, body.workflowId);
    const people = peopleIn(service, body);
    service.later(() => {
      for (const person of people) enterJourney(service, { journey, person, dataFields: body.dataFields });
    });
    return success();
  });

/** Ends and starts the journeys that an event ends and starts, such as a custom event or a purchase. */
export function startJourneys(
  service: Service,
  person: Person,
  { eventName, dataFields }: { eventName: string; dataFields?: DataFields },
): void {
  leaveJourneysBy(service, person, eventName);
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

/**
 * Takes a person into a journey, unless they were in it or are in it as often as it allows.
 *
 * One without tiles sends each of its campaigns and ends at once.
 */
export function enterJourney(service: Service, { journey, person, dataFields }: JourneyEntry): void {
  const { lifetimeLimit = Infinity, simultaneousLimit = Infinity } = journey;
  const key = entryKey(journey, person);
  const before = entriesOf(service).get(key) ?? 0;
  if (before >= lifetimeLimit || visitsIn(service, journey, person) >= simultaneousLimit) return;
  entriesOf(service).set(key, before + 1);
  if (journey.tiles) {
    startVisit(service, journey, person, dataFields);
    return;
  }
  for (const campaign of campaignsOf(service).values()) {
    if (campaign.workflowId !== journey.id || campaign.campaignState !== 'Running') continue;
    sendTo(service, campaign, [person], dataFields && { dataFields });
  }
  recordExit(service, journey, person);
}

/** Counts a person's entries for another, beside those of their own, who is then where they were. */
export function moveEntries(service: Service, from: Person, into: Person): void {
  const entries = entriesOf(service);
  moveVisits(service, from.id, into.id);
  for (const journey of journeysOf(service).values()) {
    const key = entryKey(journey, from);
    const other = entryKey(journey, into);
    const moved = entries.get(key);
    if (moved === undefined) continue;
    entries.delete(key);
    entries.set(other, (entries.get(other) ?? 0) + moved);
  }
}

/** How often each person entered each journey. */
const entriesOf = (service: Service) => service.tables.table<number, string>('journeyEntries');
const entryKey = (journey: JourneyRow, person: Person) => `${journey.id} ${person.id}`;

function listJourneys(service: Service, query: JourneyQuery): Journeys {
  const found = [...journeysOf(service).values()].filter(
    ({ isArchived }) => isArchived === !!query.state?.length,
  );
  const { rows, links } = pageOf(found, query, { path: '/api/journeys', pageSize: 10 });
  return { journeys: rows.map(shown), totalJourneysCount: found.length, ...links };
}

/** A journey as the service tells it: of its steps, only where they start. */
function shown(row: JourneyRow): Journey {
  return without(row, 'tiles', 'exitEventNames');
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
