import { badParams, notFound, unknownEmail, unknownKey, type Cases } from './case.js';
import { ada, JOURNEY, LABEL, nobody, NOON, type Ids, type Sdk, type World } from './world.js';

const tomorrow = '2026-01-16 12:00:00';
const dates = { startDateTime: '2026-01-01', endDateTime: '2026-02-01' };

type Channel = 'chatApp' | 'email' | 'inApp' | 'push' | 'rcs' | 'sms' | 'webPush';

/** The two operations of a channel for messages to one user. */
function singleSend(channel: Channel, campaignOf: keyof Ids['running'], sendAt = tomorrow): Cases {
  const campaignIn = ({ ids }: World) => ids.running[campaignOf];
  const target = (world: World, recipientEmail: string, when?: string) =>
    world.server[channel].target({
      campaignId: campaignIn(world),
      recipientEmail,
      ...(when && { sendAt: when }),
    });
  return {
    [`${channel}.target`]: {
      works: (world) => target(world, ada),
      refused: (world) => target(world, nobody),
      because: unknownEmail,
    },
    [`${channel}.cancel`]: {
      works: async (world) => {
        await target(world, ada, sendAt);
        await world.server[channel].cancel({ campaignId: campaignIn(world), email: ada });
      },
      refused: ({ server }) => server[channel].cancel({ campaignId: 'x' as never, email: ada }),
      because: badParams,
    },
  };
}

/** An operation that moves a campaign, and one in a state that cannot be moved so. */
function move(
  name: 'abort' | 'activateTriggered' | 'cancel' | 'deactivateTriggered' | 'send',
  right: (ids: Ids) => number,
  wrong: (ids: Ids) => number,
): Cases {
  const call = ({ campaigns }: Sdk, campaignId: number) => campaigns[name]({ campaignId });
  return {
    [`campaigns.${name}`]: {
      works: ({ server, ids }) => call(server, right(ids)),
      refused: ({ server, ids }) => call(server, wrong(ids)),
      because: badParams,
    },
  };
}

