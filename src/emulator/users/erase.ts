import { listsOf, messagesOf } from '../content.js';
import { removePerson, type Person } from '../people/people.js';
import { dropQuestions } from '../subscriptions/double-opt-in.js';
import { dropScheduled } from '../messages/scheduled-sends.js';
import { recordsOf } from '../people/records.js';
import type { Service } from '../service.js';

/** Deletes a person and all that the service holds of them. */
export function erasePerson(service: Service, person: Person): void {
  for (const [key, { personId }] of recordsOf(service)) {
    if (personId === person.id) recordsOf(service).delete(key);
  }
  for (const { messageId } of messagesOf(service).where('personId', person.id)) {
    messagesOf(service).delete(messageId);
  }
  dropScheduled(service, person.id);
  dropQuestions(service, person.id);
  for (const list of listsOf(service).values()) {
    list.members = list.members.filter((id) => id !== person.id);
  }
  removePerson(service, person);
}
