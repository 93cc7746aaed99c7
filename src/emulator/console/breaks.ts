import { breaksOf } from '../../plan/breaks-of.js';
import type { Plan } from '../../plan/schema.js';
import type { EventRecord } from '../events/event-record.js';

/** An event, and what it breaks of the project's tracking plan, if anything. */
export type Marked<Event extends EventRecord = EventRecord> = Event & { breaks?: string[] };

/** Marks what breaks a plan. */
export type Mark = <Event extends EventRecord>(event: Event) => Marked<Event>;

/** What is no break: a record says this of an event besides its data. */
const OWN = new Set(
  ['id', 'email', 'userId', 'createdAt', 'eventName', 'campaignId', 'templateId'].map(
    (field) => `${field} is not in the plan`,
  ),
);

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
  // What the plan says nothing of is the service's.
  return breaksOf({ name, dataFields: fields }, plan).filter((reason) => !OWN.has(reason));
}
