/**
 * Calls that must not compile, and some that must. `tsc --noEmit` is the test: it fails when a
 * line below `@ts-expect-error` is fine, or another is not. Nothing here is ever run.
 */
import type { Operation } from '../../src/admin/calling/operation.js';
import type {
  Admin,
  EmbeddedMessage,
  KnownWebhookEvent,
  NewCampaign,
  UnknownWebhookEvent,
  UserRef,
  WebhookEvent,
} from '../../src/admin/index.js';

const email = 'ada@example.com';
const userId = 'ada';
/** Not written in place, so that only the types can refuse it. */
const both = { email, userId };
const item = { id: 'A1', name: 'Mug', price: 12, quantity: 1 };

export const calls = (admin: Admin) => [
  admin.email.target({ campaignId: 1, recipientEmail: email }, { safeToRepeat: true }),
  admin.request('POST /api/new', {}, { safeToRepeat: true }),
  admin.with({ timeout: 1_000 }),
  // @ts-expect-error What is safe to repeat is said of one call, not of all.
  admin.with({ safeToRepeat: true }),
];

export function webhook(event: WebhookEvent): unknown {
  const { eventName }: { eventName: string } = event;
  const { campaignId }: { campaignId?: number } = event.dataFields;
  // @ts-expect-error A message that was sent has no reason why it was not.
  if (event.eventName === 'emailSend') return event.dataFields.reason satisfies string | undefined;
  if (event.eventName === 'emailSendSkip') return event.dataFields.reason satisfies string | undefined;
  if (event.eventName === 'pushSend') return event.dataFields.metadata?.['order'];
  if (event.eventName === 'inAppClick') return event.dataFields.clickedUrl satisfies string | undefined;
  if (event.eventName === 'purchase')
    return event.dataFields.shoppingCartItems?.map(({ price }) => price satisfies number);
  if (event.eventName === 'customEvent') return event.dataFields['whatever comes along'];
  return isKnown(event) ? event.eventName : [event satisfies UnknownWebhookEvent, eventName, campaignId];
}
// @ts-expect-error There is no such event: a slip of the pen is found.
export const slip: WebhookEvent['eventName'] = 'emailSent';
declare const isKnown: (event: WebhookEvent) => event is KnownWebhookEvent;

export const users = ({ users, lists, events, commerce, auth }: Admin) => [
  users.forget({ email }),
  users.forget({ userId }),
  // @ts-expect-error A user is named by email or by id, never by both.
  users.forget({ email, userId }),
  // @ts-expect-error Nor by a value that has both.
  users.forget(both),
  // @ts-expect-error A user is named.
  users.forget({}),
  // @ts-expect-error An update is about one user.
  users.update({ email, userId, dataFields: {} }),
  // @ts-expect-error An update is about someone.
  users.update({ dataFields: {} }),
  // @ts-expect-error So is each update of a batch.
  users.bulkUpdate({ users: [{ email, userId }] }),
  // @ts-expect-error Whether new fields are allowed is said once for a batch.
  users.bulkUpdate({ users: [{ email, createNewFields: true }] }),
  // @ts-expect-error The current email is told by email or by id.
  users.updateEmail({ newEmail: email, currentEmail: email, currentUserId: userId }),
  // @ts-expect-error A new email is for someone.
  users.updateEmail({ newEmail: email }),
  users.merge({ sourceEmail: email, destinationUserId: userId }),
  // @ts-expect-error A merge has one source.
  users.merge({ sourceEmail: email, sourceUserId: userId, destinationUserId: userId }),
  // @ts-expect-error A merge has a destination.
  users.merge({ sourceEmail: email }),
  users.disableDevice({ token: 'abc' }),
  users.disableDevice({ token: 'abc', email }),
  // @ts-expect-error A device is disabled for one user or for all.
  users.disableDevice({ token: 'abc', email, userId }),
  // @ts-expect-error A push device is of a platform the service knows.
  users.registerDeviceToken({ email, device: { applicationName: 'shop', platform: 'Symbian', token: 'a' } }),
  // @ts-expect-error Messages are those of one user.
  users.getSentMessages({ limit: 10 }),
  // @ts-expect-error Tokens are those of one user.
  auth.invalidateJwts({ email, userId }),
  lists.subscribe({ listId: 1, subscribers: [{ email }, { userId }] }),
  // @ts-expect-error A subscriber is someone.
  lists.subscribe({ listId: 1, subscribers: [{}] }),
  // @ts-expect-error A subscriber is one user.
  lists.unsubscribe({ listId: 1, subscribers: [{ email, userId }] }),
  events.track({ email, eventName: 'opened' }),
  // @ts-expect-error An event is of someone.
  events.track({ eventName: 'opened' }),
  // @ts-expect-error So is each event of a batch.
  events.trackBulk({ events: [{ eventName: 'opened' }] }),
  // @ts-expect-error An in-app event is of one user.
  events.trackInAppOpen({ email, userId, messageId: 'm' }),
  // @ts-expect-error A device is of a platform the service knows, spelled as it spells it.
  events.trackInAppOpen({ email, messageId: 'm', deviceInfo: { ...device, platform: 'web' } }),
  commerce.updateCart({ user: { email }, items: [item] }),
  // @ts-expect-error A cart is someone's.
  commerce.updateCart({ user: {}, items: [item] }),
  // @ts-expect-error A price is a number.
  commerce.updateCart({ user: { email }, items: [{ ...item, price: '12' }] }),
  // @ts-expect-error A purchase has a total.
  commerce.trackPurchase({ user: { email }, items: [item] }),
];

