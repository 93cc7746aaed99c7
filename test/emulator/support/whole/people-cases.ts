import { badParams, notFound, unknownEmail, unknownKey, unknownUserId, type Cases } from './case.js';
import { ada, bob, EMBEDDED_MESSAGE, gone, nobody, OPT_IN_TYPE, PLACEMENT, type Sdk } from './world.js';

const badEmail = '400 InvalidEmailAddressError';
const forgotten = '400 ForgottenUserError';
/** As the contract declares it for writes of profiles (decision 5). */
const forgottenProfile = '409 ForgottenUserError';
const device = { applicationName: 'shop', platform: 'GCM', token: 'device-2' } as const;
const item = { id: 'A1', name: 'Mug', price: 12, quantity: 1 };

const userReads: Cases = {
  'users.getByEmail': {
    works: ({ server }) => server.users.getByEmail({ email: ada }),
    refused: ({ server }) => server.users.getByEmail({ email: 'none' }),
    because: badEmail,
  },
  'users.getByPathEmail': {
    works: ({ server }) => server.users.getByPathEmail({ email: ada }),
    refused: ({ server }) => server.users.getByPathEmail({ email: 'none' }),
    because: badEmail,
  },
  'users.getByUserId': {
    works: ({ server }) => server.users.getByUserId({ userId: 'u1' }),
    refused: ({ server }) => server.users.getByUserId({ userId: '' }),
    because: '400 InvalidUserIdError',
  },
  'users.getByPathUserId': {
    works: ({ server }) => server.users.getByPathUserId({ userId: 'u1' }),
    refused: ({ server }) => server.users.getByPathUserId({ userId: 'x'.repeat(256) }),
    because: '400 InvalidUserIdError',
  },
  'users.getFields': {
    works: ({ server }) => server.users.getFields(),
    refused: ({ stranger }) => stranger.users.getFields(),
    because: unknownKey,
  },
  'users.getSentMessages': {
    works: ({ server }) => server.users.getSentMessages({ email: ada }),
    refused: ({ server }) => server.users.getSentMessages({ email: ada, limit: 1_001 }),
    because: badParams,
  },
  'users.listForgottenEmails': {
    works: ({ server }) => server.users.listForgottenEmails(),
    refused: ({ stranger }) => stranger.users.listForgottenEmails(),
    because: unknownKey,
  },
  'users.listForgottenUserIds': {
    works: ({ server }) => server.users.listForgottenUserIds(),
    refused: ({ stranger }) => stranger.users.listForgottenUserIds(),
    because: unknownKey,
  },
};

