import { describe, expect, it } from 'vitest';
import { heldLatency, settled } from '../support/latency.js';
import { campaignRow, NOW, setup } from '../support/people.js';

const ada = { email: 'ada@example.com' };

describe('a read of a user', () => {
  it('finds one by email or id, in the query or in the path (Endpoints, Users)', async () => {
    const { admin } = setup();
    await admin.users.update({ ...ada, dataFields: { name: 'Ada' } });
    await admin.users.update({ userId: 'u/1', dataFields: { name: 'Bob' } });

    const byEmail = { user: { ...ada, dataFields: { name: 'Ada' } } };
    expect(await admin.users.getByEmail({ email: 'ADA@example.com' })).toEqual(byEmail);
    expect(await admin.users.getByPathEmail(ada)).toEqual(byEmail);
    const byId = { user: { userId: 'u/1', dataFields: { name: 'Bob' } } };
    expect(await admin.users.getByUserId({ userId: 'u/1' })).toEqual(byId);
    expect(await admin.users.getByPathUserId({ userId: 'u/1' })).toEqual(byId);
  });

  it('answers 200 and nothing for one the service does not know (decision 12)', async () => {
    const { call } = setup();

    for (const path of ['getByEmail?email=x@y.zz', 'x@y.zz', 'byUserId?userId=x', 'byUserId/x']) {
      expect(await call(`GET /api/users/${path}`)).toMatchObject({ status: 200, answer: {} });
      expect((await call(`GET /api/users/${path}`)).text).toBe('{}');
    }
  });

  it('refuses what is no email (Errors)', async () => {
    const { call } = setup();

    const { status, answer } = await call('GET /api/users/nobody');

    expect(status).toBe(400);
    expect(answer).toMatchObject({ code: 'InvalidEmailAddressError' });
    expect(answer?.['msg']).toContain('`email`');
  });
});

