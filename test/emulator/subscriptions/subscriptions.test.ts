import { describe, expect, it } from 'vitest';
import type { SubscriptionGroupRef } from '../../../src/admin/operations/subscriptions.js';
import { heldLatency, settled } from '../support/latency.js';
import { channelRows, listRow, messageTypeRows, setup } from '../support/people.js';

const ada = { email: 'ada@example.com' };
const bo = { userId: 'bo' };

/** A project with two users, two lists, two channels and three message types. */
async function withProject() {
  const all = setup();
  all.insert('channels', channelRows);
  all.insert('messageTypes', messageTypeRows);
  all.insert('lists', [listRow(11), listRow(12), listRow(13, { listType: 'Dynamic' })]);
  await all.admin.users.update(ada);
  await all.admin.users.update(bo);
  const listsOf = async (email: string) => {
    const lines = await Promise.all(
      [11, 12].map(async (listId) =>
        (await all.admin.lists.previewUsers({ listId })).includes(email) ? [listId] : [],
      ),
    );
    return lines.flat();
  };
  return { ...all, person: () => all.inspect.person(ada), listsOf };
}

describe('updateSubscriptions', () => {
  it('overwrites every field that is sent, and no other (decision 29)', async () => {
    const { admin, person, listsOf } = await withProject();
    await admin.users.updateSubscriptions({
      ...ada,
      emailListIds: [11],
      unsubscribedChannelIds: [21],
      subscribedMessageTypeIds: [32],
    });

    await admin.users.updateSubscriptions({ ...ada, emailListIds: [12], subscribedMessageTypeIds: [33] });

    expect(await listsOf(ada.email)).toEqual([12]);
    expect(person()).toMatchObject({ unsubscribedChannelIds: [21], subscribedMessageTypeIds: [33] });
    await admin.users.updateSubscriptions({ ...ada, emailListIds: [], unsubscribedChannelIds: [] });
    expect(await listsOf(ada.email)).toEqual([]);
    expect(person()).toMatchObject({ unsubscribedChannelIds: [], subscribedMessageTypeIds: [33] });
  });

  it('records what changed, with the campaign that it is credited to (Events)', async () => {
    const { admin, inspect } = await withProject();

    const change = { ...ada, emailListIds: [11], unsubscribedChannelIds: [21], campaignId: 4, templateId: 5 };
    await admin.users.updateSubscriptions(change);
    await admin.users.updateSubscriptions(change);

    expect(inspect.events('emailSubscribe')).toMatchObject([{ ...ada, fields: { emailListIds: [11] } }]);
    expect(inspect.events('emailUnSubscribe')).toMatchObject([
      { ...ada, fields: { channelIds: [21], campaignId: 4, templateId: 5 } },
    ]);
  });

  it.each([
    ['emailListIds', [99]],
    ['emailListIds', [13]],
    ['unsubscribedChannelIds', [99]],
    ['unsubscribedMessageTypeIds', [99]],
    ['subscribedMessageTypeIds', [99]],
  ])('refuses %s %j, which the project has not or fills itself', async (field, ids) => {
    const { admin, person } = await withProject();

    const update = admin.users.updateSubscriptions({ ...ada, unsubscribedChannelIds: [22], [field]: ids });

    await expect(update).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(`\`${field}\``) as string,
    });
    expect(person()?.unsubscribedChannelIds).toEqual([]);
  });

  it('refuses opt-in message types in a project that has none (UpdateSubscriptionsRequest)', async () => {
    const { admin, insert } = setup();
    insert('channels', channelRows);
    insert('messageTypes', messageTypeRows.slice(0, 1));
    await admin.users.update(ada);

    const update = admin.users.updateSubscriptions({ ...ada, subscribedMessageTypeIds: [31] });

    await expect(update).rejects.toThrow('no opt-in message types');
  });

  it('refuses a message type of a channel the user left, unless told otherwise (validateChannelAlignment)', async () => {
    const { admin, person } = await withProject();
    await admin.users.updateSubscriptions({ ...ada, unsubscribedChannelIds: [22] });

    const update = { ...ada, subscribedMessageTypeIds: [32] };
    await expect(admin.users.updateSubscriptions(update)).rejects.toMatchObject({ status: 400 });
    await admin.users.updateSubscriptions({ ...update, validateChannelAlignment: false });

    expect(person()?.subscribedMessageTypeIds).toEqual([32]);
  });

  it('is for users the service knows (Errors)', async () => {
    const { admin } = await withProject();

    const update = admin.users.updateSubscriptions({ email: 'x@example.com' });

    await expect(update).rejects.toMatchObject({ status: 400, code: 'UnknownEmailError' });
  });
});

