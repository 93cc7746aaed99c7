import { describe, expect, it } from 'vitest';
import type { InAppMessage } from '../../../src/api/models/in-app.js';
import type { CampaignRow, TemplateRow } from '../../../src/emulator/state/project.js';
import { ada, bob, createWorld, DAY, NOON } from '../support/sending.js';

type Content = TemplateRow['content'][string];

/** A world where Ada gets in-app messages, and ways to read them. */
function setup() {
  const world = createWorld();
  const { admin, addCampaign } = world;

  /** Sends Ada a message; gives its id. */
  async function sent(content: Content = {}, inApp: CampaignRow['inApp'] = {}, id = 100) {
    addCampaign({ id, medium: 'InApp', content, campaign: { inApp } });
    await admin.inApp.target({ campaignId: id, recipientEmail: ada.email });
    return world.messages().at(-1)?.messageId ?? '';
  }

  const read = async (user = ada, count = 100) =>
    (await admin.inApp.getMessages({ ...user, count })).inAppMessages;
  const first = async (): Promise<InAppMessage | undefined> => (await read())[0];
  const post = (event: string, body: object) => world.call('web', `POST /api/events/${event}`, body);
  return { ...world, sent, read, first, post };
}

describe('an in-app message on the wire (decision 33)', () => {
  it('says all there is to know, with defaults', async () => {
    const { sent, read } = setup();
    const messageId = await sent({ html: '<p>Hi</p>' });
    expect(await read()).toEqual([
      {
        messageId,
        campaignId: 100,
        createdAt: NOON,
        expiresAt: NOON + 90 * DAY,
        priorityLevel: 300.5,
        read: false,
        saveToInbox: false,
        content: {
          html: '<p>Hi</p>',
          inAppDisplaySettings: {
            top: { displayOption: 'AutoExpand' },
            right: { percentage: 0 },
            bottom: { displayOption: 'AutoExpand' },
            left: { percentage: 0 },
          },
          webInAppDisplaySettings: { position: 'Center' },
        },
        trigger: { type: 'immediate' },
        messageType: 'Mobile',
        typeOfContent: 'Static',
        jsonOnly: false,
      },
    ]);
  });

  it('has paddings as shares or `AutoExpand`, whatever form the template has them in', async () => {
    const { sent, first } = setup();
    const bgColor = { alpha: 0.5, hex: '#000000' };
    await sent({
      inAppDisplaySettings: { top: -1, left: 10, right: { percentage: 5 }, bgColor, shouldAnimate: true },
      webInAppDisplaySettings: { position: 'TopRight' },
    });
    expect((await first())?.content).toMatchObject({
      inAppDisplaySettings: {
        top: { displayOption: 'AutoExpand' },
        left: { percentage: 10 },
        right: { percentage: 5 },
        bottom: { percentage: 0 },
        bgColor,
        shouldAnimate: true,
      },
      webInAppDisplaySettings: { position: 'TopRight' },
    });
  });

  it('has the payload, the inbox line and the behavior of its campaign', async () => {
    const { sent, first } = setup();
    const inboxMetadata = { title: 'New', subtitle: 'Mug', icon: 'https://shop.example.com/i.png' };
    const inApp = { priorityLevel: 100.5, trigger: { type: 'never' }, saveToInbox: true };
    await sent({ payload: { sku: 'A1' }, inboxMetadata }, inApp);
    expect(await first()).toMatchObject({ customPayload: { sku: 'A1' }, inboxMetadata, ...inApp });
  });

  it('stays in the inbox when its template has a line for it', async () => {
    const { sent, first } = setup();
    await sent({ inboxMetadata: { title: 'New' } });
    expect((await first())?.saveToInbox).toBe(true);
  });

  it.each([
    ['its campaign says so', { html: '<p>Hi</p>' }, { jsonOnly: true }],
    ['its template has a payload and no HTML', { html: '', payload: { a: 1 } }, {}],
  ])('has no HTML when %s', async (_, content, inApp) => {
    const { sent, first } = setup();
    await sent(content, inApp);
    const message = await first();
    expect(message).toMatchObject({ jsonOnly: true, content: { webInAppDisplaySettings: {} } });
    expect(message?.content).not.toHaveProperty('html');
  });
});