describe('an update of a user', () => {
  it('creates the user, then writes over the top level (decision 29)', async () => {
    const { admin, inspect } = setup();

    await admin.users.update({ ...ada, dataFields: { name: 'Ada', home: { city: 'London', zip: '1' } } });
    await admin.users.update({ ...ada, dataFields: { home: { city: 'Paris' } } });

    expect(inspect.person(ada)?.dataFields).toEqual({ name: 'Ada', home: { city: 'Paris' } });
  });

  it('merges objects at the top level when asked, and no deeper (ApiUserUpdateRequest)', async () => {
    const { admin, inspect } = setup();

    await admin.users.update({ ...ada, dataFields: { home: { zip: '1', geo: { x: 1, y: 2 } } } });
    await admin.users.update({
      ...ada,
      dataFields: { home: { city: 'Paris', geo: { x: 3 } } },
      mergeNestedObjects: true,
    });

    expect(inspect.person(ada)?.dataFields).toEqual({ home: { zip: '1', city: 'Paris', geo: { x: 3 } } });
  });

  it('takes exactly one of email and userId (convention 2)', async () => {
    const { call } = setup();

    const both = await call('POST /api/users/update', { ...ada, userId: 'a' });
    const neither = await call('POST /api/users/update', {});

    for (const { status, answer } of [both, neither]) {
      expect(status).toBe(400);
      expect(answer?.['msg']).toContain('`email` or `userId`');
    }
  });

  it('refuses an email in a project that names its users by id (convention 2)', async () => {
    const { admin, inspect } = setup({ project: 'userId' });

    await expect(admin.users.update(ada)).rejects.toMatchObject({ code: 'InvalidEmailAddressError' });
    expect(inspect.people).toEqual([]);
  });

  it('makes a user of an unknown id in an email-based project only with preferUserId (ApiUserUpdateRequest)', async () => {
    const { admin, inspect } = setup({ project: 'email' });

    await expect(admin.users.update({ userId: 'a' })).rejects.toMatchObject({ code: 'UnknownUserIdError' });
    await admin.users.update({ userId: 'a', preferUserId: true });

    expect(inspect.people).toMatchObject([{ userId: 'a' }]);
  });

  it('takes an unknown id without preferUserId in the other projects (ApiUserUpdateRequest)', async () => {
    for (const project of ['hybrid', 'userId'] as const) {
      const { admin, inspect } = setup({ project });
      await admin.users.update({ userId: 'a', preferUserId: false });
      expect(inspect.people).toHaveLength(1);
    }
  });

  it('tells which fields it created, and which it left out (createNewFields)', async () => {
    const { admin, inspect } = setup();

    const first = await admin.users.update({ ...ada, dataFields: { name: 'Ada', home: { zip: '1' } } });
    const second = await admin.users.update({
      ...ada,
      dataFields: { name: 'Bo', age: 3, home: { zip: '2', city: 'Rome' } },
      createNewFields: false,
    });

    expect(first.params).toEqual({ createdFields: ['name', 'home', 'home.zip'], filteredOutFields: [] });
    expect(second.params).toEqual({ createdFields: [], filteredOutFields: ['age', 'home.city'] });
    expect(inspect.person(ada)?.dataFields).toEqual({ name: 'Bo', home: { zip: '2' } });
  });

  it('takes new fields as the project says, unless the call says otherwise (createNewFields)', async () => {
    const { admin, insertAt, inspect } = setup();
    insertAt('features', [['createNewFields', false]]);
    const { listId } = await admin.lists.create({ name: 'Sale' });
    const item = { id: 'A', name: 'Mug', price: 1, quantity: 1, dataFields: { color: 'red' } };

    await admin.users.update({ ...ada, dataFields: { a: 1 } });
    await admin.users.bulkUpdate({ users: [{ ...ada, dataFields: { b: 1 } }] });
    await admin.lists.subscribe({ listId, subscribers: [{ ...ada, dataFields: { c: 1 } }] });
    await admin.events.track({ ...ada, eventName: 'seen', dataFields: { d: 1 } });
    await admin.commerce.trackPurchase({ user: ada, items: [item], total: 1, dataFields: { e: 1 } });
    await admin.commerce.updateCart({ user: { ...ada, dataFields: { f: 1 } }, items: [item] });
    expect(inspect.person(ada)?.dataFields).toEqual({ shoppingCartItems: [{ ...item, dataFields: {} }] });
    expect(inspect.events('customEvent').map(({ fields }) => fields)).toEqual([{ eventName: 'seen' }]);
    expect(inspect.events('purchase')[0]?.fields).not.toHaveProperty('e');

    await admin.users.update({ ...ada, dataFields: { a: 1 }, createNewFields: true });
    expect(inspect.person(ada)?.dataFields).toMatchObject({ a: 1 });
  });

  it.each([
    ['a text where the project has a number', { age: 3 }, { age: 'three' }, 'age'],
    ['another type inside a list', { tags: ['a'] }, { tags: ['a', 1] }, 'tags'],
    ['a number where it has a list of texts', { tags: ['a'] }, { tags: 1 }, 'tags'],
    ['another type inside an object', { home: { zip: 1 } }, { home: { zip: 'x' } }, 'home.zip'],
    ['another type inside a list of objects', { pets: [{ age: 1 }] }, { pets: [{ age: '1' }] }, 'pets.age'],
    ['a text where it has a date', { born: '2020-01-01' }, { born: 'long ago' }, 'born'],
  ])('refuses %s, for any user (Errors)', async (_, before, after, field) => {
    const { admin, inspect } = setup();
    await admin.users.update({ ...ada, dataFields: before });

    const update = admin.users.update({ email: 'bo@example.com', dataFields: after });

    await expect(update).rejects.toMatchObject({
      status: 400,
      code: 'RequestFieldsTypesMismatched',
      message: expect.stringContaining(`\`${field}\``) as string,
    });
    expect(inspect.people).toHaveLength(1);
  });

  it('types a list by its items, as catalogs do: a value is a list of one (MergeUsersRequest, Catalogs)', async () => {
    const { admin, inspect } = setup();

    await admin.users.update({
      ...ada,
      dataFields: { name: 'Ada', sizes: [1, 2.9], none: [], mixed: [null] },
    });
    await admin.users.update({ ...ada, dataFields: { name: ['Ada', 'Bo'], sizes: 3.5, none: 'some' } });

    expect(inspect.person(ada)?.dataFields).toEqual({
      name: ['Ada', 'Bo'],
      sizes: 3,
      none: 'some',
      mixed: [null],
    });
    const { fields } = await admin.users.getFields();
    expect(fields).toMatchObject({ name: 'string', sizes: 'long', none: 'string' });
    expect(fields).not.toHaveProperty('mixed');
  });

  it('takes what older data files say of lists', async () => {
    const { admin, insertAt, inspect } = setup();
    insertAt('userFieldTypes', [['tags', 'list']]);

    await admin.users.update({ ...ada, dataFields: { tags: ['a'] } });

    expect(inspect.person(ada)?.dataFields).toEqual({ tags: ['a'] });
    expect(await admin.users.getFields()).toMatchObject({ fields: { tags: 'string' } });
  });

  it('refuses fields that are nested without end', async () => {
    const { call } = setup();
    const dataFields = JSON.parse('{"a":'.repeat(3_000) + '1' + '}'.repeat(3_000)) as object;

    const { status, answer } = await call('POST /api/users/update', { ...ada, dataFields });

    expect([status, answer?.['code']]).toEqual([400, 'BadParams']);
  });

  it('gives no field a type when it is refused', async () => {
    const { admin } = setup();
    await admin.users.update({ ...ada, dataFields: { age: 3 } });

    await expect(admin.users.update({ ...ada, dataFields: { fresh: 1, age: 'x' } })).rejects.toThrow();

    expect((await admin.users.getFields()).fields).not.toHaveProperty('fresh');
  });

  it('casts numbers to whole ones unless the first had decimals (Commerce, Catalogs)', async () => {
    const { admin, inspect } = setup();

    await admin.users.update({ ...ada, dataFields: { whole: 1, broken: 1.5 } });
    await admin.users.update({ ...ada, dataFields: { whole: 2.9, broken: 2 } });

    expect(inspect.person(ada)?.dataFields).toEqual({ whole: 2, broken: 2 });
    expect(await admin.users.getFields()).toMatchObject({ fields: { whole: 'long', broken: 'double' } });
  });

  it('refuses more than 1000 fields on one user, those of objects counted (Limits)', async () => {
    const { admin, inspect } = setup();
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, 1]));
    await admin.users.update({ ...ada, dataFields: { ...many(500), more: many(500) } });

    const update = admin.users.update({ ...ada, dataFields: { another: 1 } });

    await expect(update).rejects.toMatchObject({ status: 400, code: 'UniqueFieldsLimitExceeded' });
    expect(inspect.person(ada)?.dataFields).not.toHaveProperty('another');
  });

  it('is received at once and seen after the latency (convention 4)', async () => {
    const { admin, emulator } = setup({ latency: heldLatency() });

    await admin.users.update({ ...ada, dataFields: { name: 'Ada' } });
    expect((await admin.users.getByEmail(ada)).user?.dataFields).toEqual({});
    await settled(emulator);

    expect((await admin.users.getByEmail(ada)).user?.dataFields).toEqual({ name: 'Ada' });
  });

  it('takes no server-only key types: a page may, a read-only key may not (decision 17)', async () => {
    const { adminWith } = setup();

    await expect(adminWith('web').users.update(ada)).resolves.toMatchObject({ code: 'Success' });
    await expect(adminWith('readOnly').users.update(ada)).rejects.toMatchObject({ status: 403 });
  });
});