describe('bulkUpdateSubscriptions', () => {
  it('tells who failed and whether the name was at fault (BulkUpdateSubscriptionsResponse)', async () => {
    const { admin, call, person } = await withProject();
    await admin.users.forget({ userId: 'gone' });

    const { status, answer } = await call('POST /api/users/bulkUpdateSubscriptions', {
      updateSubscriptionsRequests: [
        { ...ada, unsubscribedChannelIds: [21] },
        { ...bo, unsubscribedChannelIds: [99] },
        { email: 'x@example.com' },
        { email: 'no-email' },
        { userId: '' },
        { userId: 'gone' },
      ],
    });

    expect(status).toBe(200);
    expect(answer).toEqual({
      successCount: 1,
      failCount: 5,
      invalidEmails: ['no-email'],
      invalidUserIds: [''],
      validEmailFailures: ['x@example.com'],
      validUserIdFailures: ['bo', 'gone'],
    });
    expect(person()?.unsubscribedChannelIds).toEqual([21]);
  });
});

describe('a subscription to one thing (decision 26)', () => {
  const groups: [SubscriptionGroupRef['subscriptionGroup'], number][] = [
    ['emailList', 11],
    ['messageType', 31],
    ['messageType', 32],
    ['messageChannel', 21],
  ];
  /** Whether Ada gets what the group sends. */
  async function isSubscribed({ person, listsOf }: Awaited<ReturnType<typeof withProject>>, id: number) {
    const {
      unsubscribedChannelIds = [],
      unsubscribedMessageTypeIds = [],
      subscribedMessageTypeIds = [],
    } = person() ?? {};
    if (id === 11) return (await listsOf(ada.email)).includes(11);
    if (id === 32) return subscribedMessageTypeIds.includes(32) && !unsubscribedMessageTypeIds.includes(32);
    return ![...unsubscribedChannelIds, ...unsubscribedMessageTypeIds].includes(id);
  }

  it.each(groups)(
    'starts by PATCH and ends by DELETE: %s %i',
    async (subscriptionGroup, subscriptionGroupId) => {
      const project = await withProject();
      const { subscriptions } = project.admin;
      const group = { subscriptionGroup, subscriptionGroupId, userEmail: ada.email };

      await subscriptions.subscribeByEmail(group);
      expect(await isSubscribed(project, subscriptionGroupId)).toBe(true);
      await subscriptions.unsubscribeByEmail(group);
      expect(await isSubscribed(project, subscriptionGroupId)).toBe(false);
      expect(project.inspect.events('emailUnSubscribe')).toHaveLength(1);
      await subscriptions.subscribeByEmail(group);
      expect(await isSubscribed(project, subscriptionGroupId)).toBe(true);
    },
  );

  it('is also changed by user id', async () => {
    const { admin, inspect } = await withProject();
    const group = { subscriptionGroup: 'messageChannel', subscriptionGroupId: 21, userId: 'bo' } as const;

    await admin.subscriptions.unsubscribeByUserId(group);
    expect(inspect.person(bo)?.unsubscribedChannelIds).toEqual([21]);
    await admin.subscriptions.subscribeByUserId(group);
    expect(inspect.person(bo)?.unsubscribedChannelIds).toEqual([]);
  });

  it('names its group in any case', async () => {
    const { call } = await withProject();

    const { status } = await call('PATCH /api/subscriptions/MESSAGECHANNEL/21/user/ada@example.com');

    expect(status).toBe(200);
  });

  it.each([
    ['a group of another name', 'PATCH', 'fax/21/user/ada@example.com', 400],
    ['a channel the project has not', 'PATCH', 'messageChannel/99/user/ada@example.com', 404],
    ['a list that fills itself', 'DELETE', 'emailList/13/user/ada@example.com', 400],
    ['someone unknown', 'PATCH', 'messageChannel/21/byUserId/x', 400],
  ])('is refused for %s', async (_, method, path, status) => {
    const { call } = await withProject();

    expect((await call(`${method} /api/subscriptions/${path}`)).status).toBe(status);
  });

  it('answers 409 for a forgotten user (decision 5)', async () => {
    const { admin, call } = await withProject();
    await admin.users.forget(ada);

    const { status, answer } = await call('DELETE /api/subscriptions/messageChannel/21/user/ada@example.com');

    expect([status, answer?.['code']]).toEqual([409, 'ForgottenUserError']);
  });
});

