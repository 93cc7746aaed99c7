import type { Medium } from '../state/project.js';

/** What someone can do with a message they got, or what can become of it. */
export const ACTS = [
  'arrive',
  'open',
  'click',
  'close',
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
  InApp: {
    arrive: 'inAppDelivery',
    open: 'inAppOpen',
    click: 'inAppClick',
    close: 'inAppClose',
    recall: 'inAppRecall',
  },
  Embedded: { arrive: 'embeddedReceived', open: 'embeddedImpression', click: 'embeddedClick' },
  RCS: {},
};

/** The event that an act is recorded as, by a medium; none when it cannot happen to its messages. */
export function eventOf(medium: Medium, act: Act): string | undefined {
  return events[medium][act];
}

/** What can happen to messages of a medium. */
export function actsOf(medium: Medium): Act[] {
  return ACTS.filter((act) => events[medium][act]);
}