describe('in-app reads (decision 32)', () => {
  it('give the most urgent first, then the oldest, up to `count` (decision 33)', async () => {
    const { emulator, sent, read, admin } = setup();
    const low = await sent({}, { priorityLevel: 400.5 }, 100);
    const older = await sent({}, {}, 101);
    emulator.clock.advance(1_000);
    const newer = await sent({}, {}, 102);
    const critical = await sent({}, { priorityLevel: 100.5 }, 103);

    const idsOf = (messages: InAppMessage[]) => messages.map(({ messageId }) => messageId);
    expect(idsOf(await read())).toEqual([critical, older, newer, low]);
    expect(idsOf(await read(ada, 2))).toEqual([critical, older]);
    const web = await admin.inApp.getWebMessages({ ...ada, count: 3 });
    expect(idsOf(web.inAppMessages)).toEqual([critical, older, newer]);
    const priority = await admin.inApp.getPriorityMessage(ada);
    expect(idsOf(priority.inAppMessages)).toEqual([critical]);
  });

  it("give none of another user's, none to someone unknown, and no message of another medium", async () => {
    const { admin, addCampaign, sent, read } = setup();
    await sent();
    await admin.email.target({ campaignId: addCampaign({ id: 300 }), recipientEmail: bob.email });
    expect(await read(bob)).toEqual([]);
    expect(await read({ email: 'new@example.com' })).toEqual([]);
  });

  it('leave out what expired, and what had expired before it was sent (Templates)', async () => {
    const { emulator, sent, read } = setup();
    await sent({ expirationDateTime: '2020-01-01 00:00:00' }, {}, 100);
    await sent({ expirationDuration: 'now+1d' }, {}, 101);
    expect(await read()).toMatchObject([{ campaignId: 101, expiresAt: NOON + DAY }]);

    emulator.clock.advance(DAY);
    expect(await read()).toEqual([]);
  });

  it.each([
    ['no user', 'getMessages', 'count=5', '`email` or `userId`'],
    ['two users', 'getMessages', 'count=5&email=a@b.c&userId=7', '`email` or `userId`'],
    ['no count', 'getMessages', 'email=a@b.c', '`count`'],
    ['no count', 'web/getMessages', 'email=a@b.c', '`count`'],
    ['a count of none', 'web/getMessages', 'email=a@b.c&count=0', '`count`'],
    ['a count in words', 'web/getMessages', 'email=a@b.c&count=two', '`count`'],
    ['a platform there is not', 'getPriorityMessage', 'email=a@b.c&platform=Toaster', '`platform`'],
  ])('refuse %s (%s)', async (_, read, query, named) => {
    const { call } = setup();
    const { status, answer } = await call('web', `GET /api/inApp/${read}?${query}`);
    expect(status).toBe(400);
    expect(answer.msg).toContain(named);
  });

  it('ignore `platform` where it means nothing', async () => {
    const { call } = setup();
    const { status } = await call(
      'web',
      'GET /api/inApp/web/getMessages?email=a@b.c&count=1&platform=Toaster',
    );
    expect(status).toBe(200);
  });

  it('take the key types that the contract lists', async () => {
    const { call } = setup();
    const query = 'email=a@b.c&count=1';
    expect((await call('mobile', `GET /api/inApp/getMessages?${query}`)).status).toBe(200);
    expect((await call('mobile', `GET /api/inApp/web/getMessages?${query}`)).status).toBe(403);
    expect((await call('readOnly', `GET /api/inApp/getMessages?${query}`)).status).toBe(403);
  });
});