const userWrites: Cases = {
  'users.update': {
    works: ({ server }) => server.users.update({ email: ada, dataFields: { town: 'Bath' } }),
    refused: ({ server }) => server.users.update({ email: gone }),
    because: forgottenProfile,
  },
  'users.bulkUpdate': {
    works: ({ server }) => server.users.bulkUpdate({ users: [{ email: ada }, { email: 'none' }] }),
    refused: ({ server }) => server.users.bulkUpdate({ users: 'all' as never }),
    because: badParams,
  },
  'users.updateEmail': {
    works: ({ server }) => server.users.updateEmail({ currentEmail: ada, newEmail: 'ada@new.example' }),
    refused: ({ server }) => server.users.updateEmail({ currentEmail: bob, newEmail: 'ada@new.example' }),
    because: '400 EmailAlreadyExists',
  },
  'users.updateSubscriptions': {
    works: ({ server, ids }) => server.users.updateSubscriptions({ email: ada, emailListIds: [ids.listId] }),
    refused: ({ server }) => server.users.updateSubscriptions({ email: ada, emailListIds: [1] }),
    because: badParams,
  },
  'users.bulkUpdateSubscriptions': {
    works: ({ server, ids }) =>
      server.users.bulkUpdateSubscriptions({
        updateSubscriptionsRequests: [{ email: ada, unsubscribedChannelIds: [ids.channel] }],
      }),
    refused: ({ server }) => server.users.bulkUpdateSubscriptions({} as never),
    because: '400 BadJsonBody',
  },
  'users.merge': {
    works: ({ server }) => server.users.merge({ sourceEmail: bob, destinationEmail: ada }),
    refused: ({ server }) => server.users.merge({ sourceEmail: nobody, destinationEmail: ada }),
    because: unknownEmail,
  },
  'users.deleteByEmail': {
    works: ({ server }) => server.users.deleteByEmail({ email: ada }),
    refused: ({ server }) => server.users.deleteByEmail({ email: nobody }),
    because: unknownEmail,
  },
  'users.deleteByUserId': {
    works: ({ server }) => server.users.deleteByUserId({ userId: 'u1' }),
    refused: ({ server }) => server.users.deleteByUserId({ userId: 'none' }),
    because: unknownUserId,
  },
  'users.forget': {
    works: ({ server }) => server.users.forget({ email: ada }),
    refused: ({ server }) => server.users.forget({ email: 'none' }),
    because: badEmail,
  },
  'users.unforget': {
    works: ({ server }) => server.users.unforget({ email: gone }),
    refused: ({ server }) => server.users.unforget({ email: 'none' }),
    because: badEmail,
  },
  'users.registerBrowserToken': {
    works: ({ web }) => web.users.registerBrowserToken({ email: ada, browserToken: 'browser-2' }),
    refused: ({ server }) => server.users.registerBrowserToken({ email: ada, browserToken: 'browser-2' }),
    because: '403 Forbidden',
  },
  'users.registerDeviceToken': {
    works: ({ mobile }) => mobile.users.registerDeviceToken({ email: ada, device }),
    refused: ({ mobile }) =>
      mobile.users.registerDeviceToken({ email: ada, device: { ...device, platform: 'Fax' as never } }),
    because: badParams,
  },
  'users.disableDevice': {
    works: ({ mobile }) => mobile.users.disableDevice({ token: 'device-1', email: ada }),
    refused: ({ mobile }) => mobile.users.disableDevice({ token: 'none', email: ada }),
    because: badParams,
  },
};

const listCases: Cases = {
  'lists.list': {
    works: ({ server }) => server.lists.list(),
    refused: ({ stranger }) => stranger.lists.list(),
    because: unknownKey,
  },
  'lists.create': {
    works: ({ server }) => server.lists.create({ name: 'Autumn' }),
    refused: ({ server }) => server.lists.create({ name: 5 as never }),
    because: badParams,
  },
  'lists.delete': {
    works: async ({ server }) => server.lists.delete(await server.lists.create({ name: 'Unused' })),
    refused: ({ server, ids }) => server.lists.delete({ listId: ids.listId }),
    because: '409 Conflict',
  },
  'lists.getSize': {
    works: ({ server, ids }) => server.lists.getSize({ listId: ids.listId }),
    refused: ({ server }) => server.lists.getSize({ listId: 1 }),
    because: badParams,
  },
  'lists.getUsers': {
    works: ({ server, ids }) => server.lists.getUsers({ listId: ids.listId }),
    refused: ({ server }) => server.lists.getUsers({ listId: 1 }),
    because: badParams,
  },
  'lists.previewUsers': {
    works: ({ server, ids }) => server.lists.previewUsers({ listId: ids.listId, size: 1 }),
    refused: ({ server, ids }) => server.lists.previewUsers({ listId: ids.listId, size: 5_001 }),
    because: badParams,
  },
  'lists.subscribe': {
    works: ({ server, ids }) =>
      server.lists.subscribe({ listId: ids.listId, subscribers: [{ email: nobody }] }),
    refused: ({ server }) => server.lists.subscribe({ listId: 1, subscribers: [] }),
    because: badParams,
  },
  'lists.unsubscribe': {
    works: ({ server, ids }) =>
      server.lists.unsubscribe({ listId: ids.listId, subscribers: [{ email: ada }] }),
    refused: ({ server }) => server.lists.unsubscribe({ listId: 1, subscribers: [] }),
    because: badParams,
  },
};