describe('a change of email', () => {
  it('moves the user to the new one, named by email or by id (UpdateEmailRequest)', async () => {
    const { admin, inspect } = setup();
    await admin.users.update({ ...ada, dataFields: { name: 'Ada' } });

    await admin.users.updateEmail({ currentEmail: ada.email, newEmail: 'countess@example.com' });

    expect(await admin.users.getByEmail(ada)).toEqual({});
    expect(inspect.person({ email: 'countess@example.com' })?.dataFields).toEqual({ name: 'Ada' });

    await admin.users.update({ userId: 'b' });
    await admin.users.updateEmail({ currentUserId: 'b', newEmail: 'bo@example.com' });
    expect(inspect.person({ email: 'bo@example.com' })?.userId).toBe('b');
  });

  it('is refused for an email that is taken, and for a user who is unknown (Errors)', async () => {
    const { admin } = setup();
    await admin.users.update(ada);
    await admin.users.update({ email: 'bo@example.com' });

    const taken = admin.users.updateEmail({ currentEmail: ada.email, newEmail: 'BO@example.com' });
    await expect(taken).rejects.toMatchObject({ status: 400, code: 'EmailAlreadyExists' });
    const unknown = admin.users.updateEmail({ currentEmail: 'x@example.com', newEmail: 'y@example.com' });
    await expect(unknown).rejects.toMatchObject({ status: 400, code: 'UnknownEmailError' });
  });

  it('lets a user write the same email otherwise', async () => {
    const { admin } = setup();
    await admin.users.update(ada);

    await admin.users.updateEmail({ currentEmail: ada.email, newEmail: 'Ada@Example.com' });

    expect((await admin.users.getByEmail(ada)).user?.email).toBe('Ada@Example.com');
  });
});