describe('in-app events (Events)', () => {
  const deviceInfo = { appPackageName: 'shop', deviceId: 'd1', platform: 'Web' };

  it.each([
    ['trackInAppDelivery', 'inAppDelivery', { messageContext: { silentInbox: true } }],
    ['trackInAppOpen', 'inAppOpen', { messageContext: { location: 'inbox' } }],
    ['trackInAppClick', 'inAppClick', { clickedUrl: 'https://shop.example.com' }],
    ['trackInAppClose', 'inAppClose', { closeAction: 'link', clickedUrl: 'x', inboxSessionId: 's' }],
    ['inAppConsume', 'inAppDelete', { deleteAction: 'swipe' }],
  ])('%s records %s', async (name, type, about) => {
    const { emulator, sent, post, eventsOf } = setup();
    const messageId = await sent();

    const { status, answer } = await post(name, {
      ...ada,
      messageId,
      createdAt: 1_700_000_000,
      deviceInfo,
      ...about,
    });

    expect([status, answer.code]).toEqual([200, 'Success']);
    expect(eventsOf(type)).toEqual([{ messageId, campaignId: 100, templateId: 1100, deviceInfo, ...about }]);
    // Seconds, by decision 7.
    expect(emulator.inspect.events(type)).toMatchObject([{ createdAt: 1_700_000_000_000, ...ada }]);
  });

  it('mark a message read once it was opened, and keep it', async () => {
    const { sent, post, first } = setup();
    const messageId = await sent();
    await post('trackInAppOpen', { ...ada, messageId });
    expect(await first()).toMatchObject({ messageId, read: true });
  });

  it('take a consumed message away, and record it only with a `deleteAction`', async () => {
    const { sent, post, read, eventsOf } = setup();
    const messageId = await sent();

    await post('inAppConsume', { ...ada, messageId });
    expect((await post('inAppConsume', { ...ada, messageId, deleteAction: 'late' })).status).toBe(200);

    expect(await read()).toEqual([]);
    expect(eventsOf('inAppDelete')).toEqual([]);
  });

  it('record a delivery once for each message, user and device (decision 38)', async () => {
    const { sent, post, eventsOf } = setup();
    const messageId = await sent();
    for (const deviceId of ['d1', 'd1', 'd2']) {
      await post('trackInAppDelivery', { ...ada, messageId, deviceInfo: { ...deviceInfo, deviceId } });
    }
    expect(eventsOf('inAppDelivery')).toHaveLength(2);
  });

  it('record nothing of a proof, which can be read and consumed all the same (decision 38)', async () => {
    const { emulator, addCampaign, prove, post, read } = setup();
    addCampaign({ medium: 'InApp' });
    const messageId = prove(100);
    expect(await read()).toMatchObject([{ messageId }]);

    for (const name of ['trackInAppDelivery', 'trackInAppOpen', 'trackInAppClick', 'trackInAppClose']) {
      expect((await post(name, { ...ada, messageId })).status).toBe(200);
    }
    await post('inAppConsume', { ...ada, messageId, deleteAction: 'x' });

    expect(emulator.inspect.events()).toEqual([]);
    expect(await read()).toEqual([]);
  });

  it.each(['trackInAppDelivery', 'trackInAppOpen', 'trackInAppClick', 'trackInAppClose', 'inAppConsume'])(
    '%s refuses what it cannot take',
    async (name) => {
      const { call, sent, post } = setup();
      const messageId = await sent();
      const refused = async (body: object) => {
        const { status, answer } = await post(name, body);
        return [status, answer.msg];
      };
      const named = (field: string) => [400, expect.stringContaining(field) as string];

      expect(await refused(ada)).toEqual(named('`messageId`'));
      expect(await refused({ messageId: 'no' })).toEqual(named('`email` or `userId`'));
      expect(await refused({ ...ada, messageId: 'no' })).toEqual(named('`messageId`'));
      expect(await refused({ ...bob, messageId })).toEqual(named('`messageId`'));
      expect(await refused({ ...ada, messageId, createdAt: 'now' })).toEqual(named('`createdAt`'));
      // Later than any date can be.
      expect(await refused({ ...ada, messageId, createdAt: 9e12 })).toEqual(named('`createdAt`'));
      const platform = { ...deviceInfo, platform: 'web' };
      expect(await refused({ ...ada, messageId, deviceInfo: platform })).toEqual(named('platform`'));
      // Decision 17: no server-side keys.
      expect((await call('server', `POST /api/events/${name}`, { ...ada, messageId })).status).toBe(403);
    },
  );
});