const messageType = (subscriptionGroupId: number) =>
  ({ subscriptionGroup: 'messageType', subscriptionGroupId }) as const;

/** An operation on one user's subscription. */
function subscription(name: 'subscribe' | 'unsubscribe'): Cases {
  return {
    [`subscriptions.${name}ByEmail`]: {
      works: ({ server, ids }) =>
        server.subscriptions[`${name}ByEmail`]({ ...messageType(ids.messageType), userEmail: ada }),
      refused: ({ server, ids }) =>
        server.subscriptions[`${name}ByEmail`]({ ...messageType(ids.messageType), userEmail: nobody }),
      because: unknownEmail,
    },
    [`subscriptions.${name}ByUserId`]: {
      works: ({ server, ids }) =>
        server.subscriptions[`${name}ByUserId`]({ ...messageType(ids.messageType), userId: 'u1' }),
      refused: ({ server, ids }) =>
        server.subscriptions[`${name}ByUserId`]({ ...messageType(ids.messageType), userId: 'none' }),
      because: unknownUserId,
    },
  };
}

const subscriptionCases: Cases = {
  ...subscription('subscribe'),
  ...subscription('unsubscribe'),
  'subscriptions.updateMany': {
    works: ({ server, ids }) =>
      server.subscriptions.updateMany({
        ...messageType(ids.messageType),
        action: 'unsubscribe',
        users: [ada],
      }),
    refused: ({ server, ids }) =>
      server.subscriptions.updateMany({
        ...messageType(ids.messageType),
        action: 'leave' as never,
        users: [ada],
      }),
    because: badParams,
  },
  'subscriptions.subscribeToDoubleOptIn': {
    works: ({ server }) =>
      server.subscriptions.subscribeToDoubleOptIn({ email: ada, messageTypeIds: [OPT_IN_TYPE] }),
    refused: ({ server }) => server.subscriptions.subscribeToDoubleOptIn({ email: ada, messageTypeIds: [1] }),
    because: notFound,
  },
};

type InAppCall =
  | 'consumeInApp'
  | 'trackInAppClick'
  | 'trackInAppClose'
  | 'trackInAppDelivery'
  | 'trackInAppOpen';

/** An event of an in-app message, by a key of a page; server-side keys are refused (decision 17). */
function inAppEvent(name: InAppCall): Cases {
  const call = ({ events }: Sdk, messageId: string) => events[name]({ email: ada, messageId });
  return {
    [`events.${name}`]: {
      works: ({ web, ids }) => call(web, ids.inAppId),
      refused: ({ server, ids }) => call(server, ids.inAppId),
      because: '403 Forbidden',
    },
  };
}

