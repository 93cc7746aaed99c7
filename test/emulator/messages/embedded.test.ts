import { describe, expect, it } from 'vitest';
import { ada, bob, createWorld } from '../support/sending.js';

/** A world where Ada has an embedded message in placement 808. */
function setup() {
  const world = createWorld();
  world.addCampaign({ medium: 'Embedded', content: { title: 'Hi {{email}}', placementId: 808, html: '' } });
  const messageId = world.send(100);
  const read = async (query: object = {}) =>
    (await world.admin.embedded.getMessages({ ...ada, ...query })).placements;
  return { ...world, messageId, read };
}

describe('embedded messages', () => {
  it('are grouped by placement, the newest ranked first', async () => {
    const { addCampaign, send, messageId, read } = setup();
    addCampaign({ id: 101, medium: 'Embedded', content: { title: 'Second', placementId: 808 } });
    addCampaign({ id: 102, medium: 'Embedded', content: { body: 'Third', placementId: 7 } });
    const [second, third] = [send(101), send(102)];

    const metadata = { placementId: 808, isProof: false };
    expect(await read()).toEqual([
      {
        placementId: 7,
        embeddedMessages: [
          {
            metadata: { messageId: third, campaignId: 102, placementId: 7, isProof: false, priorityOrder: 1 },
            elements: { body: 'Third' },
          },
        ],
      },
      {
        placementId: 808,
        embeddedMessages: [
          {
            metadata: { ...metadata, messageId: second, campaignId: 101, priorityOrder: 1 },
            elements: { title: 'Second' },
          },
          {
            metadata: { ...metadata, messageId, campaignId: 100, priorityOrder: 2 },
            elements: { title: 'Hi ada@example.com' },
          },
        ],
      },
    ]);
  });

  it('have only the fields that have data, and ids for their parts (ApiEmbeddedMessage)', async () => {
    const { addCampaign, send, read } = setup();
    const action = { type: 'openUrl', data: 'https://shop.example.com' };
    addCampaign({
      id: 101,
      medium: 'Embedded',
      content: {
        title: '',
        body: 'Body',
        placementId: 9,
        payload: { sku: 'A1' },
        elements: {
          buttons: [
            { title: 'Buy', action },
            { id: 'own', title: 'Later' },
          ],
          defaultAction: action,
          mediaUrl: '',
          text: [{ label: 'price', text: '12' }],
        },
      },
    });
    send(101);

    expect((await read({ placementId: 9 }))?.[0]?.embeddedMessages).toMatchObject([
      {
        elements: {
          body: 'Body',
          buttons: [
            { id: 'button-1', title: 'Buy', action },
            { id: 'own', title: 'Later' },
          ],
          defaultAction: action,
          text: [{ id: 'text-1', label: 'price', text: '12' }],
        },
        payload: { sku: 'A1' },
      },
    ]);
    const [placement] = (await read({ placementId: 9 })) ?? [];
    const { elements } = placement?.embeddedMessages[0] ?? {};
    expect(Object.keys(elements ?? {}).sort()).toEqual(['body', 'buttons', 'defaultAction', 'text']);
  });

  it.each([
    ['placementId', { placementId: 808 }, [808]],
    ['placementId, repeated', { placementId: [7, '808'] }, [7, 808]],
    ['placementIds', { placementIds: ['7', 9] }, [9, 7]],
    ['both names', { placementId: 7, placementIds: [9] }, [9, 7]],
    ['a placement without any', { placementId: 1 }, []],
  ])('are restricted by %s (decision 9)', async (_, query, placementIds) => {
    const { addCampaign, send, read } = setup();
    for (const placementId of [7, 9]) {
      addCampaign({ id: placementId, medium: 'Embedded', content: { title: 'Hi', placementId } });
      send(placementId);
    }
    const found = (await read(query))?.map(({ placementId }) => Number(placementId)) ?? [];
    expect(found.sort()).toEqual(placementIds.sort());
  });

  it('that the caller holds come without elements, and are absent once not eligible (decision 34)', async () => {
    const { addCampaign, changePerson, messageId, read } = setup();
    const held = { currentMessageIds: [messageId, 'other'] };
    const [placement] = (await read(held)) ?? [];
    expect(placement?.embeddedMessages).toMatchObject([{ metadata: { messageId } }]);
    expect(placement?.embeddedMessages[0]).not.toHaveProperty('elements');

    changePerson(ada, { unsubscribedMessageTypeIds: [10] });
    expect(await read(held)).toEqual([]);

    changePerson(ada, { unsubscribedMessageTypeIds: [] });
    addCampaign({ medium: 'Embedded', campaign: { campaignState: 'Archived' } });
    expect(await read(held)).toEqual([]);
  });

  it("are the user's own, and none for someone unknown", async () => {
    const { admin } = setup();
    expect(await admin.embedded.getMessages(bob)).toEqual({ placements: [] });
    expect(await admin.embedded.getMessages({ userId: 'nobody' })).toEqual({ placements: [] });
  });

  it('as proofs are marked so', async () => {
    const { prove, read } = setup();
    const messageId = prove(100);
    expect((await read())?.[0]?.embeddedMessages[0]).toMatchObject({
      metadata: { messageId, isProof: true },
    });
  });

  it('record that they were sent, or why not', () => {
    const { addCampaign, send, eventsOf, messageId } = setup();
    addCampaign({ id: 101, medium: 'Embedded' });
    send(101);
    expect(eventsOf('embeddedSend')).toMatchObject([{ messageId, campaignId: 100 }]);
    expect(eventsOf('embeddedSendSkip')).toMatchObject([{ campaignId: 101, reason: 'NoPlacement' }]);
  });

  it.each([
    ['no user', '', '`email` or `userId`'],
    ['two users', 'email=a@b.c&userId=7', '`email` or `userId`'],
    ['a placement that is no number', 'userId=7&placementId=top', '`placementId`'],
    ['a placement that is no number', 'userId=7&placementIds=1&placementIds=top', '`placementIds'],
  ])('refuse %s', async (_, query, named) => {
    const { call } = setup();
    const { status, answer } = await call('web', `GET /api/embedded-messaging/messages?${query}`);
    expect(status).toBe(400);
    expect(answer.msg).toContain(named);
  });

  it('take the key types that the contract lists', async () => {
    const { call } = setup();
    const route = 'GET /api/embedded-messaging/messages?userId=7';
    expect((await call('mobile', route)).status).toBe(200);
    expect((await call('javascript', route)).status).toBe(403);
  });
});