describe('a deletion', () => {
  it('takes the user, the events and the places on lists, and lets the user come back (Endpoints, Users)', async () => {
    const { admin, inspect } = setup();
    const { listId } = await admin.lists.create({ name: 'Sale' });
    await admin.lists.subscribe({ listId, subscribers: [ada, { userId: 'b' }] });
    await admin.events.track({ ...ada, eventName: 'seen' });

    await admin.users.deleteByEmail(ada);
    await admin.users.deleteByUserId({ userId: 'b' });

    expect(inspect.people).toEqual([]);
    expect(inspect.events()).toEqual([]);
    expect(await admin.lists.getSize({ listId })).toBe(0);
    await admin.users.update(ada);
    expect(inspect.people).toHaveLength(1);
  });

  it('is refused for someone unknown (Errors)', async () => {
    const { admin } = setup();

    await expect(admin.users.deleteByEmail(ada)).rejects.toMatchObject({ code: 'UnknownEmailError' });
    await expect(admin.users.deleteByUserId({ userId: 'b' })).rejects.toMatchObject({
      code: 'UnknownUserIdError',
    });
  });

  it('loses what was received and not yet written', async () => {
    const { admin, inspect, emulator } = setup({ latency: heldLatency() });
    await admin.events.track({ ...ada, eventName: 'seen' });

    await admin.users.deleteByEmail(ada);
    await settled(emulator);

    expect(inspect.events()).toEqual([]);
  });
});

describe('the messages sent to a user', () => {
  async function withMessages() {
    const all = setup();
    await all.admin.users.update(ada);
    const personId = all.inspect.person(ada)?.id;
    const message = (number: number, rest: object) => ({
      messageId: `m${number}`,
      medium: 'Email',
      personId,
      campaignId: 41,
      templateId: 51,
      createdAt: NOW + number * 1000,
      isProof: false,
      content: {},
      isRead: false,
      isConsumed: false,
      ...rest,
    });
    all.insert('campaigns', [campaignRow(41), campaignRow(42, { type: 'Blast' })]);
    const rows = Array.from({ length: 12 }, (_, number) =>
      message(number, number === 3 ? { campaignId: 42 } : {}),
    );
    rows[5] = message(5, { medium: 'Push' });
    rows[6] = message(6, { isProof: true });
    all.insertAt(
      'messages',
      rows.map((row) => [row.messageId, row]),
    );
    return all;
  }

  it('come latest first, ten of them, proofs left out (decision 28)', async () => {
    const { admin } = await withMessages();

    const { messages } = await admin.users.getSentMessages(ada);

    expect(messages.map(({ messageId }) => messageId)).toEqual(
      [11, 10, 9, 8, 7, 5, 4, 3, 2, 1].map((number) => `m${number}`),
    );
    expect(messages[0]).toEqual({
      messageId: 'm11',
      campaignId: 41,
      templateId: 51,
      createdAt: '2025-06-01T00:00:11.000Z',
    });
  });

  it('are chosen by campaign, time, medium and kind of campaign (decision 28)', async () => {
    const { admin } = await withMessages();
    const ids = async (query: object) =>
      (await admin.users.getSentMessages({ ...ada, limit: 1000, ...query })).messages.map(
        ({ messageId }) => messageId,
      );

    expect(await ids({ campaignIds: [42, 43] })).toEqual(['m3']);
    expect(await ids({ messageMedium: 'Push' })).toEqual(['m5']);
    expect(await ids({ excludeBlastCampaigns: true })).not.toContain('m3');
    expect(await ids({ startDateTime: '2025-06-01T00:00:02Z', endDateTime: '2025-06-01T00:00:04Z' })).toEqual(
      ['m3', 'm2'],
    );
    expect(await ids({ limit: 1 })).toEqual(['m11']);
  });

  it('are none for someone unknown (decision 12)', async () => {
    const { admin } = await withMessages();

    expect(await admin.users.getSentMessages({ userId: 'nobody' })).toEqual({ messages: [] });
  });

  it.each([
    'limit=1001',
    'limit=0',
    'messageMedium=Fax',
    'startDateTime=soon',
    'excludeBlastCampaigns=maybe',
  ])('refuse %s (decision 28)', async (query) => {
    const { call } = await withMessages();

    const { status, answer } = await call(`GET /api/users/getSentMessages?email=ada@example.com&${query}`);

    expect(status).toBe(400);
    expect(answer?.['msg']).toContain(`\`${query.split('=')[0] ?? ''}\``);
  });
});