describe('a subscription of many by PUT (decision 26)', () => {
  it('is accepted with 202, and holds for those the service knows', async () => {
    const { call, admin } = await withProject();
    await admin.users.forget({ userId: 'gone' });

    const { status, answer } = await call('PUT /api/subscriptions/emailList/11?action=subscribe', {
      users: [ada.email, 'x@example.com'],
      usersByUserId: ['bo', 'gone'],
    });

    expect([status, answer?.['code']]).toEqual([202, 'Accepted']);
    expect(await admin.lists.previewUsers({ listId: 11 })).toBe('ada@example.com\nbo');
  });

  it('ends by action=unsubscribe, after the latency (convention 4)', async () => {
    const { admin, emulator, inspect, insert } = setup({ latency: heldLatency() });
    insert('channels', channelRows);
    await admin.users.update(ada);
    const group = { subscriptionGroup: 'messageChannel', subscriptionGroupId: 21 } as const;

    await admin.subscriptions.updateMany({ ...group, action: 'unsubscribe', users: [ada.email] });
    expect(inspect.person(ada)?.unsubscribedChannelIds).toEqual([]);
    await settled(emulator);

    expect(inspect.person(ada)?.unsubscribedChannelIds).toEqual([21]);
  });

  it.each([
    ['no action', '', { users: [] }, 'action'],
    ['another action', '?action=toggle', { users: [] }, 'action'],
    ['no users', '?action=subscribe', {}, 'users'],
    ['what is no email', '?action=subscribe', { users: ['x'] }, 'users.0'],
  ])('is refused with %s', async (_, query, body, field) => {
    const { call } = await withProject();

    const { status, answer } = await call(`PUT /api/subscriptions/emailList/11${query}`, body);

    expect(status).toBe(400);
    expect(answer?.['msg']).toContain(`\`${field}\``);
  });
});

