import type { DataFields } from '../../api/models/data-fields.js';
import { recordMessageEvent, type Owned } from '../messages/person-messages.js';
import { presentPerson } from '../people/people.js';
import type { Medium, MessageRow } from '../state/project.js';
import type { Service } from '../state/service.js';
import { followUp } from './consequences.js';

/** What someone can do with a message they got, or what can become of it. */
export const ACTS = [
  'open',
  'click',
  'reply',
  'bounce',
  'complain',
  'unsubscribe',
  'uninstall',
  'recall',
] as const;
/** What someone can do with a message they got, or what can become of it. */
export type Act = (typeof ACTS)[number];

/** The events that acts are recorded as, by medium; what is not there cannot happen. */
const events: Record<Medium, Partial<Record<Act, string>>> = {
  Email: {
    open: 'emailOpen',
    click: 'emailClick',
    bounce: 'emailBounce',
    complain: 'emailComplaint',
    unsubscribe: 'hostedUnsubscribeClick',
  },
  Push: { open: 'pushOpen', bounce: 'pushBounce', uninstall: 'pushUninstall' },
  WebPush: { click: 'webPushClick' },
  SMS: { click: 'smsClick', reply: 'smsReceived', bounce: 'smsBounce' },
  ChatApp: {
    open: 'chatAppSeen',
    click: 'chatAppClick',
    reply: 'chatAppReceived',
    bounce: 'chatAppBounce',
  },
  InApp: { open: 'inAppOpen', click: 'inAppClick', recall: 'inAppRecall' },
  Embedded: { open: 'embeddedImpression', click: 'embeddedClick' },
  RCS: {},
};

/** What can happen to messages of a medium. */
export function actsOf(medium: Medium): Act[] {
  return ACTS.filter((act) => events[medium][act]);
}

/** Lets something happen to a message: records it, and does what follows. Nothing happens to proofs, nor to who is gone. */
export function react(service: Service, message: MessageRow, act: Act, fields: DataFields = {}): void {
  const person = presentPerson(service, { id: message.personId });
  const type = events[message.medium][act];
  if (!person || !type || message.isProof) return;
  const owned: Owned = { person, message };
  recordMessageEvent(service, type, owned, fields);
  followUp(service, owned, { act, fields });
}