const eventCases: Cases = {
  ...inAppEvent('consumeInApp'),
  ...inAppEvent('trackInAppClick'),
  ...inAppEvent('trackInAppClose'),
  ...inAppEvent('trackInAppDelivery'),
  ...inAppEvent('trackInAppOpen'),
  'events.track': {
    works: ({ web }) => web.events.track({ email: ada, eventName: 'viewed' }),
    refused: ({ web }) => web.events.track({ email: gone, eventName: 'viewed' }),
    because: forgotten,
  },
  'events.trackBulk': {
    works: ({ server }) => server.events.trackBulk({ events: [{ email: ada, eventName: 'viewed' }] }),
    refused: ({ web }) => web.events.trackBulk({ events: [{ email: ada, eventName: 'viewed' }] }),
    because: '403 Forbidden',
  },
  'events.listByEmail': {
    works: ({ server }) => server.events.listByEmail({ email: ada }),
    refused: ({ server }) => server.events.listByEmail({ email: ada, limit: 201 }),
    because: badParams,
  },
  'events.listByUserId': {
    works: ({ server }) => server.events.listByUserId({ userId: 'u1' }),
    refused: ({ server }) => server.events.listByUserId({ userId: 'u1', limit: 0 }),
    because: badParams,
  },
  'events.trackPushOpen': {
    works: ({ mobile }) => mobile.events.trackPushOpen({ email: ada, messageId: 'm1', campaignId: 1 }),
    refused: ({ mobile }) => mobile.events.trackPushOpen({ email: nobody, messageId: 'm1', campaignId: 1 }),
    because: unknownEmail,
  },
  'events.trackWebPushClick': {
    works: ({ web }) => web.events.trackWebPushClick({ email: ada, messageId: 'm1' }),
    refused: ({ web }) => web.events.trackWebPushClick({ email: ada, messageId: '' }),
    because: badParams,
  },
  'commerce.updateCart': {
    works: ({ server }) => server.commerce.updateCart({ user: { email: ada }, items: [item] }),
    refused: ({ server }) => server.commerce.updateCart({ user: { email: gone }, items: [item] }),
    because: forgottenProfile,
  },
  'commerce.trackPurchase': {
    works: ({ server }) => server.commerce.trackPurchase({ user: { email: ada }, items: [item], total: 12 }),
    refused: ({ server }) =>
      server.commerce.trackPurchase({ user: { email: ada }, items: [item], total: 12, id: 'a.b' }),
    because: badParams,
  },
};

/** A read of in-app messages. */
function inAppRead(name: 'getMessages' | 'getWebMessages'): Cases {
  return {
    [`inApp.${name}`]: {
      works: ({ web }) => web.inApp[name]({ email: ada, count: 10 }),
      refused: ({ web }) => web.inApp[name]({ email: ada, count: 0 }),
      because: badParams,
    },
  };
}

const messageCases: Cases = {
  ...inAppRead('getMessages'),
  ...inAppRead('getWebMessages'),
  'inApp.getPriorityMessage': {
    works: ({ web }) => web.inApp.getPriorityMessage({ email: ada, platform: 'Web' }),
    refused: ({ web }) => web.inApp.getPriorityMessage({ email: ada, platform: 'Fax' as never }),
    because: badParams,
  },
  'embedded.getMessages': {
    works: ({ web }) => web.embedded.getMessages({ email: ada, placementId: PLACEMENT }),
    refused: ({ web }) => web.embedded.getMessages({ email: 'none' }),
    because: badEmail,
  },
  'embedded.trackReceived': {
    works: ({ web }) => web.embedded.trackReceived({ email: ada, messageId: EMBEDDED_MESSAGE }),
    refused: ({ web }) => web.embedded.trackReceived({ email: ada, messageId: '' }),
    because: badParams,
  },
  'embedded.trackClick': {
    works: ({ web }) =>
      web.embedded.trackClick({ email: ada, messageId: EMBEDDED_MESSAGE, targetUrl: 'https://a.example' }),
    refused: ({ web }) => web.embedded.trackClick({ email: ada, messageId: '' }),
    because: badParams,
  },
  'embedded.trackSession': {
    works: ({ web }) =>
      web.embedded.trackSession({
        email: ada,
        session: { id: 's1', start: 1, end: 2 },
        impressions: [
          { messageId: EMBEDDED_MESSAGE, placementId: PLACEMENT, displayCount: 1, displayDuration: 1.5 },
        ],
      }),
    refused: ({ web }) =>
      web.embedded.trackSession({ email: ada, session: { id: 's1' } as never, impressions: [] }),
    because: badParams,
  },
};

/** Users, what they are subscribed to, what they do, and the messages that wait for them. */
export const peopleCases: Cases = {
  ...userReads,
  ...userWrites,
  ...listCases,
  ...subscriptionCases,
  ...eventCases,
  ...messageCases,
};
