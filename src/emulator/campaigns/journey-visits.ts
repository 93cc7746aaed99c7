import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { DataFields } from '../../api/models/data-fields.js';
import { recordEvent } from '../events/event-store.js';
import { presentPerson } from '../people/people.js';
import type { Person } from '../people/person.js';
import type { JourneyTile } from '../state/journey-tiles.js';
import { campaignsOf, journeysOf, type JourneyRow } from '../state/project.js';
import type { Service } from '../state/service.js';
import { sendTo } from './blasts.js';

/** Someone who is in a journey. */
export const visitRow = z.object({
  id: z.number(),
  journeyId: z.number(),
  personId: z.number(),
  /** What they came with, for messages to merge and branches to look at. */
  dataFields: z.record(z.string(), z.unknown()).exactOptional(),
  /** What takes them on, while they wait. */
  taskId: z.number().exactOptional(),
});
/** Someone who is in a journey. */
export type VisitRow = z.infer<typeof visitRow>;

/** The kind of task that takes a visit on. */
const GO_ON = 'journey-go-on';
/** How many steps someone makes at once at most, so that tiles which lead round in a circle end. */
const MOST_STEPS = 1_000;

const visitsOf = (service: Service) => service.tables.table<VisitRow>('journeyVisits');

/** Has the clock take those on who wait in a journey. Once for each service. */
export function followJourneys(service: Service): void {
  service.clock.on<{ visitId: number; tileId?: number }>(GO_ON, ({ visitId, tileId }) => {
    const visit = visitsOf(service).get(visitId);
    if (visit) walk(service, visit, tileId);
  });
}

/** How often someone is in a journey now. */
export function visitsIn(service: Service, journey: JourneyRow, person: Person): number {
  return visitsOf(service)
    .where('personId', person.id)
    .filter(({ journeyId }) => journeyId === journey.id).length;
}

/** Takes someone into a journey of tiles, and on until they wait or leave. */
export function startVisit(
  service: Service,
  journey: JourneyRow,
  person: Person,
  dataFields: DataFields | undefined,
): void {
  const id = service.tables.nextId();
  const visit = { id, journeyId: journey.id, personId: person.id, ...(dataFields && { dataFields }) };
  visitsOf(service).set(id, visit);
  walk(service, visit, journey.startTileId ?? journey.tiles?.[0]?.id);
}

/** Has someone leave the journeys that they leave by doing something. */
export function leaveJourneysBy(service: Service, person: Person, eventName: string): void {
  for (const visit of visitsOf(service).where('personId', person.id)) {
    const journey = journeysOf(service).get(visit.journeyId);
    if (journey?.exitEventNames?.includes(eventName)) leave(service, visit);
  }
}

/** Has one person be in the journeys of another. */
export function moveVisits(service: Service, fromId: number, intoId: number): void {
  for (const visit of visitsOf(service).where('personId', fromId)) {
    visitsOf(service).delete(visit.id);
    visitsOf(service).set(visit.id, { ...visit, personId: intoId });
  }
}

/** Forgets which journeys a person is in. */
export function dropVisits(service: Service, personId: number): void {
  for (const { id, taskId } of visitsOf(service).where('personId', personId)) {
    if (taskId !== undefined) service.clock.unplan(taskId);
    visitsOf(service).delete(id);
  }
}

function walk(service: Service, visit: VisitRow, startId: number | undefined): void {
  let tileId = startId;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const journey = journeysOf(service).get(visit.journeyId);
    const person = presentPerson(service, { id: visit.personId });
    const tile = journey?.isArchived ? undefined : journey?.tiles?.find(({ id }) => id === tileId);
    if (!person || !tile || tile.kind === 'exit') break;
    // A delay of 0 is one of the steps that are counted: planned for this very moment, a circle of them would never end.
    if (tile.kind === 'delay' && tile.milliseconds) {
      wait(service, visit, tile);
      return;
    }
    if (tile.kind === 'send') send(service, tile.campaignId, person, visit);
    tileId = tile.kind === 'branch' && !holds(tile.fields, person, visit) ? tile.otherwise : tile.next;
  }
  leave(service, visit);
}

function wait(service: Service, visit: VisitRow, { milliseconds, next }: JourneyTile & { kind: 'delay' }) {
  const at = service.clock.now() + milliseconds;
  const about = { visitId: visit.id, ...(next !== undefined && { tileId: next }) };
  visitsOf(service).set(visit.id, { ...visit, taskId: service.clock.plan(at, GO_ON, about) });
}

function send(service: Service, campaignId: number, person: Person, { dataFields }: VisitRow): void {
  const campaign = campaignsOf(service).get(campaignId);
  if (campaign?.campaignState === 'Running')
    sendTo(service, campaign, [person], dataFields && { dataFields });
}

function holds(fields: DataFields, person: Person, { dataFields }: VisitRow): boolean {
  const known = { ...person.dataFields, ...dataFields };
  return Object.entries(fields).every(([name, value]) => isDeepStrictEqual(known[name], value));
}

function leave(service: Service, { id, taskId, journeyId, personId }: VisitRow): void {
  if (taskId !== undefined) service.clock.unplan(taskId);
  visitsOf(service).delete(id);
  const journey = journeysOf(service).get(journeyId);
  const person = presentPerson(service, { id: personId });
  if (journey && person) recordExit(service, journey, person);
}

/** Records that someone has left a journey. */
export function recordExit(service: Service, { id, name }: JourneyRow, person: Person): void {
  recordEvent(service, 'journeyExit', person, { workflowId: id, journeyName: name });
}