/** Campaigns, journeys, experiments and messages to one user. */
export const sendingCases: Cases = {
  ...singleSend('chatApp', 'sms'),
  ...singleSend('email', 'email'),
  ...singleSend('inApp', 'inApp'),
  ...singleSend('push', 'push'),
  ...singleSend('rcs', 'sms', `${tomorrow} +0000`),
  ...singleSend('sms', 'sms'),
  ...singleSend('webPush', 'push'),
  'email.viewInBrowser': {
    works: ({ server, ids }) => server.email.viewInBrowser({ email: ada, messageId: ids.emailId }),
    refused: ({ server }) => server.email.viewInBrowser({ email: ada, messageId: 'none' }),
    because: notFound,
  },
  ...move(
    'abort',
    ({ running }) => running.email,
    ({ readyBlast }) => readyBlast,
  ),
  ...move(
    'activateTriggered',
    ({ readyTriggered }) => readyTriggered,
    ({ running }) => running.email,
  ),
  ...move(
    'cancel',
    ({ scheduledBlast }) => scheduledBlast,
    ({ readyBlast }) => readyBlast,
  ),
  ...move(
    'deactivateTriggered',
    ({ running }) => running.email,
    ({ readyTriggered }) => readyTriggered,
  ),
  ...move(
    'send',
    ({ readyBlast }) => readyBlast,
    ({ running }) => running.email,
  ),
  'campaigns.list': {
    works: ({ server }) => server.campaigns.list({ page: 1, sort: '-name' }),
    refused: ({ server }) => server.campaigns.list({ pageSize: 1_001 }),
    because: badParams,
  },
  'campaigns.get': {
    works: ({ server, ids }) => server.campaigns.get({ id: ids.readyBlast }),
    refused: ({ server }) => server.campaigns.get({ id: 1 }),
    because: notFound,
  },
  'campaigns.listChildren': {
    works: ({ server, ids }) => server.campaigns.listChildren({ id: ids.readyBlast }),
    refused: ({ server, ids }) => server.campaigns.listChildren({ id: ids.readyBlast, page: 0 }),
    because: badParams,
  },
  'campaigns.create': {
    works: ({ server, ids }) =>
      server.campaigns.create({ name: 'New', templateId: ids.templates.email, labelIds: [LABEL] }),
    refused: ({ server }) => server.campaigns.create({ name: 'New', templateId: 1 }),
    because: badParams,
  },
  'campaigns.schedule': {
    works: ({ server, ids }) =>
      server.campaigns.schedule({ campaignId: ids.readyBlast, sendAt: '2026-01-16T12:00:00Z' }),
    refused: ({ server, ids }) =>
      server.campaigns.schedule({ campaignId: ids.readyBlast, sendAt: '2026-02-16T12:00:00Z' }),
    because: badParams,
  },
  'campaigns.trigger': {
    works: ({ server, ids }) =>
      server.campaigns.trigger({ campaignId: ids.running.email, listIds: [ids.listId] }),
    refused: ({ server, ids }) => server.campaigns.trigger({ campaignId: ids.running.email, listIds: [] }),
    because: badParams,
  },
  'campaigns.archive': {
    works: ({ server, ids }) => server.campaigns.archive({ campaignIds: [ids.readyBlast, 1] }),
    refused: ({ server }) => server.campaigns.archive({ campaignIds: 'all' as never }),
    because: badParams,
  },
  'campaigns.metrics': {
    works: ({ server, ids }) => server.campaigns.metrics({ campaignId: [ids.running.email], ...dates }),
    refused: ({ server }) => server.campaigns.metrics({ campaignId: [], ...dates }),
    because: badParams,
  },
  'experiments.metrics': {
    works: ({ server }) => server.experiments.metrics({ experimentId: [1], ...dates }),
    refused: ({ server }) => server.experiments.metrics({ ...dates, startDateTime: 'soon' }),
    because: badParams,
  },
  'journeys.list': {
    works: ({ server }) => server.journeys.list(),
    refused: ({ server }) => server.journeys.list({ pageSize: 51 }),
    because: badParams,
  },
  'journeys.trigger': {
    works: ({ server }) => server.journeys.trigger({ workflowId: JOURNEY, email: ada }),
    refused: ({ server }) => server.journeys.trigger({ workflowId: 1, email: ada }),
    because: badParams,
  },
  'channels.list': {
    works: ({ server }) => server.channels.list(),
    refused: ({ stranger }) => stranger.channels.list(),
    because: unknownKey,
  },
  'messageTypes.list': {
    works: ({ server }) => server.messageTypes.list(),
    refused: ({ stranger }) => stranger.messageTypes.list(),
    because: unknownKey,
  },
  'webhooks.list': {
    works: ({ server }) => server.webhooks.list(),
    refused: ({ stranger }) => stranger.webhooks.list(),
    because: unknownKey,
  },
  'webhooks.update': {
    works: ({ server }) => server.webhooks.update({ id: 1, blastSendEnabled: true }),
    refused: ({ server }) => server.webhooks.update({ id: 999, enabled: true }),
    because: notFound,
  },
  'verify.beginSms': {
    works: ({ server }) => server.verify.beginSms({ phoneNumber: '+15550100', verificationProfileId: 1 }),
    refused: ({ server }) => server.verify.beginSms({ phoneNumber: 'none', verificationProfileId: 1 }),
    because: badParams,
  },
  'verify.checkSms': {
    works: ({ server }) =>
      server.verify.checkSms({ phoneNumber: '+15550100', verificationProfileId: 1, code: '1' }),
    refused: ({ server }) =>
      server.verify.checkSms({ phoneNumber: '+15550100', verificationProfileId: 1, code: '' }),
    because: badParams,
  },
  'auth.invalidateJwts': {
    works: ({ server }) => server.auth.invalidateJwts({ email: ada, issuedBefore: NOON }),
    refused: ({ server }) => server.auth.invalidateJwts({ email: 'none' }),
    because: '400 InvalidEmailAddressError',
  },
};
