import type { DataFields } from '../../api/models/data-fields.js';
import { isObject } from '../../lib/is-object.js';
import type { Plan, Schema, SchemaWords } from '../../plan/schema.js';

/** What was seen of a value. */
interface Seen {
  types: Set<string>;
  /** How often it was there. */
  times: number;
  /** How often it was an object. */
  objects: number;
  fields: Map<string, Seen>;
  /** What lists of it held. */
  items?: Seen;
}

/** In the order in which they stand in a plan. */
const TYPES = ['string', 'number', 'boolean', 'array', 'object', 'null'];
/** What lies deeper is told by its type alone. */
const DEEPEST = 8;
/** What a record says of an event besides its data. */
const OWN = new Set(['id', 'email', 'userId', 'createdAt', 'eventName', 'campaignId', 'templateId']);

/** Makes a plan of recorded events: a field that each of an event has is required. */
export function createSeenPlan(): { add(record: DataFields): void; readonly size: number; plan(): Plan } {
  const events = new Map<string, Seen>();

  return {
    add(record) {
      const name = record['eventName'];
      if (typeof name !== 'string') return;
      const data = Object.fromEntries(Object.entries(record).filter(([field]) => !OWN.has(field)));
      look(entry(events, name), data, 0);
    },
    get size() {
      return events.size;
    },
    plan: () => ({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: schemasOf(events),
    }),
  };
}

function entry(all: Map<string, Seen>, name: string): Seen {
  const found = all.get(name) ?? newSeen();
  all.set(name, found);
  return found;
}

const newSeen = (): Seen => ({ types: new Set(), times: 0, objects: 0, fields: new Map() });

function look(seen: Seen, value: unknown, depth: number): void {
  seen.times += 1;
  seen.types.add(value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
  if (depth > DEEPEST) return;
  if (Array.isArray(value)) {
    seen.items ??= newSeen();
    for (const one of value) look(seen.items, one, depth + 1);
  } else if (isObject(value)) {
    seen.objects += 1;
    for (const [name, field] of Object.entries(value)) look(entry(seen.fields, name), field, depth + 1);
  }
}

function schemasOf(all: Map<string, Seen>): Record<string, Schema> {
  return Object.fromEntries(namesOf(all).map((name) => [name, schemaOf(all.get(name) ?? newSeen())]));
}

function schemaOf({ types, fields, items, objects }: Seen): SchemaWords {
  const names = TYPES.filter((type) => types.has(type));
  const required = namesOf(fields).filter((name) => fields.get(name)?.times === objects);
  return {
    type: names.length === 1 ? names[0] : names,
    ...(fields.size && { properties: schemasOf(fields) }),
    ...(required.length && { required }),
    ...(items?.times && { items: schemaOf(items) }),
  };
}

/** In an order that does not depend on what came first, nor on the machine. */
const namesOf = (all: Map<string, unknown>): string[] => [...all.keys()].sort();
