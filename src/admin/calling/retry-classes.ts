/**
 * When a call may be repeated by itself.
 *
 * `read`: whatever went wrong on the way. `repeatable`: a write that says the same thing twice. `once`: a write that
 * must not be made twice, so only when it was refused for its pace, before it acted. `never`: what reaches people.
 */
export type RetryClass = 'read' | 'repeatable' | 'once' | 'never';

/** The classes by verb; a `POST` says nothing of what it does, and is taken for what must not be made twice. */
const verbs: Record<string, RetryClass> = {
  GET: 'read',
  PUT: 'repeatable',
  PATCH: 'repeatable',
  DELETE: 'repeatable',
};

/** The class of each operation whose verb does not tell it (decision 46). */
export const RETRY_CLASSES: Readonly<Record<string, RetryClass>> = {
  'POST /api/auth/jwts/invalidate': 'repeatable',
  'POST /api/campaigns/abort': 'once',
  'POST /api/campaigns/activateTriggered': 'once',
  'POST /api/campaigns/archive': 'once',
  'POST /api/campaigns/cancel': 'repeatable',
  'POST /api/campaigns/create': 'never',
  'POST /api/campaigns/deactivateTriggered': 'once',
  'POST /api/campaigns/trigger': 'never',
  'POST /api/campaigns/{campaignId}/schedule': 'once',
  'POST /api/campaigns/{campaignId}/send': 'never',
  'POST /api/catalogs/{catalogName}': 'once',
  'POST /api/catalogs/{catalogName}/items': 'repeatable',
  'POST /api/chatApp/cancel': 'repeatable',
  'POST /api/chatApp/target': 'never',
  'POST /api/commerce/trackPurchase': 'never',
  'POST /api/commerce/updateCart': 'repeatable',
  'POST /api/email/cancel': 'repeatable',
  'POST /api/email/target': 'never',
  'POST /api/embedded-messaging/events/click': 'never',
  'POST /api/embedded-messaging/events/received': 'never',
  'POST /api/embedded-messaging/events/session': 'never',
  'POST /api/events/inAppConsume': 'never',
  'POST /api/events/track': 'never',
  'POST /api/events/trackBulk': 'never',
  'POST /api/events/trackInAppClick': 'never',
  'POST /api/events/trackInAppClose': 'never',
  'POST /api/events/trackInAppDelivery': 'never',
  'POST /api/events/trackInAppOpen': 'never',
  'POST /api/events/trackPushOpen': 'never',
  'POST /api/events/trackWebPushClick': 'never',
  'POST /api/export/start': 'once',
  'POST /api/inApp/cancel': 'repeatable',
  'POST /api/inApp/target': 'never',
  'POST /api/lists': 'once',
  'POST /api/lists/subscribe': 'repeatable',
  'POST /api/lists/unsubscribe': 'repeatable',
  'POST /api/push/cancel': 'repeatable',
  'POST /api/push/target': 'never',
  'POST /api/rcs/cancel': 'repeatable',
  'POST /api/rcs/target': 'never',
  'POST /api/sms/cancel': 'repeatable',
  'POST /api/sms/target': 'never',
  'POST /api/snippets': 'once',
  'POST /api/subscriptions/subscribeToDoubleOptIn': 'never',
  'POST /api/templates/bulkDelete': 'repeatable',
  'POST /api/templates/email/preview': 'read',
  'POST /api/templates/email/proof': 'never',
  'POST /api/templates/email/update': 'repeatable',
  'POST /api/templates/email/upsert': 'repeatable',
  'POST /api/templates/embedded/update': 'repeatable',
  'POST /api/templates/embedded/upsert': 'repeatable',
  'POST /api/templates/inapp/preview': 'read',
  'POST /api/templates/inapp/proof': 'never',
  'POST /api/templates/inapp/update': 'repeatable',
  'POST /api/templates/inapp/upsert': 'repeatable',
  'POST /api/templates/push/proof': 'never',
  'POST /api/templates/push/update': 'repeatable',
  'POST /api/templates/push/upsert': 'repeatable',
  'POST /api/templates/sms/proof': 'never',
  'POST /api/templates/sms/update': 'repeatable',
  'POST /api/templates/sms/upsert': 'repeatable',
  'POST /api/users/bulkUpdate': 'repeatable',
  'POST /api/users/bulkUpdateSubscriptions': 'repeatable',
  'POST /api/users/disableDevice': 'repeatable',
  'POST /api/users/forget': 'repeatable',
  'POST /api/users/merge': 'once',
  'POST /api/users/registerBrowserToken': 'repeatable',
  'POST /api/users/registerDeviceToken': 'repeatable',
  'POST /api/users/unforget': 'repeatable',
  'POST /api/users/update': 'repeatable',
  'POST /api/users/updateEmail': 'once',
  'POST /api/users/updateSubscriptions': 'repeatable',
  'POST /api/verify/sms/begin': 'never',
  'POST /api/verify/sms/check': 'once',
  'POST /api/webPush/cancel': 'repeatable',
  'POST /api/webPush/target': 'never',
  'POST /api/webhooks': 'repeatable',
  'POST /api/workflows/triggerWorkflow': 'never',
};

/** When a call of an operation may be repeated; one whose records all carry an id says the same thing twice. */
export function retryClassOf(operation: string, hasIds: boolean): RetryClass {
  if (hasIds) return 'repeatable';
  const [verb = ''] = operation.split(' ');
  return RETRY_CLASSES[operation] ?? verbs[verb] ?? 'once';
}
