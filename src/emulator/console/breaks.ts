import { breaksOf } from '../../plan/breaks-of.js';
import type { Plan } from '../../plan/schema.js';
import type { EventRecord } from '../events/event-record.js';

/** An event, and what it breaks of the project's tracking plan, if anything. */
export type Marked<Event extends EventRecord = EventRecord> = Event & { breaks?: string[] };

/** Marks what breaks a plan. */
export type Mark = <Event extends EventRecord>(event: Event) => Marked<Event>;

/** What a record says of an event besides its data. */
const OWN = ['id', 'email', 'userId', 'createdAt', 'eventName', 'campaignId', 'templateId'];

/** Makes the function that marks the custom events that break a plan; without one, it marks none. */
export function markBy(plan: Plan | undefined): Mark {
  return (event) => {
    if (!plan || event.type !== 'customEvent') return event;
    const breaks = breaksIn(event, plan);
    return breaks.length ? { ...event, breaks } : event;
  };
}

function breaksIn({ fields }: EventRecord, plan: Plan): string[] {
  const name = String(fields['eventName']);
  try {
    // What the plan says nothing of is the service's.
    const isTheirs = ([field]: [string, unknown]) => !OWN.includes(field) || isNamed(plan, name, field);
    return breaksOf({ name, dataFields: Object.fromEntries(Object.entries(fields).filter(isTheirs)) }, plan);
  } catch (error) {
    return [`the plan cannot be checked: ${(error as Error).message}`];
  }
}

function isNamed({ properties }: Plan, name: string, field: string): boolean {
  const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
  return typeof schema === 'object' && Object.hasOwn({ ...schema.properties }, field);
}
