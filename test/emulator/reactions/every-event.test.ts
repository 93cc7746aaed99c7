import { expect, it } from 'vitest';
import type { ExportDataType } from '../../../src/admin/operations/export-data-type.js';
import type { Medium } from '../../../src/emulator/state/project.js';
import { exportDataType } from '../../../src/emulator/exports/export-rows.js';
import { ada, createWorld, NOON } from '../support/sending.js';

type World = ReturnType<typeof setup>;

/** How a record comes about. */
type How = (world: World) => unknown;

const content = {
  html: '<a href="https://shop.example.com/">Shop</a>',
  message: 'See https://shop.example.com/',
  placementId: 808,
  inboxMetadata: { title: 'Hi' },
};

function setup() {
  const world = createWorld();
  const { emulator, admin, addCampaign, send, call } = world;
  const skippedBy = (medium: Medium) =>
    send(addCampaign({ medium, campaign: { campaignState: 'Finished' } }));

  /** Sends Ada a message of a medium. */
  const sent = (medium: Medium) => send(addCampaign({ medium, content }));
  /** Has Ada do something, as one does in the console, with a message that she was sent. */
  async function does(act: string, medium?: Medium, body: object = {}) {
    const messageId = medium && (await arrives(medium));
    const answer = await emulator.fetch(`http://emulator/_emulator/people/${ada.email}/${act}`, {
      method: 'POST',
      body: JSON.stringify({ ...(messageId && { messageId }), ...body }),
    });
    expect(await answer.json()).toMatchObject({ events: expect.any(Array) as unknown });
    expect(answer.status).toBe(200);
  }
  /** Sends by any medium, also by those that no campaign is made for; gives the message's id. */
  async function arrives(medium: Medium) {
    const targets = { WebPush: admin.webPush, RCS: admin.rcs, ChatApp: admin.chatApp } as const;
    if (medium !== 'WebPush' && medium !== 'RCS' && medium !== 'ChatApp') return sent(medium);
    const campaignId = addCampaign({ medium: medium === 'WebPush' ? 'Push' : 'SMS', content });
    await targets[medium].target({ campaignId, recipientEmail: ada.email });
    return world.messages().at(-1)?.messageId;
  }
  /** Follows what an email leads back to. */
  const follows = (end: string) => emulator.fetch(`http://emulator/_messages/${sent('Email')}/${end}`);
  /** What a page or an app tells of an in-app message. */
  const tells = (name: string, extra: object = {}) =>
    call('web', `POST /api/events/${name}`, { ...ada, messageId: sent('InApp'), ...extra });
  return { ...world, skippedBy, sent, does, arrives, follows, tells };
}

