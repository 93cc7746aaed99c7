import { describe, expect, it } from 'vitest';
import type { ProjectType } from '../../../src/emulator/state/service.js';
import {
  campaignRow,
  channelRows,
  listRow,
  messageTypeRows,
  NOW,
  setup,
  templateRow,
} from '../support/people.js';

const ada = { email: 'ada@example.com' };

async function textOf(stream: ReadableStream<Uint8Array>) {
  return new Response(stream).text();
}

describe('lists', () => {
  it('are created as standard ones, and listed with their type (ListDetails)', async () => {
    const { admin, insert } = setup();

    const { listId } = await admin.lists.create({ name: 'Sale', description: 'Of spring' });
    insert('lists', [
      listRow(11, { listType: 'Dynamic' }),
      listRow(12, { listType: 'Suppression', isGlobalSuppressionEnabled: true }),
      listRow(13, { listType: 'Internal' }),
    ]);

    const row = (id: number, rest: object) => ({ id, name: `List ${id}`, createdAt: NOW, ...rest });
    expect(await admin.lists.list()).toEqual({
      lists: [
        { id: listId, name: 'Sale', description: 'Of spring', createdAt: NOW, listType: 'Standard' },
        row(11, { listType: 'Dynamic' }),
        row(12, { listType: 'Suppression', isGlobalSuppressionEnabled: true }),
        row(13, { listType: 'Internal' }),
      ],
    });
  });

  it('need a name (CreateListRequest)', async () => {
    const { call } = setup();

    const { status, answer } = await call('POST /api/lists', { description: 'x' });

    expect(status).toBe(400);
    expect(answer?.['msg']).toContain('`name`');
  });

  it('are read with read-only keys, and not written (contract.json)', async () => {
    const { admin, adminWith } = setup();
    const { listId } = await admin.lists.create({ name: 'Sale' });
    const { lists } = adminWith('readOnly');

    expect((await lists.list()).lists).toHaveLength(1);
    expect(await lists.getSize({ listId })).toBe(0);
    await expect(lists.create({ name: 'x' })).rejects.toMatchObject({ status: 403 });
  });

  it('are deleted without their users, unless a campaign uses them: 409 (decisions 4 and 23)', async () => {
    const { admin, insert, inspect } = setup();
    insert('lists', [listRow(11), listRow(12), listRow(13), listRow(14, { listType: 'Internal' })]);
    insert('campaigns', [
      campaignRow(41, { campaignState: 'Scheduled', listIds: [11] }),
      campaignRow(42, { campaignState: 'Running', suppressionListIds: [12] }),
      campaignRow(43, { campaignState: 'Finished', listIds: [13] }),
    ]);
    await admin.lists.subscribe({ listId: 13, subscribers: [ada] });

    for (const listId of [11, 12]) {
      await expect(admin.lists.delete({ listId })).rejects.toMatchObject({ status: 409, code: 'Conflict' });
    }
    await admin.lists.delete({ listId: 13 });
    await expect(admin.lists.delete({ listId: 13 })).rejects.toMatchObject({ status: 400 });
    await expect(admin.lists.delete({ listId: 14 })).rejects.toMatchObject({ status: 400 });

    expect(inspect.people).toHaveLength(1);
    expect((await admin.lists.list()).lists.map(({ id }) => id)).toEqual([11, 12, 14]);
  });
});

