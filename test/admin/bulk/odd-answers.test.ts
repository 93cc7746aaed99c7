import { describe, expect, it } from 'vitest';
import { createAdmin, NetworkError } from '../../../src/admin/index.js';
import { serve } from '../../support/serve.js';
import { expectWhole, users } from '../support/bulk.js';

/** An admin of a service that answers calls with many users as told, and how many were in each call that arrived. */
async function setup(answer: (emails: string[], calls: number) => unknown, status = 200) {
  const { baseUrl, arrivals } = await serve((response, { body }) => {
    const { users: sent } = JSON.parse(body) as { users: { email: string }[] };
    const emails = sent.map(({ email }) => email);
    const told = answer(emails, arrivals.length);
    response.writeHead(status).end(typeof told === 'string' ? told : JSON.stringify(told));
  });
  const admin = createAdmin({ apiKey: 'key', baseUrl, pace: false, random: () => 0.001 });
  const sizes = () => arrivals.map(({ body }) => (JSON.parse(body) as { users: unknown[] }).users.length);
  return { admin, sizes };
}

const right = ({ length }: string[]) => ({ successCount: length, failCount: 0 });

describe('an item that an answer names as failed', () => {
  it.each([1, 10])('has failed, whatever the answer counts: of %i', async (count) => {
    const { admin } = await setup((emails) => ({
      ...right(emails),
      failedUpdates: { forgottenEmails: emails.filter((email) => email.startsWith('user-0')) },
    }));

    const report = await admin.bulk.updateUsers(users(count));

    expectWhole(report);
    expect(report).toMatchObject({ sent: count - 1, failed: 1 });
    expect(report.failures).toMatchObject([{ index: 0, reason: 'forgotten', code: 'ForgottenUserError' }]);
  });
});

describe('an answer that does not count', () => {
  const none: [string, unknown][] = [
    ['an empty object', {}],
    ['null', 'null'],
    ['nothing', ''],
    ['a list', []],
    ['the word of another', { msg: 'ok', code: 'Success' }],
    ['fewer than none', { successCount: 15, failCount: -5 }],
    ['fewer than none taken', { successCount: -5, failCount: 15 }],
    ['parts', { successCount: 9.5, failCount: 0.5 }],
    ['words', { successCount: 'ten', failCount: 0 }],
  ];

  it.each(none)('is none, and the call is made again: %s', async (_, told) => {
    const { admin, sizes } = await setup((emails, calls) => (calls === 1 ? told : right(emails)));

    expect(await admin.bulk.updateUsers(users(10))).toMatchObject({ sent: 10, failed: 0 });

    expect(sizes()).toEqual([10, 10]);
  });

  it.each(none)('ends the work where it stays so, and nobody counts as sent: %s', async (_, told) => {
    const { admin, sizes } = await setup(() => told);

    const work = admin.bulk.updateUsers(users(10), { retry: { attempts: 3 } });

    await expect(work).rejects.toBeInstanceOf(NetworkError);
    await expect(work).rejects.toMatchObject({
      message: 'POST /api/users/bulkUpdate was answered without a right `successCount` and `failCount`',
      report: { read: 10, sent: 0, failed: 0 },
    });
    expect(sizes()).toEqual([10, 10, 10]);
  });

  it('is right where it says that all was accepted', async () => {
    const { admin, sizes } = await setup(() => ({ code: 'Accepted' }), 202);

    expect(await admin.bulk.updateUsers(users(10))).toMatchObject({ sent: 10 });

    expect(sizes()).toEqual([10]);
  });

  it.each<[object, status: number]>([
    [{ successCount: 15 }, 200],
    [{ successCount: 15, failCount: 0 }, 200],
    [{ successCount: 0, failCount: 0 }, 200],
    [{ successCount: 15, failCount: -5 }, 202],
  ])('is asked for in ever smaller parts where it counts others: %j', async (told, status) => {
    const { admin, sizes } = await setup(() => told, status);

    expectWhole(await admin.bulk.updateUsers(users(10)));

    expect(Math.min(...sizes())).toBe(1);
    expect(sizes().length).toBeLessThan(20);
  });

  it('is right of an operation whose answer has no counts', async () => {
    const { baseUrl } = await serve((response) => response.end('{}'));
    const admin = createAdmin({ apiKey: 'key', baseUrl, pace: false });
    const items = [{ itemId: 'A1', value: { price: 8 } }];

    expect(await admin.bulk.uploadCatalogItems(items, { catalogName: 'Mugs' })).toMatchObject({ sent: 1 });
    expect(await admin.bulk.deleteCatalogItems(['A1'], { catalogName: 'Mugs' })).toMatchObject({ sent: 1 });
  });
});

describe('a page of a proxy in place of an answer', () => {
  it('says nothing of an item: it may be tried again', async () => {
    const { admin } = await setup(() => '<h1>Blocked</h1>', 400);

    const report = await admin.bulk.updateUsers(users(3));

    expect(report.failures).toMatchObject(Array.from({ length: 3 }, () => ({ retryable: true })));
  });

  it('ends the work where it stays so', async () => {
    const { admin } = await setup(() => '<h1>Blocked</h1>', 400);

    await expect(admin.bulk.updateUsers(users(100))).rejects.toMatchObject({ name: 'ApiError', status: 400 });
  });
});