describe('embedded events (Events)', () => {
  const deviceInfo = { appPackageName: 'shop', deviceId: 'd1', platform: 'Web' } as const;
  const session = { id: 's1', start: 1_000, end: 2_000 };
  const seen = { placementId: 808, displayCount: 2, displayDuration: 1.5 };

  it('a session records one visit, and one impression for each (decision 7)', async () => {
    const { emulator, admin, addCampaign, send, messageId, eventsOf } = setup();
    addCampaign({ id: 101, medium: 'Embedded', content: { title: 'Hi', placementId: 808 } });
    const other = send(101);

    await admin.embedded.trackSession({
      ...ada,
      session,
      impressions: [
        { messageId, ...seen },
        { messageId: other, ...seen },
      ],
      createdAt: 1_700_000_000,
      deviceInfo,
    });

    expect(eventsOf('embeddedSession')).toEqual([{ sessionId: 's1', start: 1_000, end: 2_000, deviceInfo }]);
    expect(eventsOf('embeddedImpression')).toEqual([
      { messageId, campaignId: 100, templateId: 1100, sessionId: 's1', deviceInfo, ...seen },
      { messageId: other, campaignId: 101, templateId: 1101, sessionId: 's1', deviceInfo, ...seen },
    ]);
    const [visit] = emulator.inspect.events('embeddedSession');
    expect(visit?.createdAt).toBe(1_700_000_000_000);
  });

  it.each([{ impressions: [] }, {}])(
    'a session with %j is recorded too (EmbeddedSessionRequest)',
    async (seen) => {
      const { call, eventsOf } = setup();
      const route = 'POST /api/embedded-messaging/events/session';
      expect(await call('web', route, { ...ada, session, ...seen })).toMatchObject({ status: 202 });
      expect(eventsOf('embeddedSession')).toHaveLength(1);
    },
  );

  it.each([{ placementId: 808, displayCount: 1 }, {}])(
    'an impression that says no more than %j is recorded too (Impression)',
    async (seen) => {
      const { call, messageId, eventsOf } = setup();
      const impressions = [{ messageId, ...seen }];
      const route = 'POST /api/embedded-messaging/events/session';
      expect(await call('web', route, { ...ada, session, impressions })).toMatchObject({ status: 202 });
      expect(eventsOf('embeddedImpression')).toEqual([
        { messageId, campaignId: 100, templateId: 1100, sessionId: 's1', ...seen },
      ]);
    },
  );

  it('received is recorded once for each message, user and device (decision 38)', async () => {
    const { admin, messageId, eventsOf } = setup();
    for (const deviceId of ['d1', 'd1', 'd2']) {
      await admin.embedded.trackReceived({ ...ada, messageId, deviceInfo: { ...deviceInfo, deviceId } });
    }
    expect(eventsOf('embeddedReceived')).toHaveLength(2);
  });

  it('a click is recorded with where it was and where it leads', async () => {
    const { admin, messageId, eventsOf } = setup();
    await admin.embedded.trackClick({ ...ada, messageId, buttonIdentifier: 'b', targetUrl: 'x' });
    expect(eventsOf('embeddedClick')).toMatchObject([{ messageId, buttonIdentifier: 'b', targetUrl: 'x' }]);
  });

  it('none is recorded of proofs (decision 38)', async () => {
    const { emulator, admin, prove, messageId, eventsOf } = setup();
    const proof = prove(100);
    const before = emulator.inspect.events().length;

    await admin.embedded.trackReceived({ ...ada, messageId: proof });
    await admin.embedded.trackClick({ ...ada, messageId: proof });
    await admin.embedded.trackSession({ ...ada, session, impressions: [{ messageId: proof, ...seen }] });
    expect(emulator.inspect.events()).toHaveLength(before);

    const both = [proof, messageId].map((id) => ({ messageId: id, ...seen }));
    await admin.embedded.trackSession({ ...ada, session, impressions: both });
    expect(eventsOf('embeddedSession')).toHaveLength(1);
    expect(eventsOf('embeddedImpression')).toMatchObject([{ messageId }]);
  });

  it.each([
    ['received', {}, '`messageId`'],
    ['received', { messageId: 'no' }, '`messageId`'],
    ['click', { messageId: 'no' }, '`messageId`'],
    ['click', { messageId: 'm', deviceInfo: { deviceId: 'd' } }, '`deviceInfo.'],
    ['session', { impressions: [] }, '`session`'],
    ['session', { session, impressions: {} }, '`impressions`'],
    ['session', { session, impressions: [{ messageId: 'no', ...seen }] }, '`impressions.0.messageId`'],
    [
      'session',
      { session, impressions: [{ messageId: 'no', ...seen, placementId: 'a' }] },
      '`impressions.0.placementId`',
    ],
    ['session', { session: { id: 's1', start: 1 }, impressions: [] }, '`session.end`'],
    ['session', { session: { id: 's1', start: 9e15, end: 9e15 }, impressions: [] }, '`session.start`'],
    ['session', { session: { id: 's1', start: 1, end: 9e15 }, impressions: [] }, '`session.end`'],
    ['session', { session, impressions: [], createdAt: 9e12 }, '`createdAt`'],
    ['click', { messageId: 'm', createdAt: 9e12 }, '`createdAt`'],
  ])('%s refuses %j', async (event, body, named) => {
    const { call } = setup();
    const { status, answer } = await call('web', `POST /api/embedded-messaging/events/${event}`, {
      ...ada,
      ...body,
    });
    expect([status, answer.code]).toEqual([400, 'BadParams']);
    expect(answer.msg).toContain(named);
  });

  it.each(['received', 'click', 'session'])(
    '%s refuses another key than the contract lists',
    async (event) => {
      const { call } = setup();
      const { status } = await call('javascript', `POST /api/embedded-messaging/events/${event}`, ada);
      expect(status).toBe(403);
    },
  );
});