const device = { appPackageName: 'shop', deviceId: 'd', platform: 'Web' as const };
const basics = { name: 'Spring', templateId: 1 };
const sendAt = '2030-01-01 00:00:00';
const zones = { startTimeZone: 'Europe/Berlin', defaultTimeZone: 'Europe/Berlin' };

export const newCampaigns: NewCampaign[] = [
  basics,
  { ...basics, listIds: [1] },
  { ...basics, listIds: [1], sendAt },
  { ...basics, listIds: [1], scheduleSend: false },
  { ...basics, listIds: [1], sendAt, sendMode: 'RecipientTimeZone', ...zones },
  // @ts-expect-error A triggered campaign has no time of its own: a blast has, and lists.
  { ...basics, sendAt },
  // @ts-expect-error Only a blast can wait for its schedule.
  { ...basics, scheduleSend: false },
  // @ts-expect-error Sending at the recipient's time needs time zones.
  { ...basics, listIds: [1], sendAt, sendMode: 'RecipientTimeZone' },
  // @ts-expect-error Sending at the recipient's time needs a time.
  { ...basics, listIds: [1], sendMode: 'RecipientTimeZone', ...zones },
  // @ts-expect-error Sending at the project's time has no use for time zones.
  { ...basics, listIds: [1], sendAt, ...zones },
  // @ts-expect-error A way to send is one the service knows.
  { ...basics, listIds: [1], sendAt, sendMode: 'Whenever' },
  // @ts-expect-error A campaign has a template.
  { name: 'Spring' },
];

export const campaigns = ({ campaigns }: Admin) => [
  campaigns.list(),
  campaigns.list({ campaignState: ['Running'], sort: '-createdAt' }),
  // @ts-expect-error A state to filter by is one the service knows.
  campaigns.list({ campaignState: ['Walking'] }),
  // @ts-expect-error A field to sort by is one the service sorts by.
  campaigns.list({ sort: 'type' }),
  // @ts-expect-error The id of a campaign is a number.
  campaigns.get({ id: '1' }),
  // @ts-expect-error A campaign to schedule gets a time.
  campaigns.schedule({ campaignId: 1 }),
  // @ts-expect-error Both time zones are told, or none.
  campaigns.schedule({ campaignId: 1, sendAt, recipientTimeZone: { startTimeZone: 'Europe/Berlin' } }),
  // @ts-expect-error A campaign is triggered for lists.
  campaigns.trigger({ campaignId: 1 }),
  // @ts-expect-error Figures are those between two dates.
  campaigns.metrics({ campaignId: [1] }),
];

const single = { scheduledMessageId: 1, email };

