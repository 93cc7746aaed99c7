import type { DataFields } from '../../api/models/data-fields.js';
import { recordMessageEvent, type Owned } from '../messages/person-messages.js';
import { presentPerson } from '../people/people.js';
import type { MessageRow } from '../state/project.js';
import type { Service } from '../state/service.js';
import { eventOf, type Act } from './acts.js';
import { followUp } from './consequences.js';

/** Lets something happen to a message: records it, and does what follows. Nothing happens to proofs, nor to who is gone. */
export function react(service: Service, message: MessageRow, act: Act, fields: DataFields = {}): void {
  const person = presentPerson(service, { id: message.personId });
  const type = eventOf(message.medium, act);
  if (!person || !type || message.isProof) return;
  const owned: Owned = { person, message };
  recordMessageEvent(service, type, owned, fields);
  followUp(service, owned, { act, fields });
}