describe('a double opt-in (DoubleOptInSubscriptionsRequest)', () => {
  it('is accepted with 202 and a sentence, and asks under the brands of its types', async () => {
    const { admin, call, inspect } = await withProject();

    const { status, text } = await call('POST /api/subscriptions/subscribeToDoubleOptIn', {
      ...ada,
      messageTypeIds: [32, 33],
      phoneNumber: '+15550100',
    });
    await admin.users.update({ ...ada, dataFields: { phoneNumber: '+15550199' } });
    await admin.subscriptions.subscribeToDoubleOptIn({ ...ada, messageTypeIds: [32], brandName: 'Shop' });

    expect([status, text]).toEqual([202, 'The double opt-in message is on its way']);
    expect(inspect.rows('doubleOptIns')).toMatchObject([
      { messageTypeIds: [32, 33], phoneNumber: '+15550100', brandName: 'Alerts,Offers' },
      { messageTypeIds: [32], phoneNumber: '+15550199', brandName: 'Shop' },
    ]);
    expect(inspect.events('smsSend')).toMatchObject([
      { ...ada, fields: { messageTypeIds: [32, 33], phoneNumber: '+15550100', brandName: 'Alerts,Offers' } },
      { ...ada, fields: { messageTypeIds: [32] } },
    ]);
  });

  it('refuses in a sentence, and an unknown message type with 404 (contract.json)', async () => {
    const { call } = await withProject();
    const ask = (body: object) => call('POST /api/subscriptions/subscribeToDoubleOptIn', { ...ada, ...body });

    const noPhone = await ask({ messageTypeIds: [32] });
    const noOptIn = await ask({ messageTypeIds: [31], phoneNumber: '+15550100' });
    const unknown = await ask({ messageTypeIds: [99], phoneNumber: '+15550100' });

    expect([noPhone.status, noPhone.answer, noPhone.text]).toEqual([
      400,
      undefined,
      'No phone number in the request or the profile',
    ]);
    expect([noOptIn.status, noOptIn.text]).toEqual([
      400,
      'Message type 31 is no double opt-in type for text messages',
    ]);
    expect([unknown.status, unknown.answer?.['code']]).toEqual([404, 'NotFound']);
  });

  it.each([
    ['a body without its types', { ...ada }, '`messageTypeIds`'],
    ['someone it does not know', { email: 'nobody@example.com', messageTypeIds: [32] }, '`email`'],
  ])('refuses %s in a sentence too (contract.json)', async (_, body, words) => {
    const { call } = await withProject();

    const { status, answer, text } = await call('POST /api/subscriptions/subscribeToDoubleOptIn', body);

    expect([status, answer]).toEqual([400, undefined]);
    expect(text).toContain(words);
  });

  /** Asks Ada for both types at a phone, and Bob for one of them at another. */
  async function asked() {
    const project = await withProject();
    const { admin, call } = project;
    await admin.subscriptions.subscribeToDoubleOptIn({
      ...ada,
      messageTypeIds: [32, 33],
      phoneNumber: '+1 555 0100',
    });
    const text = (from: string, words: string) =>
      call('POST /_emulator/text-messages', { from, text: words });
    return { ...project, text };
  }

  it('subscribes nobody until a yes comes from the phone that was asked', async () => {
    const { inspect, text } = await asked();

    expect((await text('+15550100', 'Who is this?')).answer).toEqual({ messageTypeIds: [] });
    expect((await text('+15550199', 'YES')).answer).toEqual({ messageTypeIds: [] });
    expect(inspect.person(ada)?.subscribedMessageTypeIds).toEqual([]);

    expect((await text('+15550100', ' Yes ')).answer).toEqual({ messageTypeIds: [32, 33] });
    expect(inspect.person(ada)?.subscribedMessageTypeIds).toEqual([32, 33]);
    expect(inspect.events('emailSubscribe').map(({ fields }) => fields)).toEqual([
      { messageTypeIds: [32] },
      { messageTypeIds: [33] },
    ]);
  });

  it('is answered once, and each answer is an event (Events)', async () => {
    const { inspect, text } = await asked();

    await text('+15550100', 'Who is this?');
    await text('+15550100', 'YES');
    await text('+15550100', 'YES');

    expect(inspect.events('smsReceived').map(({ email, fields }) => [email, fields])).toEqual([
      [ada.email, { phoneNumber: '+15550100', message: 'Who is this?' }],
      [ada.email, { phoneNumber: '+15550100', message: 'YES' }],
    ]);
    expect(inspect.rows('doubleOptIns')).toEqual([]);
  });

  it('is answered for whom the user was merged into, and gone with a user who was deleted', async () => {
    const { admin, inspect, text } = await asked();
    const bo = { email: 'bo@example.com' };
    await admin.users.update(bo);
    await admin.users.merge({ sourceEmail: ada.email, destinationEmail: bo.email });
    await text('+15550100', 'YES');
    expect(inspect.person(bo)?.subscribedMessageTypeIds).toEqual([32, 33]);

    await admin.subscriptions.subscribeToDoubleOptIn({
      ...bo,
      messageTypeIds: [32],
      phoneNumber: '+15550100',
    });
    await admin.users.forget(bo);
    expect(inspect.rows('doubleOptIns')).toEqual([]);
  });
});
