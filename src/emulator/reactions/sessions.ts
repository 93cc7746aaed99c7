import type { DataFields } from '../../api/models/data-fields.js';
import { eventsOf, isRecorded, recordEvent } from '../events/event-store.js';
import { inAppMessage } from '../messages/in-app-wire.js';
import { recordMessageEvent, waitingMessages, type Owned } from '../messages/person-messages.js';
import { ensurePerson, refOf } from '../people/people.js';
import type { Person } from '../people/person.js';
import type { Service } from '../state/service.js';
import { SECOND } from '../time.js';

/** How long a person looks at a message of their inbox, in seconds. */
const LOOK = 2;

/** Records a message that was seen in a visit to the inbox, and the visit itself: each once. */
export function recordInboxLook(
  service: Service,
  owned: Owned,
  inboxSessionId: string,
  fields: DataFields = {},
): void {
  if (owned.message.isProof) return;
  const visit = `${owned.person.id} ${inboxSessionId}`;
  if (!isRecorded(service, 'inboxSession', visit)) {
    recordEvent(service, 'inboxSession', owned.person, { inboxSessionId, ...fields }, { id: visit });
  }
  const id = `${visit} ${owned.message.messageId}`;
  if (isRecorded(service, 'inboxMessageImpression', id)) return;
  recordMessageEvent(service, 'inboxMessageImpression', owned, { inboxSessionId, ...fields }, { id });
}

/** Has a person look at their inbox: all messages in it are seen, none is opened. */
export function visitInbox(service: Service, person: Person, fields: DataFields = {}): void {
  const inboxSessionId = `inbox-${service.tables.nextId()}`;
  const saved = waitingMessages(service, refOf(person), 'InApp').filter(
    (message) => inAppMessage(service, message).saveToInbox,
  );
  const end = service.clock.now();
  const start = end - (1 + saved.length) * LOOK * SECOND;
  const id = `${person.id} ${inboxSessionId}`;
  const counts = { messageCount: saved.length, unreadCount: saved.filter(({ isRead }) => !isRead).length };
  recordEvent(service, 'inboxSession', person, { inboxSessionId, start, end, ...counts, ...fields }, { id });
  for (const message of saved) {
    const seen = { displayCount: 1, displayDuration: LOOK, ...fields };
    recordInboxLook(service, { person, message }, inboxSessionId, seen);
  }
}

/** What the ids of those begin with whom a device of theirs has given one. */
const UNKNOWN = 'unknown-';

/** Whether nothing was known of someone when they first came but an id that their device made up. */
export function cameUnknown({ userId }: Person): boolean {
  return userId?.startsWith(UNKNOWN) ?? false;
}

/** Records the visit of someone of whom nothing is known but an id that their device made up. */
export function visitUnknown(service: Service, userId = `${UNKNOWN}${service.tables.nextId()}`): Person {
  const person = ensurePerson(service, { userId }, { preferUserId: true });
  const visits = eventsOf(service)
    .where('personId', person.id)
    .filter(({ type }) => type === 'unknownSession');
  const now = service.clock.now();
  recordEvent(service, 'unknownSession', person, {
    sessionCount: visits.length + 1,
    firstSession: Math.floor((visits[0]?.createdAt ?? now) / SECOND),
    lastSession: Math.floor(now / SECOND),
  });
  return person;
}
