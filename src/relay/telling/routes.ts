import { fieldsProblem, type FieldTypes } from './fields.js';

/** What a relay knows of a call that pages make. */
export interface PageRoute {
  /** Where the body names its user: at its top, within `user`, or as who is to be named otherwise. Default: at its top. */
  named?: 'within' | 'current';
  /** Whether it is for who is logged in alone, not for who was. Default: `false`. */
  isOfSession?: boolean;
  /** What must be right so that those that go with it are not refused for its sake. Default: the service looks at it. */
  fields?: FieldTypes;
}

const credit: FieldTypes = { campaignId: 'id', templateId: 'id' };
const ofMessages = [
  'events/trackInAppDelivery',
  'events/trackInAppOpen',
  'events/trackInAppClick',
  'events/trackInAppClose',
  'events/inAppConsume',
  'events/trackWebPushClick',
  'embedded-messaging/events/received',
  'embedded-messaging/events/click',
  'embedded-messaging/events/session',
];

/** All that a page may tell; a relay opens nothing else. */
export const pageRoutes: ReadonlyMap<string, PageRoute> = new Map<string, PageRoute>([
  [
    'POST /api/events/track',
    {
      fields: {
        ...credit,
        eventName: 'name',
        id: 'text',
        createdAt: 'time',
        dataFields: 'object',
        createNewFields: 'choice',
      },
    },
  ],
  ['POST /api/commerce/trackPurchase', { named: 'within' }],
  ['POST /api/commerce/updateCart', { named: 'within' }],
  [
    'POST /api/users/update',
    {
      fields: {
        dataFields: 'object',
        mergeNestedObjects: 'choice',
        preferUserId: 'choice',
        createNewFields: 'choice',
      },
    },
  ],
  [
    'POST /api/users/updateSubscriptions',
    {
      fields: {
        ...credit,
        emailListIds: 'ids',
        unsubscribedChannelIds: 'ids',
        unsubscribedMessageTypeIds: 'ids',
        subscribedMessageTypeIds: 'ids',
        validateChannelAlignment: 'choice',
      },
    },
  ],
  ['POST /api/users/updateEmail', { named: 'current', isOfSession: true }],
  ['POST /api/users/registerBrowserToken', { isOfSession: true }],
  ...ofMessages.map((path): [string, PageRoute] => [`POST /api/${path}`, {}]),
]);

/** What is wrong with the body of a call, in words. */
export function bodyProblem({ fields }: PageRoute, body: Record<string, unknown>): string | undefined {
  return fields && fieldsProblem(fields, body);
}
