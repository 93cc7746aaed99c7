import { dropVisits } from '../campaigns/journey-visits.js';
import { messagesOf } from '../state/project.js';
import { listsOf } from '../state/subscribable.js';
import { removePerson } from './people.js';
import type { Person } from './person.js';
import { dropQuestions } from '../subscriptions/double-opt-in.js';
import { dropScheduled } from '../messages/scheduled-sends.js';
import { eventsOf } from '../events/event-store.js';
import type { Service } from '../state/service.js';

/** Deletes a person and all that the service holds of them. */
export function erasePerson(service: Service, person: Person): void {
  for (const [key, { personId }] of eventsOf(service)) {
    if (personId === person.id) eventsOf(service).delete(key);
  }
  for (const { messageId } of messagesOf(service).where('personId', person.id)) {
    messagesOf(service).delete(messageId);
  }
  dropScheduled(service, person.id);
  dropQuestions(service, person.id);
  dropVisits(service, person.id);
  for (const list of listsOf(service).values()) {
    list.members = list.members.filter((id) => id !== person.id);
  }
  removePerson(service, person);
}