describe('the users of a list', () => {
  it.each<[ProjectType, boolean, string]>([
    ['hybrid', false, 'ada@example.com\nbo'],
    ['hybrid', true, 'a\nbo'],
    ['userId', false, 'a\nbo'],
    ['email', true, 'ada@example.com\nbo'],
  ])(
    'stand one a line: in a project of type %s, preferUserId %s (decision 23)',
    async (project, preferUserId, lines) => {
      const { call, admin, insert } = setup({ project });
      insert('lists', [listRow(11)]);
      await call('POST /api/users/bulkUpdate', { users: [{ ...ada, userId: 'a' }] });
      const subscribers = [{ userId: 'a' }, { userId: 'bo', preferUserId: true }];
      await admin.lists.subscribe({ listId: 11, subscribers });

      expect(await textOf(await admin.lists.getUsers({ listId: 11, preferUserId }))).toBe(lines);
      expect(await admin.lists.previewUsers({ listId: 11, preferUserId })).toBe(lines);
      expect(await admin.lists.getSize({ listId: 11 })).toBe(2);
    },
  );

  it('are text, and their number a plain integer (decision 23)', async () => {
    const { call, insert } = setup();
    insert('lists', [listRow(11)]);

    expect((await call('GET /api/lists/11/size')).text).toBe('0');
    expect(await call('GET /api/lists/getUsers?listId=11')).toMatchObject({ status: 200, text: '' });
  });

  it('are previewed a thousand at a time, up to 5000 (decision 23)', async () => {
    const { admin, call, insert } = setup();
    insert('lists', [listRow(11)]);
    const subscribers = Array.from({ length: 1_010 }, (_, number) => ({ userId: `u${number}` }));
    await admin.lists.subscribe({ listId: 11, subscribers });
    const count = async (query: object) =>
      (await admin.lists.previewUsers({ listId: 11, ...query })).split('\n').length;

    expect(await count({})).toBe(1_000);
    expect(await count({ size: 5_000 })).toBe(1_010);
    expect(await count({ size: 3 })).toBe(3);
    const { status, answer } = await call('GET /api/lists/previewUsers?listId=11&size=5001');
    expect(status).toBe(400);
    expect(answer?.['msg']).toContain('`size`');
  });

  it.each([
    [{ age: { $gt: 30 } }, ['cy@example.com']],
    [{ age: { $gte: 30, $lt: 40 } }, ['bo@example.com']],
    [{ age: { $lte: 30 } }, ['ada@example.com', 'bo@example.com']],
    [{ signupDate: { $gt: '2025-02-01' } }, ['cy@example.com']],
    [{ age: { $ne: 20 } }, ['bo@example.com', 'cy@example.com']],
    [{ age: { $in: [20, 40] } }, ['ada@example.com', 'cy@example.com']],
    [{ tags: { $contains: 'tea' } }, ['ada@example.com']],
    [{ email: { $contains: 'example' } }, []],
    [{ tags: { $exists: false } }, ['cy@example.com']],
    [{ size: { $gt: 1 } }, ['cy@example.com']],
    [{ age: { $like: 20 } }, []],
  ])('that are dynamic compare with more than equality: %j', async (rule, expected) => {
    const { admin, insert, insertAt } = setup();
    const people = {
      'ada@example.com': { age: 20, signupDate: '2025-01-01', tags: ['tea', 'mug'] },
      'bo@example.com': { age: 30, signupDate: '2025-01-15', tags: ['mug'], size: { $gt: 1 } },
      'cy@example.com': { age: 40, signupDate: '2025-03-01', size: 2 },
    };
    insertAt(
      'people',
      Object.entries(people).map(([email, dataFields], index) => [
        index + 1,
        personOf(index + 1, email, dataFields),
      ]),
    );
    insert('lists', [listRow(11, { listType: 'Dynamic' })]);
    insertAt('listRules', [[11, rule]]);

    expect(await admin.lists.previewUsers({ listId: 11 })).toBe(expected.join('\n'));
  });

  it('of a dynamic list are those its rule finds now', async () => {
    const { admin, insert, insertAt } = setup();
    insert('lists', [listRow(11, { listType: 'Dynamic' })]);
    insertAt('listRules', [[11, { city: 'Rome' }]]);
    await admin.users.update({ ...ada, dataFields: { city: 'Rome' } });
    await admin.users.update({ userId: 'bo', dataFields: { city: 'Paris' } });

    expect(await admin.lists.previewUsers({ listId: 11 })).toBe(ada.email);
    await admin.users.update({ userId: 'bo', dataFields: { city: 'Rome' } });
    expect(await admin.lists.getSize({ listId: 11 })).toBe(2);
  });

  it.each(['getUsers?listId=9', 'previewUsers?listId=9', '9/size', 'x/size', 'getUsers'])(
    'are not told of a list that is not there: %s',
    async (path) => {
      const { call } = setup();

      const { status, answer } = await call(`GET /api/lists/${path}`);

      expect(status).toBe(400);
      expect(answer?.['msg']).toContain('`listId`');
    },
  );
});

