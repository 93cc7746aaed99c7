import type { DataFields } from '../../api/models/data-fields.js';
import { recordMessageEvent } from '../messages/person-messages.js';
import { presentPerson } from '../people/people.js';
import type { Person } from '../people/person.js';
import type { Medium, MessageRow } from '../state/project.js';
import type { Service } from '../state/service.js';

/** What someone can do with a message they got, or what can become of it. */
export type Act = 'open' | 'click';

/** The events that acts are recorded as, by medium; what is not there cannot happen. */
const events: Record<Medium, Partial<Record<Act, string>>> = {
  Email: { open: 'emailOpen', click: 'emailClick' },
  Push: {},
  WebPush: {},
  SMS: {},
  RCS: {},
  ChatApp: {},
  InApp: {},
  Embedded: {},
};

/** Whether something can happen to messages of a medium. */
export function isPossible(medium: Medium, act: Act): boolean {
  return events[medium][act] !== undefined;
}

/** Lets something happen to a message: records it, and does what follows. Nothing happens once its reader is gone. */
export function react(service: Service, message: MessageRow, act: Act, fields: DataFields = {}): void {
  const person: Person | undefined = presentPerson(service, { id: message.personId });
  const type = events[message.medium][act];
  if (!person || !type) return;
  recordMessageEvent(service, type, { person, message }, fields);
}
