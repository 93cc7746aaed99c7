import { z } from 'zod';
import type { DataFields } from '../../api/models/data-fields.js';
import { dataFields } from '../operation/schemas.js';
import { namesOf, presentPerson } from '../people/people.js';
import type { Person } from '../people/person.js';
import type { Service } from '../state/service.js';
import { SECOND } from '../time.js';
import type { EventRecord } from './event-record.js';

/** A saved one, held to the type that users know; that stands apart, since they have no Zod. */
export const eventRecord = z.object({
  id: z.string(),
  type: z.string(),
  personId: z.number(),
  email: z.string().exactOptional(),
  userId: z.string().exactOptional(),
  createdAt: z.number(),
  fields: dataFields,
}) satisfies z.ZodType<EventRecord>;

/** What tells an event from others. */
export interface EventOptions {
  /** Makes a repeat update the event (decision 14). Default: an id of its own. */
  id?: string | undefined;
  /** In seconds since the epoch. Default: that of the event it updates, else `receivedAt`. */
  createdAt?: number | undefined;
  /** In milliseconds since the epoch. Default: now. */
  receivedAt?: number | undefined;
}

/** All that happened, in the order it was recorded. Its table was `records` first, and data files have it so. */
export const eventsOf = (service: Service) => service.tables.table<EventRecord, string>('records');

/** What an event is found by. Where the id says the type, it is that alone: most ids are made here, and kept once then. */
const keyOf = (type: string, id: string) => (id.startsWith(`${type}-`) ? id : `${type} ${id}`);

/** Records an event, or updates the one of the same type and id; not for someone who is gone by now. */
export function recordEvent(
  service: Service,
  type: string,
  person: Person,
  fields: DataFields = {},
  { id, createdAt, receivedAt = service.clock.now() }: EventOptions = {},
): EventRecord {
  const own = id ?? `${type}-${service.tables.nextId()}`;
  const key = keyOf(type, own);
  const present = presentPerson(service, person);
  const owner = present ?? person;
  const before = eventsOf(service).get(key);
  const event: EventRecord = {
    id: own,
    type,
    personId: owner.id,
    ...namesOf(owner),
    createdAt: createdAt === undefined ? (before?.createdAt ?? receivedAt) : createdAt * SECOND,
    fields: definedOnly(fields),
  };
  if (present) {
    eventsOf(service).set(key, event);
    service.onRecord?.(event);
  }
  return event;
}

/** Whether an event of this type and id was recorded before. */
export function isRecorded(service: Service, type: string, id: string | undefined): boolean {
  return id !== undefined && eventsOf(service).has(keyOf(type, id));
}

/** What happened to a person, latest first. */
export function eventsOfPerson(service: Service, { id }: Person): EventRecord[] {
  return eventsOf(service)
    .where('personId', id)
    .reverse()
    .sort((a, b) => b.createdAt - a.createdAt);
}

/** Fields without those that are not there. */
export function definedOnly(fields: DataFields): DataFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