export const sends = ({ email: emails, inApp, journeys, push, sms, templates }: Admin) => [
  sms.target({ campaignId: 1, recipientEmail: email }),
  // @ts-expect-error A message for one user has one recipient.
  sms.target({ campaignId: 1, recipientEmail: email, recipientUserId: userId }),
  // @ts-expect-error A message for one user has a recipient.
  sms.target({ campaignId: 1 }),
  // @ts-expect-error Only emails and push messages carry metadata.
  sms.target({ campaignId: 1, recipientEmail: email, metadata: {} }),
  push.target({ campaignId: 1, recipientEmail: email, metadata: {} }),
  emails.cancel({ campaignId: 1, email }),
  emails.cancel({ scheduledMessageId: 1 }),
  // @ts-expect-error What is called off is a campaign's messages for a user, or a single message.
  emails.cancel({ campaignId: 1, scheduledMessageId: 1 }),
  // @ts-expect-error A single message needs no user.
  emails.cancel({ scheduledMessageId: 1, email }),
  // @ts-expect-error Nor has it any, wherever the value is from.
  emails.cancel(single),
  // @ts-expect-error A campaign's messages are called off for a user.
  emails.cancel({ campaignId: 1 }),
  // @ts-expect-error An email is viewed as one user got it.
  emails.viewInBrowser({ messageId: 'm' }),
  // @ts-expect-error In-app messages are got by the count.
  inApp.getMessages({ email }),
  inApp.getPriorityMessage({ email }),
  // @ts-expect-error Messages for web pages are for one platform.
  inApp.getWebMessages({ email, count: 1, platform: 'Web' }),
  journeys.trigger({ workflowId: 1, listId: 1 }),
  // @ts-expect-error A journey is started for a user or for a list.
  journeys.trigger({ workflowId: 1, listId: 1, email }),
  // @ts-expect-error A journey is started for someone.
  journeys.trigger({ workflowId: 1 }),
  // @ts-expect-error A proof has one recipient.
  templates.email.proof({ templateId: 1, recipientEmail: email, recipientUserId: userId }),
  // @ts-expect-error An upsert says your own id.
  templates.email.upsert({ subject: 'Spring' }),
  // @ts-expect-error An update says which template.
  templates.email.update({ subject: 'Spring' }),
  // @ts-expect-error What the service keeps of a template is not for callers to change.
  templates.push.update({ templateId: 1, createdAt: 0 }),
  // @ts-expect-error How much a push message may interrupt is one of four words.
  templates.push.update({ templateId: 1, interruptionLevel: 'shouting' }),
];

export const others = ({ catalogs, exports, metadata, subscriptions, webhooks }: Admin) => [
  catalogs.list(),
  // @ts-expect-error An upload says whether it replaces whole items.
  catalogs.items.upload({ catalogName: 'mugs', documents: {} }),
  // @ts-expect-error A field's type is one of seven.
  catalogs.updateFieldMappings({ catalogName: 'm', mappingsUpdates: [{ fieldName: 'a', fieldType: 'int' }] }),
  exports.dataCsv({ dataTypeName: 'rcsSend' }),
  exports.dataCsv({ dataTypeName: 'emailSend', startDateTime: sendAt, endDateTime: sendAt, delimiter: ';' }),
  // @ts-expect-error Records are those of a range or those between dates.
  exports.dataCsv({ dataTypeName: 'user', range: 'All', startDateTime: sendAt, endDateTime: sendAt }),
  // @ts-expect-error Records are between two dates.
  exports.dataCsv({ dataTypeName: 'user', startDateTime: sendAt }),
  // @ts-expect-error Only CSV has a delimiter.
  exports.dataJson({ dataTypeName: 'user', delimiter: ';' }),
  // @ts-expect-error The kinds of records are those of the service.
  exports.start({ dataTypeName: 'emailSent', outputFormat: 'text/csv' }),
  // @ts-expect-error The formats are those of the service.
  exports.start({ dataTypeName: 'emailSend', outputFormat: 'text/xml' }),
  // @ts-expect-error A value of the metadata store is an object.
  metadata.put({ table: 'mugs', key: 'blue', value: 'sky' }),
  // @ts-expect-error Users are subscribed to lists, message types and channels.
  subscriptions.subscribeByEmail({ subscriptionGroup: 'all', subscriptionGroupId: 1, userEmail: email }),
  // @ts-expect-error It is said what to do with the users.
  subscriptions.updateMany({ subscriptionGroup: 'emailList', subscriptionGroupId: 1, users: [email] }),
  // @ts-expect-error A webhook proves who calls in a way the service knows.
  webhooks.update({ id: 1, authType: 'Handshake' }),
];

export async function answers(admin: Admin, message: EmbeddedMessage) {
  const [campaign] = (await admin.campaigns.list()).campaigns;
  const { user } = await admin.users.getByEmail({ email });
  const size = await admin.lists.getSize({ listId: 1 });
  const { code } = await admin.users.forget({ email });

  // A word the service adds tomorrow compiles today.
  const isNew = campaign?.campaignState === 'Paused' || code === 'Accepted';
  // @ts-expect-error A user may be unknown.
  const known: unknown = user.dataFields;
  // @ts-expect-error A user may be known by id only.
  const always: string | undefined = user && ({ email: user.email } satisfies UserRef).email;
  // @ts-expect-error A message the caller holds comes without elements.
  const title = message.elements.title;
  return [isNew, known, always, title, size.toFixed()];
}

export const rows = (operation: Operation) => [
  operation('GET /api/lists'),
  operation('POST /api/lists', { reachesPeople: false }),
  // @ts-expect-error Of a `POST` it must be said whether it reaches people.
  operation('POST /api/lists'),
  // @ts-expect-error Also where other things are said of it.
  operation('POST /api/lists', { retry: 'repeatable' }),
];
