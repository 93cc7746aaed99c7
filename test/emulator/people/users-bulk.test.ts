import { describe, expect, it } from 'vitest';
import { heldLatency, settled } from '../support/latency.js';
import { setup } from '../support/people.js';

const NONE = {
  conflictEmails: [],
  conflictUserIds: [],
  forgottenEmails: [],
  forgottenUserIds: [],
  invalidDataEmails: [],
  invalidDataUserIds: [],
  invalidEmails: [],
  invalidUserIds: [],
  notFoundEmails: [],
  notFoundUserIds: [],
};

describe('a bulk update', () => {
  it('creates and updates, and counts what it did (UserBulkUpdateListResponse)', async () => {
    const { admin, inspect } = setup();

    const answer = await admin.users.bulkUpdate({
      users: [
        { email: 'ada@example.com', dataFields: { name: 'Ada', home: { zip: '1' } } },
        { email: 'ADA@example.com', dataFields: { home: { city: 'Rome' } }, mergeNestedObjects: true },
        { userId: 'b' },
      ],
    });

    expect(answer).toEqual({
      successCount: 3,
      failCount: 0,
      createdFields: ['name', 'home', 'home.zip', 'home.city'],
      filteredOutFields: [],
      failedUpdates: NONE,
      invalidEmails: [],
      invalidUserIds: [],
    });
    expect(inspect.people).toMatchObject([
      { email: 'ada@example.com', dataFields: { name: 'Ada', home: { zip: '1', city: 'Rome' } } },
      { userId: 'b' },
    ]);
  });

  it('tells malformed names, by both their old and their new fields (FailedUserUpdates)', async () => {
    const { call } = setup();
    const tooLong = 'x'.repeat(256);

    const { status, answer } = await call('POST /api/users/bulkUpdate', {
      users: [{ email: 'no-email' }, { userId: tooLong }, { userId: 'fine' }],
    });

    expect(status).toBe(200);
    expect(answer).toMatchObject({
      successCount: 1,
      failCount: 2,
      failedUpdates: { ...NONE, invalidEmails: ['no-email'], invalidUserIds: [tooLong] },
      invalidEmails: ['no-email'],
      invalidUserIds: [tooLong],
    });
  });

  it('tells the forgotten (FailedUserUpdates)', async () => {
    const { admin } = setup();
    await admin.users.forget({ email: 'gone@example.com' });
    await admin.users.forget({ userId: 'gone' });

    const answer = await admin.users.bulkUpdate({
      users: [{ email: 'gone@example.com' }, { userId: 'gone' }],
    });

    expect(answer).toMatchObject({
      successCount: 0,
      failCount: 2,
      failedUpdates: { ...NONE, forgottenEmails: ['gone@example.com'], forgottenUserIds: ['gone'] },
    });
  });

  it('tells those whose fields cannot be stored (FailedUserUpdates)', async () => {
    const { admin, inspect } = setup();
    await admin.users.update({ userId: 'first', dataFields: { age: 1 } });

    const answer = await admin.users.bulkUpdate({
      users: [
        { email: 'ada@example.com', dataFields: { age: 'old' } },
        { userId: 'b', dataFields: { age: true } },
      ],
    });

    expect(answer.failedUpdates).toEqual({
      ...NONE,
      invalidDataEmails: ['ada@example.com'],
      invalidDataUserIds: ['b'],
    });
    expect(inspect.people).toHaveLength(1);
  });

  it('tells those who would have too many fields (Limits)', async () => {
    const { admin, inspect } = setup();
    const dataFields = Object.fromEntries(Array.from({ length: 1_001 }, (_, number) => [`f${number}`, 1]));

    const answer = await admin.users.bulkUpdate({
      users: [
        { email: 'ada@example.com', dataFields },
        { userId: 'b', dataFields },
      ],
    });

    expect(answer).toMatchObject({
      failCount: 2,
      createdFields: [],
      failedUpdates: { ...NONE, invalidDataEmails: ['ada@example.com'], invalidDataUserIds: ['b'] },
    });
    expect(inspect.people).toEqual([]);
  });

  it('tells every reason of one batch apart, and does the rest of it (FailedUserUpdates)', async () => {
    const { admin, call, inspect } = setup({ project: 'email' });
    await admin.users.update({ email: 'ada@example.com', dataFields: { age: 1 } });
    await admin.users.update({ userId: 'b', preferUserId: true });
    await admin.users.update({ userId: 'gone', preferUserId: true });
    await admin.users.forget({ email: 'gone@example.com' });
    await admin.users.forget({ userId: 'gone' });

    const { answer } = await call('POST /api/users/bulkUpdate', {
      users: [
        { email: 'ada@example.com', userId: 'b' },
        { email: 'gone@example.com' },
        { userId: 'gone' },
        { email: 'ada@example.com', dataFields: { age: 'old' } },
        { userId: 'b', dataFields: { age: 'old' } },
        { email: 'no-email' },
        { userId: '' },
        { userId: 'unknown' },
        { email: 'new@example.com', dataFields: { age: 2 } },
      ],
    });

    expect(answer).toEqual({
      successCount: 1,
      failCount: 8,
      createdFields: [],
      filteredOutFields: [],
      failedUpdates: {
        conflictEmails: ['ada@example.com'],
        conflictUserIds: ['b'],
        forgottenEmails: ['gone@example.com'],
        forgottenUserIds: ['gone'],
        invalidDataEmails: ['ada@example.com'],
        invalidDataUserIds: ['b'],
        invalidEmails: ['no-email'],
        invalidUserIds: [''],
        notFoundEmails: [],
        notFoundUserIds: ['unknown'],
      },
      invalidEmails: ['no-email'],
      invalidUserIds: [''],
    });
    expect(inspect.person({ email: 'new@example.com' })?.dataFields).toEqual({ age: 2 });
  });

  it('tells names that belong to different users (FailedUserUpdates)', async () => {
    const { admin, call } = setup();
    await admin.users.update({ email: 'ada@example.com' });
    await admin.users.update({ userId: 'b' });

    const { answer } = await call('POST /api/users/bulkUpdate', {
      users: [{ email: 'ada@example.com', userId: 'b' }],
    });

    expect(answer).toMatchObject({
      failCount: 1,
      failedUpdates: { ...NONE, conflictEmails: ['ada@example.com'], conflictUserIds: ['b'] },
    });
  });

  it('tells whom the project cannot know by the name given (FailedUserUpdates)', async () => {
    const byEmail = setup({ project: 'email' });
    const byId = setup({ project: 'userId' });

    const noUserId = await byEmail.admin.users.bulkUpdate({
      users: [{ userId: 'a' }, { userId: 'b', preferUserId: true }],
    });
    const noEmail = await byId.admin.users.bulkUpdate({ users: [{ email: 'ada@example.com' }] });

    expect(noUserId).toMatchObject({ successCount: 1, failedUpdates: { ...NONE, notFoundUserIds: ['a'] } });
    expect(noEmail).toMatchObject({
      failCount: 1,
      failedUpdates: { ...NONE, notFoundEmails: ['ada@example.com'] },
    });
  });

  it('leaves out new fields when told so, naming each once (createNewFields)', async () => {
    const { admin, inspect } = setup();

    const answer = await admin.users.bulkUpdate({
      users: [
        { userId: 'a', dataFields: { fresh: 1 } },
        { userId: 'b', dataFields: { fresh: 2 } },
      ],
      createNewFields: false,
    });

    expect(answer).toMatchObject({ successCount: 2, createdFields: [], filteredOutFields: ['fresh'] });
    expect(inspect.people.map(({ dataFields }) => dataFields)).toEqual([{}, {}]);
  });

  it('is refused as a whole over 4 MB of UTF-8 (decision 29)', async () => {
    const { admin, inspect } = setup();
    const bulk = (length: number) =>
      admin.users.bulkUpdate({ users: [{ userId: 'a', dataFields: { text: 'é'.repeat(length) } }] });

    await expect(bulk(2_000_000)).rejects.toMatchObject({ status: 400, code: 'BatchTooLarge' });
    expect(inspect.people).toEqual([]);
    await expect(bulk(1_999_900)).resolves.toMatchObject({ successCount: 1 });
  });

  it('is refused as a whole when a user in it has no name', async () => {
    const { call } = setup();

    const { status, answer } = await call('POST /api/users/bulkUpdate', { users: [{ userId: 'a' }, {}] });

    expect(status).toBe(400);
    expect(answer?.['msg']).toContain('`users.1`');
  });

  it('reports its outcome at once and writes after the latency (convention 4)', async () => {
    const { admin, emulator, inspect } = setup({ latency: heldLatency() });

    const answer = await admin.users.bulkUpdate({ users: [{ userId: 'a', dataFields: { age: 1 } }] });
    expect(answer.successCount).toBe(1);
    expect(inspect.person({ userId: 'a' })?.dataFields).toEqual({});
    await settled(emulator);

    expect(inspect.person({ userId: 'a' })?.dataFields).toEqual({ age: 1 });
  });
});