describe('subscribing to a list', () => {
  it('creates and updates users and puts each on the list once (SubscribeRequest)', async () => {
    const { admin, inspect, insert } = setup();
    insert('lists', [listRow(11)]);

    const answer = await admin.lists.subscribe({
      listId: 11,
      subscribers: [{ ...ada, dataFields: { name: 'Ada' } }, ada, { userId: 'bo' }],
    });

    expect(answer).toMatchObject({ successCount: 3, failCount: 0, createdFields: ['name'] });
    expect(inspect.person(ada)?.dataFields).toEqual({ name: 'Ada' });
    expect(await admin.lists.getSize({ listId: 11 })).toBe(2);
    expect(inspect.events('emailSubscribe')).toHaveLength(2);
  });

  it('fails for each user on their own (UserBulkUpdateListResponse)', async () => {
    const { admin, call, insert } = setup();
    insert('lists', [listRow(11)]);
    await admin.users.forget({ userId: 'gone' });
    await admin.users.update({ userId: 'first', dataFields: { age: 1 } });

    const { status, answer } = await call('POST /api/lists/subscribe', {
      listId: 11,
      subscribers: [
        { email: 'no-email' },
        { userId: 'gone' },
        { ...ada, dataFields: { age: 'x' } },
        { userId: 'bo' },
      ],
    });

    expect(status).toBe(200);
    expect(answer).toMatchObject({
      successCount: 1,
      failCount: 3,
      invalidEmails: ['no-email'],
      failedUpdates: {
        invalidEmails: ['no-email'],
        forgottenUserIds: ['gone'],
        invalidDataEmails: ['ada@example.com'],
      },
    });
    expect(await admin.lists.getSize({ listId: 11 })).toBe(1);
  });

  it.each<[ProjectType, number]>([
    ['hybrid', 0],
    ['userId', 0],
    ['email', 1],
  ])(
    'heeds updateExistingUsersOnly except in email projects: %s (SubscribeRequest)',
    async (project, size) => {
      const { admin, insert } = setup({ project });
      insert('lists', [listRow(11)]);
      const subscriber = project === 'userId' ? { userId: 'a' } : ada;

      const answer = await admin.lists.subscribe({
        listId: 11,
        subscribers: [subscriber],
        updateExistingUsersOnly: true,
      });

      expect(answer.successCount).toBe(size);
      const { notFoundEmails = [], notFoundUserIds = [] } = answer.failedUpdates ?? {};
      expect(notFoundEmails.length + notFoundUserIds.length).toBe(1 - size);
      expect(await admin.lists.getSize({ listId: 11 })).toBe(size);
    },
  );

  it.each(['Dynamic', 'Internal'])(
    'is refused for a list that finds its members itself: %s',
    async (listType) => {
      const { admin, insert } = setup();
      insert('lists', [listRow(11, { listType })]);

      await expect(admin.lists.subscribe({ listId: 11, subscribers: [ada] })).rejects.toThrow('`listId`');
      await expect(admin.lists.unsubscribe({ listId: 11, subscribers: [ada] })).rejects.toThrow('`listId`');
    },
  );
});

describe('unsubscribing from a list', () => {
  it('takes users off it, and tells whom it does not know (decision 23)', async () => {
    const { admin, call, inspect, insert } = setup();
    insert('lists', [listRow(11, { listType: 'Suppression' })]);
    await admin.lists.subscribe({ listId: 11, subscribers: [ada, { userId: 'bo' }] });

    const { answer } = await call('POST /api/lists/unsubscribe', {
      listId: 11,
      subscribers: [ada, { email: 'x@example.com' }, { userId: 'x' }, { email: 'no-email' }],
    });

    expect(answer).toMatchObject({
      successCount: 1,
      failCount: 3,
      failedUpdates: {
        notFoundEmails: ['x@example.com'],
        notFoundUserIds: ['x'],
        invalidEmails: ['no-email'],
      },
    });
    expect(await admin.lists.previewUsers({ listId: 11 })).toBe('bo');
    expect(inspect.events('emailUnSubscribe')).toMatchObject([{ ...ada, fields: { emailListIds: [11] } }]);
  });

  it("leaves the campaign's channel too when asked (channelUnsubscribe, decision 23)", async () => {
    const { admin, inspect, insert } = setup();
    insert('lists', [listRow(11)]);
    insert('campaigns', [campaignRow(41)]);
    insert('templates', [templateRow]);
    insert('messageTypes', messageTypeRows);
    insert('channels', channelRows);
    await admin.lists.subscribe({ listId: 11, subscribers: [ada] });

    const unsubscription = { listId: 11, subscribers: [ada], channelUnsubscribe: true };
    await expect(admin.lists.unsubscribe(unsubscription)).rejects.toThrow('`campaignId`');
    await admin.lists.unsubscribe({ ...unsubscription, campaignId: 41 });

    expect(inspect.person(ada)?.unsubscribedChannelIds).toEqual([21]);
    expect(inspect.events('emailUnSubscribe')).toMatchObject([
      { fields: { emailListIds: [11], channelIds: [21], campaignId: 41 } },
    ]);
  });
});

function personOf(id: number, email: string, dataFields: object) {
  return {
    id,
    email,
    createdAt: NOW,
    dataFields,
    devices: [],
    browserTokens: [],
    unsubscribedChannelIds: [],
    unsubscribedMessageTypeIds: [],
    subscribedMessageTypeIds: [],
  };
}