/** Every kind of record that is exported, and how it comes about. */
const table: Record<ExportDataType, How> = {
  emailSend: ({ arrives }) => arrives('Email'),
  emailOpen: ({ follows }) => follows('pixel.gif'),
  emailClick: ({ follows }) => follows('links/0'),
  hostedUnsubscribeClick: ({ follows }) => follows('unsubscribe'),
  emailComplaint: ({ does }) => does('complain', 'Email'),
  emailBounce: ({ does }) => does('bounce', 'Email'),
  emailSendSkip: ({ skippedBy }) => skippedBy('Email'),
  pushSend: ({ arrives }) => arrives('Push'),
  pushOpen: ({ does }) => does('open', 'Push'),
  pushUninstall: ({ does }) => does('uninstall', 'Push'),
  pushBounce: ({ does }) => does('bounce', 'Push'),
  pushSendSkip: ({ skippedBy }) => skippedBy('Push'),
  inAppSend: ({ arrives }) => arrives('InApp'),
  inAppOpen: ({ tells }) => tells('trackInAppOpen'),
  inAppClick: ({ tells }) => tells('trackInAppClick'),
  inAppClose: ({ tells }) => tells('trackInAppClose'),
  inAppDelete: ({ tells }) => tells('inAppConsume', { deleteAction: 'swipe' }),
  inAppDelivery: ({ tells }) => tells('trackInAppDelivery'),
  inAppSendSkip: ({ skippedBy }) => skippedBy('InApp'),
  inAppRecall: ({ does }) => does('recall', 'InApp'),
  inboxSession: ({ tells }) => tells('trackInAppClose', { inboxSessionId: 's' }),
  inboxMessageImpression: async ({ sent, does }) => {
    sent('InApp');
    await does('inbox');
  },
  smsSend: ({ arrives }) => arrives('SMS'),
  smsBounce: ({ does }) => does('bounce', 'SMS'),
  smsClick: ({ does }) => does('click', 'SMS'),
  smsReceived: ({ does }) => does('reply', 'SMS', { text: 'Yes' }),
  smsSendSkip: ({ skippedBy }) => skippedBy('SMS'),
  webPushSend: ({ arrives }) => arrives('WebPush'),
  webPushClick: ({ does }) => does('click', 'WebPush'),
  webPushSendSkip: ({ skippedBy }) => skippedBy('WebPush'),
  rcsSend: ({ arrives }) => arrives('RCS'),
  rcsSendSkip: ({ skippedBy }) => skippedBy('RCS'),
  emailSubscribe: ({ admin }) =>
    admin.users.updateSubscriptions({ ...ada, unsubscribedChannelIds: [1] }).then(() =>
      admin.subscriptions.subscribeByEmail({
        subscriptionGroup: 'messageChannel',
        subscriptionGroupId: 1,
        userEmail: ada.email,
      }),
    ),
  emailUnSubscribe: ({ does }) => does('reply', 'SMS', { text: 'stop' }),
  purchase: ({ admin }) => admin.commerce.trackPurchase({ user: ada, items: [], total: 1 }),
  customEvent: ({ admin }) => admin.events.track({ ...ada, eventName: 'seen' }),
  user: ({ admin }) => admin.users.update({ ...ada, dataFields: { city: 'Oslo' } }),
  smsUsageInfo: ({ arrives }) => arrives('SMS'),
  embeddedSend: ({ arrives }) => arrives('Embedded'),
  embeddedSendSkip: ({ skippedBy }) => skippedBy('Embedded'),
  embeddedClick: ({ does }) => does('click', 'Embedded', { url: 'https://shop.example.com/' }),
  embeddedReceived: ({ admin, sent }) =>
    admin.embedded.trackReceived({ ...ada, messageId: sent('Embedded') }),
  embeddedImpression: ({ does }) => does('open', 'Embedded'),
  embeddedSession: ({ does }) => does('open', 'Embedded'),
  unknownSession: ({ does }) => does('visit-unknown'),
  journeyExit: async ({ put, admin }) => {
    put('journeys' as 'lists', 7, {
      ...{ id: 7, name: 'J', createdAt: NOON, updatedAt: NOON, creatorUserId: 'test', enabled: true },
      ...{ isArchived: false, journeyType: 'published', triggerEventNames: [] },
    } as unknown as Parameters<typeof put<'lists'>>[2]);
    await admin.journeys.trigger({ workflowId: 7, ...ada });
  },
  chatAppBounce: ({ does }) => does('bounce', 'ChatApp'),
  chatAppClick: ({ does }) => does('click', 'ChatApp'),
  chatAppReceived: ({ does }) => does('reply', 'ChatApp'),
  chatAppSeen: ({ does }) => does('open', 'ChatApp'),
  chatAppSend: ({ arrives }) => arrives('ChatApp'),
  chatAppSendSkip: ({ skippedBy }) => skippedBy('ChatApp'),
  chatAppUsageInfo: ({ arrives }) => arrives('ChatApp'),
};

it('has a way for each of the 53 records', () => {
  expect(Object.keys(table).sort()).toEqual([...exportDataType.options].sort());
  expect(exportDataType.options).toHaveLength(53);
});

it.each(Object.entries(table))('%s comes about, and is exported', async (type, produce) => {
  const world = setup();
  const exported = async () => {
    const rows = await world.admin.exports.dataJson({ dataTypeName: type as ExportDataType, range: 'All' });
    return (await new Response(rows).text()).split('\n').filter(Boolean).sort();
  };
  const before = await exported();

  await produce(world);

  const rows = await exported();
  expect(rows).not.toEqual(before);
  if (type !== 'user') expect(rows.length).toBeGreaterThan(before.length);
});
